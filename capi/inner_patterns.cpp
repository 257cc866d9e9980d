// Patterns of sparse matrices, as MuJoCo's library exports them for its own tests: those of a kinematic tree,
// those of factors, and a drawing of them.
#include <cmath>
#include <cstdio>
#include <vector>

#include "capi/inner_rows.h"

namespace corten::capi {
namespace {

using Lists = std::vector<std::vector<int>>;  // columns of every row, ascending

std::size_t total(const Lists& rows) {
  std::size_t sum = 0;
  for (const auto& columns : rows) sum += columns.size();
  return sum;
}

void put_counts(const Lists& rows, int* rownnz, int* rowadr) {
  int adr = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    rownnz[r] = static_cast<int>(rows[r].size());
    rowadr[r] = adr;
    adr += rownnz[r];
  }
}
void put_rows(const Lists& rows, int* rownnz, int* rowadr, int* colind) {
  put_counts(rows, rownnz, rowadr);
  for (std::size_t r = 0; r < rows.size(); ++r) std::ranges::copy(rows[r], colind + rowadr[r]);
}

void require_size(const Lists& rows, int wanted, const char* size) {
  if (total(rows) != count(wanted))
    throw Problem("the pattern has " + std::to_string(total(rows)) + " entries, " + size + " says " +
                  std::to_string(wanted));
}
// Ancestors have smaller numbers: every walk to the root ends.
void require_above(int parent, int child) {
  if (parent >= child) throw Problem("the parent of " + std::to_string(child) + " comes after it");
}

}  // namespace

// ---- of a kinematic tree ----

// A dof and its ancestors, with `upper` also its descendants; with `reduced` nothing but the diagonal for
// dofs that are simple.
CORTEN_API void mj_makeDofDofSparse(int nv, int nC, int nD, int nM, const int* dof_parentid,
                                    const int* dof_simplenum, int* rownnz, int* rowadr, int* diag,
                                    int* colind, int reduced, int upper, int*) {
  perform("mj_makeDofDofSparse", [=] {
    if (nv <= 0) return;
    require(dof_parentid && dof_simplenum && rownnz && rowadr && colind);
    Lists rows(count(nv));
    std::vector<int> diagonal(count(nv), 0);
    for (int i = 0; i < nv; ++i) {
      std::vector<int> above;
      for (int j = i; j >= 0 && !(reduced && dof_simplenum[i]);) {
        const int parent = dof_parentid[j];
        require_above(parent, j);
        if (parent >= 0) above.push_back(parent);
        j = parent;
      }
      auto& own = rows[count(i)];
      own.insert(own.begin(), above.rbegin(), above.rend());
      diagonal[count(i)] = static_cast<int>(own.size());
      own.push_back(i);
      if (upper)
        for (const int ancestor : above) rows[count(ancestor)].push_back(i);
    }
    if (upper)
      require_size(rows, nD, "nD");
    else
      require_size(rows, reduced ? nC : nM, reduced ? "nC" : "nM");
    put_rows(rows, rownnz, rowadr, colind);
    if (diag) std::ranges::copy(diagonal, diag);
  });
}

// Dofs of a body's subtree and of its ancestors.
CORTEN_API void mj_makeBSparse(int nv, int nbody, int nB, const int* body_dofnum, const int* body_parentid,
                               const int* body_dofadr, int* B_rownnz, int* B_rowadr, int* B_colind, int*) {
  perform("mj_makeBSparse", [=] {
    if (nbody <= 0) return;
    require(body_dofnum && body_parentid && body_dofadr && B_rownnz && B_rowadr && B_colind);
    Lists rows(count(nbody));
    const auto add = [&](int row, int body) {
      for (int k = 0; k < body_dofnum[body]; ++k) rows[count(row)].push_back(body_dofadr[body] + k);
    };
    for (int body = 1; body < nbody; ++body) {
      add(body, body);
      for (int above = body; above > 0;) {
        require_above(body_parentid[above], above);
        if (body_parentid[above] < 0) throw Problem("a body has no parent");
        above = body_parentid[above];
        add(above, body);
        if (above > 0) add(body, above);
      }
    }
    for (auto& columns : rows) std::ranges::sort(columns);
    if (rows[0].size() != count(nv)) throw Problem("the dofs of the bodies are not nv");
    require_size(rows, nB, "nB");
    put_rows(rows, B_rownnz, B_rowadr, B_colind);
  });
}

// Where the entries of one layout of inertia are in another: lower triangle and both, older and newer. The
// older one stores a row from its diagonal towards the root.
CORTEN_API void mj_makeDofDofMaps(int nv, int, int nC, int, const int* dof_Madr, const int*, const int*,
                                  const int* D_rownnz, const int* D_rowadr, const int* D_colind,
                                  const int* M_rownnz, const int* M_rowadr, const int* M_colind, int* mapM2D,
                                  int* mapD2M, int* mapM2M, int*, int*) {
  perform("mj_makeDofDofMaps", [=] {
    if (nv <= 0) return;
    const Rows D = rows_of(D_rownnz, D_rowadr, D_colind), M = rows_of(M_rownnz, M_rowadr, M_colind);
    require(dof_Madr && mapM2D && mapD2M && mapM2M);
    for (int r = 0; r < nv; ++r) {
      for (int k = D.adr[r]; k < D.adr[r] + D.nnz[r]; ++k)
        mapM2D[k] = find(M, std::max(r, D.col[k]), std::min(r, D.col[k]));
      for (int k = M.adr[r]; k < M.adr[r] + M.nnz[r]; ++k) {
        if (k >= nC) throw Problem("the pattern of M has more entries than nC");
        mapD2M[k] = find(D, r, M.col[k]);
        mapM2M[k] = dof_Madr[r] + M.nnz[r] - 1 - (k - M.adr[r]);
      }
    }
  });
}

// ---- of factors LᵀL, rows from the last to the first ----
namespace {

// The lower triangle with what elimination adds: a row that goes makes its other columns neighbours.
Lists factor_pattern(int n, const Rows& upper) {
  Lists rows(count(n));
  for (int r = 0; r < n; ++r)
    for (const int c : upper.columns(r)) {
      require_id(c, n, "column");
      if (c > r) rows[count(c)].push_back(r);
    }
  const auto tidy = [](std::vector<int>& columns) {
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  };
  for (int r = n - 1; r >= 0; --r) {
    auto& columns = rows[count(r)];
    tidy(columns);
    if (columns.empty()) continue;
    const int next = columns.back();  // the row above that inherits the others
    auto& heir = rows[count(next)];
    heir.insert(heir.end(), columns.begin(), columns.end() - 1);
  }
  for (int r = 0; r < n; ++r) rows[count(r)].push_back(r);
  return rows;
}

}  // namespace

// Without L_colind only counts; the pattern comes as an upper triangle. How many entries the factor has.
CORTEN_API int mju_cholFactorSymbolic(int* L_colind, int* L_rownnz, int* L_rowadr, int* LT_colind,
                                      int* LT_rownnz, int* LT_rowadr, int* LT_map, const int* rownnz,
                                      const int* rowadr, const int* colind, int n, mjData*) {
  return answer("mju_cholFactorSymbolic", [=] {
    if (n <= 0) return 0;
    const Rows upper = rows_of(rownnz, rowadr, colind);
    require(L_rownnz && L_rowadr && LT_rownnz && LT_rowadr);
    const Lists rows = factor_pattern(n, upper);
    Lists columns(count(n));
    for (int r = 0; r < n; ++r)
      for (const int c : rows[count(r)]) columns[count(c)].push_back(r);
    put_counts(rows, L_rownnz, L_rowadr);
    put_counts(columns, LT_rownnz, LT_rowadr);
    if (L_colind) {
      require(LT_colind && LT_map);
      put_rows(rows, L_rownnz, L_rowadr, L_colind);
      put_rows(columns, LT_rownnz, LT_rowadr, LT_colind);
      const Rows L = rows_of(L_rownnz, L_rowadr, L_colind);
      for (int c = 0; c < n; ++c)
        for (int k = LT_rowadr[c]; k < LT_rowadr[c] + LT_rownnz[c]; ++k) LT_map[k] = find(L, LT_colind[k], c);
    }
    return static_cast<int>(total(rows));
  });
}

// Numbers of the factor of H on a pattern with the fill; pivots below mindiag are raised to it. The rank.
CORTEN_API int mju_cholFactorNumeric(Real* L, int n, Real mindiag, const int* L_rownnz, const int* L_rowadr,
                                     const int* L_colind, const int* LT_rownnz, const int* LT_rowadr,
                                     const int* LT_colind, const int* LT_map, const Real* H,
                                     const int* H_rownnz, const int* H_rowadr, const int* H_colind, mjData*) {
  return answer("mju_cholFactorNumeric", [=] {
    if (n <= 0) return 0;
    const Rows rows = rows_of(L_rownnz, L_rowadr, L_colind),
               columns = rows_of(LT_rownnz, LT_rowadr, LT_colind);
    rows_of(H_rownnz, H_rowadr, H_colind);
    require(L && LT_map && H);
    int rank = n;
    std::vector<Real> line(count(n), 0);
    for (int r = n - 1; r >= 0; --r) {
      const auto pattern = rows.columns(r);
      if (pattern.empty() || pattern.back() != r) throw Problem("a row does not end on its diagonal");
      for (const int c : pattern) line[count(c)] = 0;
      for (int k = H_rowadr[r]; k < H_rowadr[r] + H_rownnz[r]; ++k)
        if (H_colind[k] <= r) line[count(H_colind[k])] = H[k];
      // less L(b, r) L(b, ·) of every row b below with an entry in this column
      for (int k = columns.adr[r] + columns.nnz[r] - 1; k >= columns.adr[r]; --k) {
        const int below = columns.col[k];
        if (below <= r) continue;
        const Real factor = L[LT_map[k]];
        for (int i = rows.adr[below]; i < rows.adr[below] + rows.nnz[below] && rows.col[i] <= r; ++i)
          line[count(rows.col[i])] -= L[i] * factor;
      }
      Real pivot = line[count(r)];
      if (pivot < mindiag) pivot = mindiag, --rank;
      pivot = std::sqrt(pivot);
      const Real inverse = 1 / pivot;
      for (int i = rows.adr[r]; i < rows.adr[r] + rows.nnz[r]; ++i)
        L[i] = rows.col[i] == r ? pivot : line[count(rows.col[i])] * inverse;
    }
    return rank;
  });
}

// ---- a drawing: x for an entry, D on the diagonal ----
CORTEN_API void mj_printSparsity(const char* str, int nr, int nc, const int* rowadr, const int* diag,
                                 const int* rownnz, const int* rowsuper, const int* colind, std::FILE* fp) {
  perform("mj_printSparsity", [=] {
    constexpr int kWidest = 300;  // nobody reads more
    if (nr <= 0 || nc <= 0 || nc > kWidest) return;
    const Rows m = rows_of(rownnz, rowadr, colind);
    given(fp, "fp");
    std::string text = std::string(given(str, "str")) + "\n";
    const std::string border(count(nc) + 2, '-');
    text += border + "\n";
    for (int r = 0; r < nr; ++r) {
      std::string line(count(nc), ' ');
      for (int k = 0; k < m.nnz[r]; ++k) {
        const int c = m.col[m.adr[r] + k];
        require_id(c, nc, "column");
        line[count(c)] = diag && diag[r] == k ? 'D' : 'x';
      }
      text += " " + line + " |";
      if (rowsuper && rowsuper[r] > 0) text += " " + std::to_string(rowsuper[r]);
      text += "\n";
    }
    text += border + "\n\n";
    std::fputs(text.c_str(), fp);
  });
}

}  // namespace corten::capi
