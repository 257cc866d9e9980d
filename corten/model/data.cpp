#include "corten/model/data.h"

#include "corten/model/layout.h"
#include "corten/model/model.h"

namespace corten {
namespace {

// Moves a view from one block of memory to the same offset in another.
template <class T>
Array<T> rebased(const Array<T>& view, const std::byte* from, std::byte* to) {
  if (!view.data()) return {};
  const std::ptrdiff_t offset = reinterpret_cast<const std::byte*>(view.data()) - from;
  return Array<T>(reinterpret_cast<T*>(to + offset), view.size());
}

}  // namespace

Data::Data(const Model& m) : arena(static_cast<std::size_t>(m.narena)), sizes_(m.sizes()) {
  Layout measure;
  visit_arrays(*this, sizes_, measure);
  buffer_ = Buffer(measure.size());
  visit_arrays(*this, sizes_, Layout(buffer_.data()));
}

Data::Data(const Data& other)
    : StateFields(other),
      PositionFields(other),
      VelocityFields(other),
      AccelerationFields(other),
      StepCounts(other),
      RowFields(other),
      IslandFields(other),
      time(other.time),
      energy(other.energy),
      solver_fwdinv(other.solver_fwdinv),
      solver(other.solver),
      solver_niter(other.solver_niter),
      solver_nnz(other.solver_nnz),
      warning(other.warning),
      timer(other.timer),
      ntree_awake(other.ntree_awake),
      nbody_awake(other.nbody_awake),
      nparent_awake(other.nparent_awake),
      nv_awake(other.nv_awake),
      flg_energypos(other.flg_energypos),
      flg_energyvel(other.flg_energyvel),
      flg_subtreevel(other.flg_subtreevel),
      flg_rnepost(other.flg_rnepost),
      maxuse_stack(other.maxuse_stack),
      maxuse_arena(other.maxuse_arena),
      maxuse_con(other.maxuse_con),
      maxuse_efc(other.maxuse_efc),
      arena(other.arena),
      sizes_(other.sizes_),
      buffer_(other.buffer_) {
  visit_arrays(*this, sizes_, Layout(buffer_.data()));
  const std::byte* from = other.arena.data();
  std::byte* to = arena.data();
  contact = rebased(other.contact, from, to);
  visit_arena(*this, sizes_, [&](const char*, auto& view, auto...) { view = rebased(view, from, to); });
}

}  // namespace corten
