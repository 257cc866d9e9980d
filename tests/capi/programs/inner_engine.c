// What the library exports for MuJoCo's own tests without declaring it: convex search, what rays see, stiffness
// of interpolated flexes, patterns of sparse matrices. One line per number.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Obj {
  const mjModel* model;
  const mjData* data;
  int geom, geom_type, vertindex, meshindex, flex, elem, vert;
  mjtNum margin, rotate[4];
  void (*center)(mjtNum*, const struct Obj*);
  void (*support)(mjtNum*, struct Obj*, const mjtNum*);
  mjtNum prism[6][3];
  const mjtNum* size;
  const float* hfield_data;
  int hfield_nrow, hfield_ncol;
} Obj;
typedef struct {
  int max_iterations;
  mjtNum tolerance;
  int max_contacts;
  mjtNum dist_cutoff;
  void* context;
  void* (*alloc)(void*, size_t);
  void (*free)(void*, void*);
} Config;
typedef struct {
  mjtNum dist, x1[3 * mjMAXCONPAIR], x2[3 * mjMAXCONPAIR];
  int nx, max_iterations;
  mjtNum tolerance;
  int max_contacts;
  mjtNum dist_cutoff;
  int gjk_iterations, epa_iterations, epa_status;
  struct { mjtNum v[9]; int i[2]; } simplex[4];
  int nsimplex;
} Status;
void mjc_initCCDObj(Obj* obj, const mjModel* m, const mjData* d, int g, mjtNum margin);
void mjc_center(mjtNum res[3], const Obj* obj);
void mjccd_center(const void* obj, mjtNum* center);
void mjccd_support(const void* obj, const mjtNum* dir, mjtNum* vec);
mjtNum mjc_ccd(const Config* config, Status* status, Obj* obj1, Obj* obj2);
int mjc_BoxBox(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);
void mju_multiRayPrepare(const mjModel*, const mjData*, const mjtNum*, const mjtNum*, const mjtByte*, mjtByte, int,
                         mjtNum, mjtNum*, int*);
void mjd_flexInterp_mulKD(const mjModel* m, mjData* d, mjtNum* res, const mjtNum* vec, mjtNum h);
void mjd_flexInterp_addH(const mjModel* m, mjData* d, mjtNum* H, const int* dofs, int ndof, mjtNum h);
void mj_flexInterpState(const mjModel* m, mjData* d, int f, mjtNum* xpos, mjtNum* vel, mjtNum* quat);
void mj_makeDofDofSparse(int, int, int, int, const int*, const int*, int*, int*, int*, int*, int, int, int*);
void mj_makeBSparse(int, int, int, const int*, const int*, const int*, int*, int*, int*, int*);
void mj_makeDofDofMaps(int, int, int, int, const int*, const int*, const int*, const int*, const int*, const int*,
                       const int*, const int*, const int*, int*, int*, int*, int*, int*);
void mj_printSparsity(const char*, int, int, const int*, const int*, const int*, const int*, const int*, FILE*);
int mju_cholFactorSymbolic(int*, int*, int*, int*, int*, int*, int*, const int*, const int*, const int*, int, mjData*);
int mju_cholFactorNumeric(mjtNum*, int, mjtNum, const int*, const int*, const int*, const int*, const int*,
                          const int*, const int*, const mjtNum*, const int*, const int*, const int*, mjData*);

static void numbers(const char* what, const mjtNum* v, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %.17g", v[i]);
  printf("\n");
}
static void integers(const char* what, const int* v, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %d", v[i]);
  printf("\n");
}

static void* room(void* context, size_t bytes) { (void)context; return malloc(bytes); }
static void give_back(void* context, void* block) { (void)context; free(block); }

static void convex(const mjModel* m, const mjData* d) {
  static Status status;
  const mjtNum dir[3] = {0.6, 0.1, 0.7937253933193772};
  for (int g1 = 0; g1 < m->ngeom; ++g1) {
    if (m->geom_type[g1] < mjGEOM_SPHERE) continue;
    Obj a, b;
    mjtNum v[3];
    mjc_initCCDObj(&a, m, d, g1, 0.1);
    mjc_center(v, &a), numbers("center", v, 3);
    mjccd_center(&a, v), numbers("center", v, 3);
    mjccd_support(&a, dir, v), numbers("support", v, 3);
    a.support(v, &a, dir), numbers("support", v, 3);
    for (int g2 = 0; g2 < m->ngeom; ++g2) {
      if (g1 == g2 || m->geom_type[g2] < mjGEOM_SPHERE) continue;
      for (int contacts = 0; contacts < 3; ++contacts) {
        const Config config = {50, 1e-6, contacts, contacts ? 0 : 10, NULL, room, give_back};
        mjc_initCCDObj(&a, m, d, g1, 0), mjc_initCCDObj(&b, m, d, g2, 0);
        const mjtNum dist = mjc_ccd(&config, &status, &a, &b);
        if (dist > 1e10) { printf("apart\n"); continue; }
        numbers("dist", &dist, 1);
        printf("points %d\n", status.nx);
        for (int i = 0; dist && i < status.nx; ++i) numbers("x1", status.x1 + 3 * i, 3), numbers("x2", status.x2 + 3 * i, 3);
      }
      mjContact con[mjMAXCONPAIR];
      if (m->geom_type[g1] == mjGEOM_BOX && m->geom_type[g2] == mjGEOM_BOX)
        printf("raw %d\n", mjc_BoxBox(m, d, con, g1, g2, 0));
    }
  }
}

static void seen(const mjModel* m, const mjData* d) {
  const mjtNum points[4][3] = {{3, 1, 2}, {0, 0, 0.5}, {-1, 0.2, 0.1}, {0, 0, 9}};
  mjtNum* window = calloc(4 * m->ngeom + 1, sizeof(mjtNum));
  int* gone = calloc(m->ngeom + 1, sizeof(int));
  for (int i = 0; i < 4; ++i) {
    mju_zero(window, 4 * m->ngeom);
    mju_multiRayPrepare(m, d, points[i], NULL, NULL, i != 1, i == 2 ? 1 : -1, i == 3 ? 8.5 : 1e10, window, gone);
    numbers("window", window, 4 * m->ngeom), integers("gone", gone, m->ngeom);
  }
  free(window), free(gone);
}

static void stiffness(const mjModel* m, mjData* d) {
  const int nv = m->nv;
  mjtNum *H = calloc(nv * nv + 1, sizeof(mjtNum)), *v = calloc(nv + 1, sizeof(mjtNum)), *r = calloc(nv + 1, sizeof(mjtNum));
  int* dofs = calloc(nv + 1, sizeof(int));
  for (int i = 0; i < nv; ++i) dofs[i] = nv - 1 - i, v[i] = mju_Halton(i, 2) - 0.5;
  mjd_flexInterp_addH(m, d, H, dofs, nv, 0.01), numbers("H", H, nv * nv);
  mjd_flexInterp_mulKD(m, d, r, v, 0.02), numbers("KD", r, nv);
  for (int f = 0; f < m->nflex; ++f)
    if (m->flex_interp[f]) {
      mjtNum pos[81], vel[81], quat[4] = {1, 0, 0, 0};
      mj_flexInterpState(m, d, f, pos, vel, quat);
      numbers("pos", pos, 3 * m->flex_nodenum[f]), numbers("vel", vel, 3 * m->flex_nodenum[f]), numbers("quat", quat, 4);
    }
  free(H), free(v), free(r), free(dofs);
}

static void patterns(const mjModel* m, mjData* d) {
  const int nv = m->nv, most = (int)(m->nD + m->nB + m->nM + nv + m->nbody + 16);
  int *nnz = calloc(most, 4), *adr = calloc(most, 4), *diag = calloc(most, 4), *col = calloc(most, 4), *work = calloc(most, 4);
  int *map1 = calloc(most, 4), *map2 = calloc(most, 4), *map3 = calloc(most, 4), *work2 = calloc(most, 4);
  for (int k = 0; nv && k < 3; ++k) {
    mj_makeDofDofSparse(nv, m->nC, m->nD, m->nM, m->dof_parentid, m->dof_simplenum, nnz, adr, diag, col, k == 1, k == 2, work);
    integers("nnz", nnz, nv), integers("adr", adr, nv), integers("diag", diag, nv);
    integers("col", col, adr[nv - 1] + nnz[nv - 1]);
    fflush(stdout);
    mj_printSparsity("pattern", nv, nv, adr, diag, nnz, NULL, col, stdout);
  }
  mj_makeBSparse(nv, m->nbody, m->nB, m->body_dofnum, m->body_parentid, m->body_dofadr, nnz, adr, col, work);
  integers("nnz", nnz, m->nbody), integers("adr", adr, m->nbody), integers("col", col, m->nB);
  mj_makeDofDofMaps(nv, m->nM, m->nC, m->nD, m->dof_Madr, m->dof_simplenum, m->dof_parentid, m->D_rownnz, m->D_rowadr,
                    m->D_colind, m->M_rownnz, m->M_rowadr, m->M_colind, map1, map2, map3, work, work2);
  integers("M2D", map1, m->nD), integers("D2M", map2, m->nC), integers("M2M", map3, m->nC);

  enum { n = 6 };
  const mjtNum full[n * n] = {9, 1, 0, 0, 2, 3, 1, 8, 0, 1, 0, 0, 0, 0, 7, 0, 1, 0,
                              0, 1, 0, 9, 0, 1, 2, 0, 1, 0, 8, 0, 3, 0, 0, 1, 0, 9};
  mjtNum H[n * n], L[n * n];
  int hn[n], ha[n], hc[n * n], ln[n], la[n], lc[n * n], tn[n], ta[n], tc[n * n], map[n * n];
  mju_dense2sparse(H, full, n, n, hn, ha, hc, n * n);
  const int total = mju_cholFactorSymbolic(NULL, ln, la, NULL, tn, ta, NULL, hn, ha, hc, n, d);
  mju_cholFactorSymbolic(lc, ln, la, tc, tn, ta, map, hn, ha, hc, n, d);
  printf("factor %d rank %d\n", total, mju_cholFactorNumeric(L, n, 1e-10, ln, la, lc, tn, ta, tc, map, H, hn, ha, hc, d));
  integers("nnz", ln, n), integers("adr", la, n), integers("col", lc, total);
  numbers("L", L, total);
  free(nnz), free(adr), free(diag), free(col), free(work), free(map1), free(map2), free(map3), free(work2);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    char error[500];
    mjModel* m = mj_loadXML(argv[i], NULL, error, sizeof error);
    if (!m) return printf("%s\n", error), 1;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < 20; ++step) mj_step(m, d);
    mj_forward(m, d);
    convex(m, d), seen(m, d), patterns(m, d);
    if (m->nv < 200) stiffness(m, d);
    mj_deleteData(d), mj_deleteModel(m);
  }
  return 0;
}
