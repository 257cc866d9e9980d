// Factors of inertia, islands of a graph and costs of rows, as MuJoCo's library exports them for its own
// tests.
#include <vector>

#include "capi/boxes.h"
#include "capi/numbers.h"
#include "corten/solver/row_cost.h"

namespace corten::capi {

// ---- factors of inertia on the sparsity of a tree: the diagonal ends a row ----
CORTEN_API void mj_factorI(Real* mat, Real* diaginv, int nv, const int* rownnz, const int* rowadr,
                           const int* colind, const int* index) {
  perform("mj_factorI", [=] {
    if (nv <= 0) return;
    given(mat, "mat"), given(rownnz, "rownnz"), given(rowadr, "rowadr"), given(colind, "colind");
    for (int k = nv - 1; k >= 0; --k) {
      const int row = index ? index[k] : k, start = rowadr[row], diagonal = rownnz[row] - 1;
      const Real inverse = 1 / mat[start + diagonal];
      if (diaginv) diaginv[row] = inverse;
      for (int i = diagonal - 1; i >= 0; --i) {
        const Real scale = mat[start + i] * inverse;
        Real* above = mat + rowadr[colind[start + i]];
        for (int j = 0; j <= i; ++j) above[j] -= mat[start + j] * scale;
        mat[start + i] = scale;
      }
    }
  });
}

CORTEN_API void mj_solveLD(Real* x, const Real* qLD, const Real* qLDiagInv, int nv, int n, const int* rownnz,
                           const int* rowadr, const int* colind, const int* index) {
  perform("mj_solveLD", [=] {
    if (nv <= 0 || n <= 0) return;
    given(x, "x"), given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    given(rownnz, "rownnz"), given(rowadr, "rowadr"), given(colind, "colind");
    const auto row_of = [=](int k) { return index ? index[k] : k; };
    for (int vector = 0; vector < n; ++vector) {
      Real* v = x + vector * nv;
      for (int k = nv - 1; k >= 0; --k) {
        const int row = row_of(k);
        for (int i = 0; i < rownnz[row] - 1; ++i) v[colind[rowadr[row] + i]] -= qLD[rowadr[row] + i] * v[row];
      }
      for (int k = 0; k < nv; ++k) v[row_of(k)] *= qLDiagInv[row_of(k)];
      for (int k = 0; k < nv; ++k) {
        const int row = row_of(k);
        for (int i = 0; i < rownnz[row] - 1; ++i) v[row] -= qLD[rowadr[row] + i] * v[colind[rowadr[row] + i]];
      }
    }
  });
}

// The same on qM: the diagonal begins a row, its ancestors follow upwards.
CORTEN_API void mj_factorI_legacy(const mjModel* m, mjData*, const Real* mass, Real* qLD, Real* qLDiagInv) {
  perform("mj_factorI_legacy", [=] {
    M model = model_of(m);
    if (!model.nv) return;
    given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    std::copy_n(given(mass, "M"), model.nM, qLD);
    for (int k = model.nv - 1; k >= 0; --k) {
      const int start = model.dof_Madr[k];
      qLDiagInv[k] = 1 / qLD[start];
      int at = start + 1;
      for (int i = model.dof_parentid[k]; i >= 0; i = model.dof_parentid[i], ++at) {
        const Real scale = qLD[at] / qLD[start];
        int from = at;
        for (int j = i, to = model.dof_Madr[i]; j >= 0; j = model.dof_parentid[j])
          qLD[to++] -= qLD[from++] * scale;
        qLD[at] = scale;
      }
    }
  });
}
CORTEN_API void mj_solveLD_legacy(const mjModel* m, Real* x, int n, const Real* qLD, const Real* qLDiagInv) {
  perform("mj_solveLD_legacy", [=] {
    M model = model_of(m);
    if (!model.nv || n <= 0) return;
    given(x, "x"), given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    for (int vector = 0; vector < n; ++vector) {
      Real* v = x + vector * model.nv;
      const auto along = [&](int k, auto&& fn) {
        int at = model.dof_Madr[k] + 1;
        for (int i = model.dof_parentid[k]; i >= 0; i = model.dof_parentid[i]) fn(i, qLD[at++]);
      };
      for (int k = model.nv - 1; k >= 0; --k) along(k, [&](int i, Real l) { v[i] -= l * v[k]; });
      for (int k = 0; k < model.nv; ++k) v[k] *= qLDiagInv[k];
      for (int k = 0; k < model.nv; ++k) along(k, [&](int i, Real l) { v[k] -= l * v[i]; });
    }
  });
}

// ---- islands of a graph: its edges by rows; −1 for what has none ----
CORTEN_API int mj_floodFill(int* island, int nr, const int* rownnz, const int* rowadr, const int* colind,
                            int* stack) {
  return answer("mj_floodFill", [=] {
    if (nr <= 0) return 0;
    given(island, "island"), given(rownnz, "rownnz"), given(rowadr, "rowadr");
    given(colind, "colind"), given(stack, "stack");
    std::fill_n(island, nr, -1);
    int islands = 0;
    for (int first = 0; first < nr; ++first) {
      if (island[first] >= 0 || !rownnz[first]) continue;
      std::vector<int> open{first};
      while (!open.empty()) {
        const int i = open.back();
        open.pop_back();
        if (island[i] >= 0) continue;
        island[i] = islands;
        for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k)
          if (island[colind[k]] < 0) open.push_back(colind[k]);
      }
      ++islands;
    }
    return islands;
  });
}

// ---- costs of constraint rows ----
CORTEN_API void mj_constraintUpdate_impl(int ne, int nf, int nefc, const Real* rows_D, const Real* rows_R,
                                         const Real* floss, const Real* jar, const int* type, const int* id,
                                         Contact* contact, int* state, Real* force, Real* cost,
                                         int flg_coneHessian) {
  perform("mj_constraintUpdate_impl", [=] {
    if (cost) *cost = 0;
    if (nefc <= 0) return;
    given(rows_D, "D"), given(rows_R, "R"), given(floss, "floss"), given(jar, "jar"), given(type, "type");
    given(id, "id"), given(state, "state"), given(force, "force");
    std::vector<ContactRows> cones;
    for (int i = 0; i < nefc; ++i)
      if (type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
        Contact& c = given(contact, "contact")[id[i]];
        if (c.dim < 1 || i + c.dim > nefc) throw Problem("the rows of a contact are not there");
        cones.push_back({i, c.dim, c.mu, c.friction.data(), c.H.data()});
        i += c.dim - 1;
      }
    Rows rows;
    rows.nefc = nefc, rows.ne = ne, rows.nf = nf;
    rows.D = row(rows_D, nefc), rows.R = row(rows_R, nefc), rows.frictionloss = row(floss, nefc);
    rows.cones = cones;
    const Real sum =
        rows_cost(rows, row(jar, nefc), row(force, nefc), row(state, nefc), flg_coneHessian != 0);
    if (cost) *cost = sum;
  });
}

}  // namespace corten::capi
