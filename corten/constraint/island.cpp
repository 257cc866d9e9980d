#include "corten/constraint/island.h"

#include <algorithm>
#include <numeric>

#include "corten/constraint/make_constraint.h"
#include "corten/constraint/tree_graph.h"
#include "corten/model/warning.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

void clear_islands(Data& d) {
  if (d.tree_island.empty()) return;  // found none since they were cleared last
  static_cast<IslandFields&>(d) = IslandFields{};
  d.nisland = d.nidof = 0;
}

bool allocate_islands(const Model& m, Data& d) {
  const StepCounts room = d.counts();
  bool ok = true;
  // inline: otherwise GCC makes a call of each of the forty
  const auto allocate = [&](const char*, auto& view, int rows) __attribute__((always_inline)) {
    if (ok && rows > 0 && view.size() == 0) ok = d.arena.alloc(rows, view);
  };
  IslandFields::visit(d, m.sizes(), room, allocate);
  return ok;
}

// Room for copies of the rows that islands share with the whole: the oracle makes them, so that what is too
// much for its memory is too much for ours.
bool reserve_shared_rows(Data& d) {
  constexpr std::size_t kRow = 5 * sizeof(int) + 3 * sizeof(Real), kEntry = sizeof(int) + sizeof(Real);
  Array<Real> copies;
  const std::size_t bytes = static_cast<std::size_t>(d.nefc) * kRow + static_cast<std::size_t>(d.nJ) * kEntry;
  return d.arena.alloc(static_cast<int>((bytes + sizeof(Real) - 1) / sizeof(Real)), copies);
}

// Groups items by island, ascending inside, items in no island last: counts, addresses and the maps.
void group(std::span<const int> item_island, int nisland, std::span<int> count, std::span<int> adr,
           std::span<int> grouped_to_item, std::span<int> item_to_grouped) {
  std::fill_n(count.begin(), nisland, 0);
  int inside = 0;
  for (int island : item_island)
    if (island >= 0) ++count[island], ++inside;
  for (int k = 0, total = 0; k < nisland; ++k) {
    adr[k] = total;
    total += count[k];
    count[k] = 0;
  }
  int outside = inside;
  for (int item = 0; item < static_cast<int>(item_island.size()); ++item) {
    const int island = item_island[item];
    const int place = island < 0 ? outside++ : adr[island] + count[island]++;
    grouped_to_item[place] = item;
    if (!item_to_grouped.empty()) item_to_grouped[item] = place;
  }
}

void group_trees(Data& d) {
  group(d.tree_island.span(), d.nisland, d.island_ntree.span(), d.island_itreeadr.span(),
        d.map_itree2tree.span(), {});
}

void group_dofs(const Model& m, Data& d) {
  for (int dof = 0; dof < m.nv; ++dof) d.dof_island[dof] = d.tree_island[m.dof_treeid[dof]];
  group(d.dof_island.span(), d.nisland, d.island_nv.span(), d.island_idofadr.span(), d.map_idof2dof.span(),
        d.map_dof2idof.span());
  for (int k = 0; k < d.nisland; ++k) d.island_dofadr[k] = d.map_idof2dof[d.island_idofadr[k]];
}

void group_rows(Data& d, std::span<const int> row_tree) {
  // a row between static bodies has no tree and no effect; it goes with the first island
  for (int row = 0; row < d.nefc; ++row)
    d.efc_island[row] = row_tree[row] < 0 ? 0 : d.tree_island[row_tree[row]];
  group(d.efc_island.span(), d.nisland, d.island_nefc.span(), d.island_iefcadr.span(), d.map_iefc2efc.span(),
        d.map_efc2iefc.span());
  std::fill(d.island_ne.begin(), d.island_ne.end(), 0);
  std::fill(d.island_nf.begin(), d.island_nf.end(), 0);
  for (int row = 0; row < d.ne; ++row) ++d.island_ne[d.efc_island[row]];
  for (int row = d.ne; row < d.ne + d.nf; ++row) ++d.island_nf[d.efc_island[row]];
}

// M and its factor, rows in island order, columns relative to the island: dofs of a tree stay together, so
// all of a row move by the same number.
void gather_inertia(const Model& m, Data& d) {
  int* colind = d.iM_colind.data();
  Real *M = d.iM.data(), *LD = d.iLD.data();
  int adr = 0;
  for (int i = 0; i < d.nidof; ++i) {
    const int dof = d.map_idof2dof[i], n = m.M_rownnz[dof], from = m.M_rowadr[dof];
    const int shift = i - d.island_idofadr[d.dof_island[dof]] - dof;
    d.iM_rownnz[i] = n;
    d.iM_rowadr[i] = adr;
    d.iLDiagInv[i] = d.qLDiagInv[dof];
    const Real *from_M = d.M.data() + from, *from_LD = d.qLD.data() + from;
    const int* from_col = m.M_colind.data() + from;
    for (int k = 0; k < n; ++k) {
      M[adr + k] = from_M[k];
      LD[adr + k] = from_LD[k];
      colind[adr + k] = from_col[k] + shift;
    }
    adr += n;
  }
}

// One island with every dof: every order stays as it is, and its rows are the rows.
bool everything_in_one(const Model& m, const Data& d) { return d.nisland == 1 && d.nidof == m.nv; }

void keep_order(std::span<int> map) { std::iota(map.begin(), map.end(), 0); }
void all_in_first(std::span<int> item_island) { std::fill(item_island.begin(), item_island.end(), 0); }

void group_everything(const Model& m, Data& d) {
  d.island_itreeadr[0] = d.island_idofadr[0] = d.island_dofadr[0] = d.island_iefcadr[0] = 0;
  d.island_ntree[0] = m.ntree;
  d.island_nv[0] = m.nv;
  d.island_ne[0] = d.ne;
  d.island_nf[0] = d.nf;
  d.island_nefc[0] = d.nefc;
  all_in_first(d.dof_island.span());
  all_in_first(d.efc_island.span());
  keep_order(d.map_itree2tree.span());
  keep_order(d.map_dof2idof.span());
  keep_order(d.map_idof2dof.span());
  keep_order(d.map_efc2iefc.span());
  keep_order(d.map_iefc2efc.span());
}

void copy_inertia(const Model& m, Data& d) {
  std::copy(m.M_rownnz.begin(), m.M_rownnz.end(), d.iM_rownnz.begin());
  std::copy(m.M_rowadr.begin(), m.M_rowadr.end(), d.iM_rowadr.begin());
  std::copy(m.M_colind.begin(), m.M_colind.end(), d.iM_colind.begin());
  std::copy(d.M.begin(), d.M.end(), d.iM.begin());
  std::copy(d.qLD.begin(), d.qLD.end(), d.iLD.begin());
  std::copy(d.qLDiagInv.begin(), d.qLDiagInv.end(), d.iLDiagInv.begin());
}

void share_rows(Data& d) {
  d.iefc_type = d.efc_type;
  d.iefc_id = d.efc_id;
  d.iefc_frictionloss = d.efc_frictionloss;
  d.iefc_D = d.efc_D;
  d.iefc_R = d.efc_R;
  d.iefc_J_rownnz = d.efc_J_rownnz;
  d.iefc_J_rowadr = d.efc_J_rowadr;
  d.iefc_J_rowsuper = d.efc_J_rowsuper;
  d.iefc_J_colind = d.efc_J_colind;
  d.iefc_J = d.efc_J;
}

void gather_rows(Data& d) {
  for (int i = 0; i < d.nefc; ++i) {
    const int row = d.map_iefc2efc[i];
    d.iefc_type[i] = d.efc_type[row];
    d.iefc_id[i] = d.efc_id[row];
    d.iefc_frictionloss[i] = d.efc_frictionloss[row];
    d.iefc_D[i] = d.efc_D[row];
    d.iefc_R[i] = d.efc_R[row];
  }
}

// Neighbouring dofs of an island that are neighbours outside it too: those of its trees.
struct DofRun {
  int dof;
  int count;
};

std::span<const DofRun> runs_of(std::span<const int> dofs, std::span<DofRun> room) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < dofs.size(); ++k) {
    if (k > 0 && dofs[k] == dofs[k - 1] + 1) {
      ++room[count - 1].count;
    } else {
      room[count++] = {dofs[k], 1};
    }
  }
  return room.first(count);
}

void gather_dense_jacobian(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const std::span<DofRun> room = frame.alloc<DofRun>(m.nv);
  for (int island = 0; island < d.nisland; ++island) {
    const int nv = d.island_nv[island], first = d.island_iefcadr[island];
    const std::span<const DofRun> runs =
        runs_of(d.map_idof2dof.span().subspan(d.island_idofadr[island], nv), room);
    Real* to = d.iefc_J.data() + static_cast<std::size_t>(d.nidof) * first;
    for (int i = first; i < first + d.island_nefc[island]; ++i) {
      const Real* from = d.efc_J.data() + static_cast<std::size_t>(d.map_iefc2efc[i]) * m.nv;
      for (const DofRun& run : runs)
        for (int k = 0; k < run.count; ++k) *to++ = from[run.dof + k];
    }
  }
}

// the row before in the islands' order is the row before and has the same columns
bool follows_alike(const Data& d, int i) {
  const int row = d.map_iefc2efc[i];
  return i > 0 && row > 0 && d.map_iefc2efc[i - 1] == row - 1 && d.efc_J_rowsuper[row - 1] > 0;
}

void gather_sparse_jacobian(Data& d) {
  int adr = 0;
  for (int i = 0; i < d.nefc; ++i) {
    const int row = d.map_iefc2efc[i], n = d.efc_J_rownnz[row], from = d.efc_J_rowadr[row];
    const int first = d.island_idofadr[d.efc_island[row]];
    d.iefc_J_rownnz[i] = n;
    d.iefc_J_rowadr[i] = adr;
    std::copy_n(d.efc_J.data() + from, n, d.iefc_J.data() + adr);
    if (follows_alike(d, i)) {
      std::copy_n(d.iefc_J_colind.data() + adr - n, n, d.iefc_J_colind.data() + adr);
    } else {
      for (int k = 0; k < n; ++k) d.iefc_J_colind[adr + k] = d.map_dof2idof[d.efc_J_colind[from + k]] - first;
    }
    adr += n;
  }
}

// rows directly after each one, within its island, that have its pattern
void find_island_supernodes(Data& d) {
  for (int i = d.nefc - 1; i >= 0; --i) {
    const int island = d.efc_island[d.map_iefc2efc[i]];
    d.iefc_J_rowsuper[i] = 0;
    if (i + 1 == d.island_iefcadr[island] + d.island_nefc[island]) continue;
    if (follows_alike(d, i + 1)) {
      d.iefc_J_rowsuper[i] = d.iefc_J_rowsuper[i + 1] + 1;
      continue;
    }
    if (d.iefc_J_rownnz[i] != d.iefc_J_rownnz[i + 1]) continue;
    const int* cols = d.iefc_J_colind.data() + d.iefc_J_rowadr[i];
    const int* next = d.iefc_J_colind.data() + d.iefc_J_rowadr[i + 1];
    if (std::equal(cols, cols + d.iefc_J_rownnz[i], next))
      d.iefc_J_rowsuper[i] = d.iefc_J_rowsuper[i + 1] + 1;
  }
}

int dofs_in_islands(const Model& m, std::span<const int> tree_island) {
  int n = 0;
  for (int tree = 0; tree < m.ntree; ++tree)
    if (tree_island[tree] >= 0) n += m.tree_dofnum[tree];
  return n;
}

bool find_islands(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<int> row_tree = frame.alloc<int>(d.nefc);
  if (!d.arena.alloc(m.ntree, d.tree_island)) return false;
  d.nisland = couple_trees(m, d, d.tree_island.span(), row_tree);
  if (d.nisland == 0) return true;
  d.nidof = dofs_in_islands(m, d.tree_island.span());
  const bool everything = everything_in_one(m, d);
  if (everything) share_rows(d);
  if (!allocate_islands(m, d)) return false;
  if (everything) {
    if (!reserve_shared_rows(d)) return false;
    group_everything(m, d);
    copy_inertia(m, d);
    return true;
  }
  group_trees(d);
  group_dofs(m, d);
  group_rows(d, row_tree);
  gather_inertia(m, d);
  gather_rows(d);
  return true;
}

}  // namespace

void island(const Model& m, Data& d) {
  clear_islands(d);
  if ((m.opt.disableflags & mjDSBL_ISLAND) || d.nefc == 0) return;
  if (!find_islands(m, d)) {
    warn(d, mjWARN_CNSTRFULL, static_cast<int>(d.arena.size()));
    clear_islands(d);
    d.nefc = 0;
    trim_rows(m, d);
    return;
  }
  if (d.nisland == 0) return clear_islands(d);
  if (everything_in_one(m, d)) return;
  if (is_sparse(m)) {
    gather_sparse_jacobian(d);
    find_island_supernodes(d);
  } else {
    gather_dense_jacobian(m, d);
  }
}

}  // namespace corten
