// Functions that set parts of model and data directly: contacts, histories, masses, sums of matrices.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "corten/collide/collision.h"
#include "corten/model/total_mass.h"
#include "corten/smooth/history.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/transmission.h"
#include "python/bindings/define.h"

namespace corten::python {
namespace {

using M = const ModelHandle&;
using D = DataHandle&;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

// Returns 1 if there is no room.
int add_contact(M m, D d, const nb::bytes& con) {
  if (con.size() != sizeof(Contact)) throw nb::type_error("not the bytes of a contact");
  Contact contact;
  std::memcpy(&contact, con.data(), sizeof contact);
  return corten::add_contact(*m, *d, contact) ? 0 : 1;
}

void bind_parts(nb::module_& mod) {
  define(mod, "add_contact", "Appends a contact, given as bytes.", &add_contact, "m", "d", "con");
  define(
      mod, "mj_addM", "Adds the inertia matrix to a sparse matrix, lower triangle.",
      [](M m, D d, const VecOut& dst, const IntOut& rownnz, const IntOut& rowadr, const IntOut& colind) {
        const std::size_t nv = count((*m).nv), nM = count((*m).nM);
        const LowerTriangle target{dst.span(nM, "dst (nM)"), rownnz.span(nv, "rownnz (nv)"),
                                   rowadr.span(nv, "rowadr (nv)"), colind.span(nM, "colind (nM)")};
        require(add_m(*m, *d, target), "the rows of dst overlap or have no room for the sum");
      },
      "m", "d", "dst", "rownnz", "rowadr", "colind");
  define(
      mod, "mj_isSparse", "Whether the constraint Jacobian is sparse.",
      [](M m) { return int(is_sparse(*m)); }, "m");
  define(
      mod, "mj_setTotalmass", "Scales masses and inertias to a total.",
      [](M m, Real newmass) { scale_to_mass(*m, newmass); }, "m", "newmass");
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
