// Functions that set parts of model and data directly: contacts, histories, masses, sums of matrices.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "corten/smooth/history.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/transmission.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

using M = const ModelHandle&;
using D = DataHandle&;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

// Appends a contact and drops the constraint rows, which were made without it. Returns 1 if there is no room.
int add_contact(M m, D d, const nb::bytes& con) {
  Data& data = *d;
  if (con.size() != sizeof(Contact)) throw nb::type_error("not the bytes of a contact");
  std::vector<Contact> contacts(data.contact.begin(), data.contact.end());
  contacts.emplace_back();
  std::memcpy(&contacts.back(), con.data(), sizeof(Contact));
  if (data.arena.size() < contacts.size() * sizeof(Contact)) return 1;
  static_cast<StepCounts&>(data) = {};
  Data::visit_arena(data, (*m).sizes(), [](const char*, auto& view, auto...) { view = {}; });
  data.arena.reset();
  if (!data.arena.alloc(static_cast<int>(contacts.size()), data.contact)) return 1;
  std::copy(contacts.begin(), contacts.end(), data.contact.begin());
  data.ncon = static_cast<int>(contacts.size());
  return 0;
}

// Row i of dst + row i of the inertia matrix, columns in increasing order.
void add_row(const Model& m, const Data& d, int i, const VecOut& dst, const IntOut& rownnz,
             const IntOut& rowadr, const IntOut& colind) {
  std::vector<std::pair<int, Real>> row;
  for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k) {
    require(k >= 0 && count(k) < dst.size(), "rowadr points outside of dst");
    row.emplace_back(colind[k], dst[k]);
  }
  for (int k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; ++k) {
    const int column = m.M_colind[k];
    const auto place = std::lower_bound(row.begin(), row.end(), column,
                                        [](const auto& entry, int c) { return entry.first < c; });
    if (place != row.end() && place->first == column)
      place->second += d.M[k];
    else
      row.insert(place, {column, d.M[k]});
  }
  require(rowadr[i] >= 0 && count(rowadr[i]) + row.size() <= dst.size(), "dst has no room for the sum");
  rownnz[i] = static_cast<int>(row.size());
  for (std::size_t k = 0; k < row.size(); ++k) {
    colind[rowadr[i] + int(k)] = row[k].first;
    dst[rowadr[i] + int(k)] = row[k].second;
  }
}

void bind_parts(nb::module_& mod) {
  define(mod, "add_contact", "Appends a contact, given as bytes.", &add_contact, "m", "d", "con");
  define(
      mod, "mj_addM", "Adds the inertia matrix to a sparse matrix, lower triangle.",
      [](M m, D d, const VecOut& dst, const IntOut& rownnz, const IntOut& rowadr, const IntOut& colind) {
        const Model& model = *m;
        dst.span(count(model.nM), "dst (nM)"), colind.span(count(model.nM), "colind (nM)");
        rownnz.span(count(model.nv), "rownnz (nv)"), rowadr.span(count(model.nv), "rowadr (nv)");
        for (int i = 0; i < model.nv; ++i) add_row(model, *d, i, dst, rownnz, rowadr, colind);
      },
      "m", "d", "dst", "rownnz", "rowadr", "colind");
  define(
      mod, "mj_isSparse", "Whether the constraint Jacobian is sparse.",
      [](M m) { return int(is_sparse(*m)); }, "m");
  define(
      mod, "mj_setTotalmass", "Scales masses and inertias to a total.",
      [](M m, Real newmass) {
        Model& model = *m;
        Real total = 0;
        for (const Real mass : model.body_mass) total += mass;
        const Real scale = std::max(kMinVal<Real>, newmass / std::max(kMinVal<Real>, total));
        for (int i = 0; i < model.nbody; ++i) {
          model.body_mass[i] *= scale;
          model.body_inertia[i] *= scale;
        }
      },
      "m", "newmass");
  define(
      mod, "mj_local2Global", "World pose of a frame that is fixed in a body.",
      [](D d, const OutN<3>& xpos, const OutN<9>& xmat, const InN<3>& pos, const InN<4>& quat, int body,
         int sameframe) {
        if (body < 0 || body >= int((*d).xpos.size())) throw FatalError("mj_local2Global: body out of range");
        Vec3<Real> position;
        Mat3<Real> rotation;
        place_local_frame(*d, body, value(pos), value(quat), sameframe, position, rotation);
        put(xpos, position);
        put(xmat, rotation);
      },
      "d", "xpos", "xmat", "pos", "quat", "body", "sameframe");
}

// Times given must increase; without them those in memory stay, and must increase as they lie there.
void fill_history(HistoryBuffer buffer, const Real* memory, const std::optional<VecIn>& times,
                  std::span<const Real> values) {
  const Real* source = times ? times->data() : memory + 2;
  const std::vector<Real> when(source, source + buffer.samples());
  for (std::size_t i = 1; i < when.size(); ++i)
    if (when[i] <= when[i - 1]) {
      char text[160];
      std::snprintf(text, sizeof text,
                    "history: times have to increase, but times[%zu] = %g is followed by times[%zu] = %g",
                    i - 1, when[i - 1], i, when[i]);
      throw FatalError(text);
    }
  buffer.reset(when, values);
}

void bind_histories(nb::module_& mod) {
  define(
      mod, "mj_initCtrlHistory", "Sets the past controls of an actuator with a delay.",
      [](M m, D d, int id, const std::optional<VecIn>& times, const VecIn& values) {
        const Model& model = *m;
        const int n = id >= 0 && id < model.nu ? std::max(0, model.actuator_history[id][0]) : -1;
        require(n > 0, "there is no actuator with a history of this id");
        values.span(count(n), "values (actuator_history[id, 0])");
        if (times) times->span(count(n), "times (actuator_history[id, 0])");
        fill_history(ctrl_history(model, *d, id), (*d).history.data() + model.actuator_historyadr[id], times,
                     values.span());
      },
      "m", "d", "id", "times", "values");
  define(
      mod, "mj_initSensorHistory", "Sets the past readings of a sensor with a delay, and its phase.",
      [](M m, D d, int id, const std::optional<VecIn>& times, const MatIn& values, Real phase) {
        const Model& model = *m;
        const int n = id >= 0 && id < model.nsensor ? std::max(0, model.sensor_history[id][0]) : -1;
        require(n > 0, "there is no sensor with a history of this id");
        values.span(count(n), count(model.sensor_dim[id]), "values (sensor_history[id, 0], sensor_dim[id])");
        if (times) times->span(count(n), "times (sensor_history[id, 0])");
        HistoryBuffer buffer = sensor_history(model, *d, id);
        fill_history(buffer, (*d).history.data() + model.sensor_historyadr[id], times, values.span());
        buffer.user() = phase;
      },
      "m", "d", "id", "times", "values", "phase");
}

}  // namespace

void bind_edits(nb::module_& m) {
  bind_parts(m);
  bind_histories(m);
}

}  // namespace corten::python
