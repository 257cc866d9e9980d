// How many lanes and how much memory a world gets.
#include <algorithm>

#include "cuda/candidates.h"
#include "cuda/plan.h"
#include "cuda/tiles.h"

namespace corten::gpu {
namespace {

// What a world could need at most.
struct Most {
  int contacts = 0;
  int rows = 0;
};

template <class T>
Most most_of(const Model& m, const Tables<T>& t) {
  Most most{0, t.nequalityrow + t.nfriction + t.nlimit};
  const bool cones = m.opt.cone == mjCONE_ELLIPTIC;
  constexpr int kEnough = 1 << 20;
  for (const Candidate& c : candidates(m)) {
    const int n = most_contacts(m.geom_type[c.geom1], m.geom_type[c.geom2]),
              dim = pair_params<Real>(m, c).dim;
    most.contacts = std::min(kEnough, most.contacts + n);
    most.rows = std::min(kEnough, most.rows + n * (dim == 1 ? 1 : cones ? dim : 2 * (dim - 1)));
  }
  return most;
}

template <class T>
WorldSizes sizes_of(const Model& m, const Tables<T>& t, const TierShape& shape, int contacts, int rows,
                    bool coupled) {
  WorldSizes n{};
  n.nq = m.nq, n.nv = m.nv, n.nu = m.nu, n.na = m.na, n.nbody = m.nbody, n.njnt = m.njnt, n.ngeom = m.ngeom;
  n.nsite = m.nsite, n.nmocap = m.nmocap, n.ntendon = m.ntendon;
  n.np = shape.row ? shape.row : (m.nv + 3) / 4 * 4;
  n.nM = shape.row ? shape.row * shape.row : t.apart ? m.ntree * shape.tree_row * shape.tree_row : t.nM;
  n.nslope = t.lopsided ? n.nM : 0;
  n.nH = coupled && !shape.row ? tile_count((m.nv + 3) / 4) * 16 : 0;
  n.ncdof = std::max(n.np, shape.row ? (8 * shape.row + 5) / 6 : (shape.width * 2 + 5) / 6);
  n.ncoupling = shape.row ? 0 : t.apart ? kMostJointCoupling : t.couples_little ? kMostCoupling : 0;
  n.nschur = t.apart ? 0 : n.ncoupling * (n.ncoupling + 1);
  n.ntreemark = shape.row ? 0 : (rows + 3) / 4 * 4;
  n.nmoment = t.nmoment;
  n.ncon = contacts, n.nefc = (rows + 3) / 4 * 4;
  constexpr int kCouplingRoom = 32;  // blocks that a few rows between trees take
  n.nJ = t.apart && !coupled ? (n.nefc + (t.may_couple ? kCouplingRoom : 0)) * shape.tree_row : n.nefc * n.np;
  if (t.apart) n.napart = lanes_for(m, t) / kWarp * apart_numbers(shape.tree_row), n.ntree = m.ntree;
  n.neq = t.nequality;
  n.nstage = m.opt.integrator == mjINT_RK4;
  n.nconjugate = m.opt.solver == mjSOL_CG ? 3 : 0;
  n.nown = shape.own;
  return n;
}

int rounded(Real x) { return static_cast<int>(x); }

}  // namespace

TierShape shape_of(Tier tier, Kind kind) {
  const bool own = kind >= Kind::varied_robot;
  switch (tier) {
    case Tier::lanes16:
      return {16, 16, 8, 0, own};
    case Tier::lanes32:
      return {32, kind == Kind::full || kind >= Kind::varied ? 32 : 28, 4, 0, own};
    default:
      return {128, 0, 1, kind == Kind::plain ? kTreeRowOf<0> : kTreeRowOf<kAllFeatures>, own};
  }
}

Tier tier_for(const Model& m) {
  return m.nv <= 16 ? Tier::lanes16 : m.nv <= 32 ? Tier::lanes32 : Tier::block;
}

template <class T>
int lanes_for(const Model& m, const Tables<T>& t) {
  const int width = shape_of(tier_for(m), Kind::full).width;
  if (t.apart) return std::clamp(m.ntree * kWarp, 2 * kWarp, width);
  // fewer lanes leave room for more worlds: 1.27 times as fast on G1
  return m.nv <= 2 * kWarp ? std::min(width, 2 * kWarp) : width;
}

template <class T>
Kind kind_for(const Model& m, const Tables<T>& t) {
  const bool fits = tier_for(m) == Tier::lanes32 ? m.nv <= shape_of(Tier::lanes32, Kind::plain).row
                                                 : !t.apart || t.largest_tree <= kTreeRowOf<0>;
  if (!fits) return Kind::full;
  if (t.features == 0) return Kind::plain;
  return tier_for(m) != Tier::block && (t.features & ~kRobotFeatures) == 0 ? Kind::robot : Kind::full;
}

// Worlds share a multiprocessor: as many as leave each the rows that are usual, then as many rows as fit
// beside them. Worlds with more go on in device memory.
template <class T>
MemoryPlan plan_memory(const Model& m, const Tables<T>& t, Kind kind, const SharedMemory& memory) {
  const TierShape shape = shape_of(tier_for(m), kind), spill_shape = shape_of(tier_for(m), Kind::spill);
  const Most most = most_of(m, t);
  const int fixed = t.nequalityrow + t.nfriction;
  const int usual_rows =
      std::min(most.rows, fixed + std::max(16, shape.row || t.apart ? 2 * m.nv : 3 * m.nv / 2));
  const auto layout = [&](int rows) {
    const int contacts = std::min(most.contacts, std::max(8, (rows - fixed) * 3 / 8));
    return lay_out<T>(sizes_of(m, t, shape, contacts, rows,
                               !t.small_trees || (t.may_couple && !t.apart && !t.couples_little)),
                      false);
  };
  MemoryPlan plan;
  const int most_resident = std::max(1, 512 / lanes_for(m, t));
  for (int blocks = most_resident / shape.per_block; blocks >= 1 && !plan.fits_shared; --blocks) {
    constexpr std::size_t kUnit = 128;  // blocks get multiples of it
    const std::size_t share = memory.multiprocessor / static_cast<std::size_t>(blocks) / kUnit * kUnit;
    const std::size_t block = std::min(memory.block, share - memory.reserved) - kMailBytes;
    const int budget = static_cast<int>(block / static_cast<std::size_t>(shape.per_block)) / 16 * 16;
    if (layout(usual_rows).bytes > budget) continue;
    plan.fits_shared = true;
    plan.resident = blocks * shape.per_block;
    int rows = usual_rows;
    while (rows < most.rows && layout(rows + 4).bytes <= budget) rows += 4;
    plan.shared = layout(rows);
  }
  constexpr Real kSpillBytes = 8 << 20;  // of one world
  const int per_row = static_cast<int>(sizeof(T)) * ((m.nv + 3) / 4 * 4 + 8) + 64;
  const int room = std::min(most.rows, std::max(fixed + 64, rounded(kSpillBytes / per_row)));
  const int contacts = std::min(most.contacts, std::max(64, room));
  plan.spill = lay_out<T>(sizes_of(m, t, spill_shape, contacts, room, true), false);
  return plan;
}

template int lanes_for<float>(const Model&, const Tables<float>&);
template int lanes_for<double>(const Model&, const Tables<double>&);
template Kind kind_for<float>(const Model&, const Tables<float>&);
template Kind kind_for<double>(const Model&, const Tables<double>&);
template MemoryPlan plan_memory<float>(const Model&, const Tables<float>&, Kind, const SharedMemory&);
template MemoryPlan plan_memory<double>(const Model&, const Tables<double>&, Kind, const SharedMemory&);

}  // namespace corten::gpu
