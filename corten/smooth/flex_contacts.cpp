// Contacts of flexes that are passive: stiff springs along the normal instead of constraints.
#include "corten/model/structure.h"
#include "corten/smooth/com.h"
#include "corten/smooth/contact_side.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

constexpr Real kContactStiffness = 1e4;  // [N/m]
constexpr int kExcludePassive = 4;
constexpr int kExcludeNoDofs = 3;

// Relative motion of side 1 against side 0 along each dof, summed body by body.
class NormalRow {
 public:
  NormalRow(const Model& m, Data& d, Arena::Frame& frame)
      : m_(m),
        d_(d),
        column_(frame.zeros<Vec3<Real>>(m.nv)),
        marked_(frame.zeros<byte>(m.nv)),
        dofs_(frame.alloc<int>(m.nv)) {}

  void add(const Contact& contact) {
    for (const int side : {0, 1}) {
      const WeightedBodies carriers = contact_side(m_, d_, contact, side, side ? 1 : -1);
      for (int i = 0; i < carriers.n; ++i) add_body(carriers.body[i], contact.pos, carriers.weight[i]);
    }
  }

  // qfrc += force · normal row; false without dofs
  bool apply(const Vec3<Real>& normal, Real force) {
    for (int i = 0; i < count_; ++i) {
      const std::size_t dof = static_cast<std::size_t>(dofs_[i]);
      d_.qfrc_spring[static_cast<int>(dof)] += dot(normal, column_[dof]) * force;
      column_[dof] = {};
      marked_[dof] = 0;
    }
    const bool any = count_ > 0;
    count_ = 0;
    return any;
  }

 private:
  void add_body(int body, const Vec3<Real>& point, Real weight) {
    const Vec3<Real> offset = point - reference_point(m_, d_, body);
    for (int dof = last_dof(m_, body); dof >= 0; dof = m_.dof_parentid[dof]) {
      const std::size_t at = static_cast<std::size_t>(dof);
      column_[at] += point_column(d_.cdof[dof], offset) * weight;
      if (marked_[at]) continue;
      marked_[at] = 1;
      dofs_[count_++] = dof;
    }
  }

  const Model& m_;
  Data& d_;
  std::span<Vec3<Real>> column_;
  std::span<byte> marked_;
  std::span<int> dofs_;
  int count_ = 0;
};

bool any_passive(const Model& m) {
  for (int f = 0; f < m.nflex; ++f)
    if (m.flex_passive[f]) return true;
  return false;
}

}  // namespace

void flex_contact_forces(const Model& m, Data& d) {
  if (m.opt.disableflags & mjDSBL_CONTACT || !any_passive(m)) return;
  Arena::Frame frame(d.arena);
  NormalRow row(m, d, frame);
  const bool sparse = is_sparse(m);
  for (int i = 0; i < d.ncon; ++i) {
    Contact& contact = d.contact[i];
    if (contact.exclude != kExcludePassive) continue;
    row.add(contact);
    const bool moves = row.apply(contact.frame.row(0), -kContactStiffness * contact.dist);
    if (!moves && sparse) contact.exclude = kExcludeNoDofs;  // dense rows have all dofs
  }
}

}  // namespace corten
