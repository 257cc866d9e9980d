// Mathematics that MuJoCo exports for its own tests, without declaring it in the public headers.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

mjtNum mju_dotSparse2(const mjtNum*, const int*, int, const mjtNum*, const int*, int);
void mju_mulMatTVecSparse(mjtNum*, const mjtNum*, const mjtNum*, int, int, const int*, const int*, const int*);
void mju_addToMatSparse(mjtNum*, int*, int*, int*, int, const mjtNum*, const int*, const int*, const int*, mjtNum*, int*);
void mju_addToSymSparse(mjtNum*, const mjtNum*, int, const int*, const int*, const int*, int);
void mju_mulSymVecSparse(mjtNum*, const mjtNum*, const mjtNum*, int, const int*, const int*, const int*);
int mju_compressSparse(mjtNum*, int, int, int*, int*, int*, mjtNum);
int mju_combineSparseCount(int, int, const int*, const int*);
void mju_transposeSparse(mjtNum*, const mjtNum*, int, int, int*, int*, int*, int*, const int*, const int*, const int*);
void mju_superSparse(int, int*, const int*, const int*, const int*);
void mju_sqrMatTDSparse(mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*, int, int, int*, const int*, int*, const int*,
                        const int*, const int*, const int*, const int*, const int*, const int*, const int*, mjData*, int*);
void mju_sqrMatTDSparse_row(mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*, int, int, int*, const int*, int*, const int*,
                            const int*, const int*, const int*, const int*, const int*, const int*, const int*, mjData*, int*);
int mju_sqrMatTDSparseCount(int*, int*, int, const int*, const int*, const int*, const int*, const int*, const int*,
                            const int*, mjData*, int);
void mju_sqrMatTDUncompressedInit(int*, int);
int mju_cholFactorSparse(mjtNum*, int, mjtNum, int*, const int*, int*, mjData*);
int mju_cholUpdateSparse(mjtNum*, const mjtNum*, int, int, const int*, const int*, const int*, int, const int*, mjData*);
void mju_gather(mjtNum*, const mjtNum*, const int*, int);
void mju_gatherInt(int*, const int*, const int*, int);
void mju_gatherMasked(mjtNum*, const mjtNum*, const int*, int);
void mju_scatter(mjtNum*, const mjtNum*, const int*, int);
void mju_scatterInt(int*, const int*, const int*, int);
void mju_mulMatMat3(mjtNum*, const mjtNum*, const mjtNum*);
void mju_mulMatMatT3(mjtNum*, const mjtNum*, const mjtNum*);
void mju_mulMatTMat3(mjtNum*, const mjtNum*, const mjtNum*);
void mju_mulInertVec(mjtNum*, const mjtNum*, const mjtNum*);
mjtNum mju_muscleDynamicsTimescale(mjtNum, mjtNum, mjtNum, mjtNum);
int mju_outsideBox(const mjtNum*, const mjtNum*, const mjtNum*, const mjtNum*, mjtNum);
void mju_geomSemiAxes(mjtNum*, const mjtNum*, int);
mjtNum mju_evalBasis(const mjtNum*, int, int);
void mju_interpolate3D(mjtNum*, const mjtNum*, const mjtNum*, int);
void mju_defGradient(mjtNum*, const mjtNum*, const mjtNum*, int);
int mju_condataSize(int);
size_t mju_encodeBase64(char*, const unsigned char*, size_t);
size_t mju_decodeBase64(unsigned char*, const char*);
size_t mju_isValidBase64(const char*);
void mju_historyInit(mjtNum*, int, int, const mjtNum*, const mjtNum*, mjtNum);
mjtNum* mju_historyInsert(mjtNum*, int, int, mjtNum);
const mjtNum* mju_historyRead(const mjtNum*, int, int, mjtNum*, mjtNum, int);
void mju_blockDiag(mjtNum*, const mjtNum*, int, int, int, const int*, const int*, const int*, const int*, const int*, const int*);
void mju_sparseMap(int*, int, const int*, const int*, const int*, const int*, const int*, const int*);
void mju_lower2SymMap(int*, int, const int*, const int*, const int*, const int*, const int*, const int*, int*);

enum { R = 6, C = 5 };

static unsigned seed = 1;
static mjtNum number(void) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 8 & 0xffff) / 32768.0 - 1;
}
static void show(const char* what, const mjtNum* x, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %.15g", x[i] + 0.0);
  printf("\n");
}
static void show_ints(const char* what, const int* x, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %d", x[i]);
  printf("\n");
}

// A matrix by rows; those of the lower triangle only if it is square and `lower`.
typedef struct {
  int nr, nc, nnz[10], adr[10], col[200];
  mjtNum val[200];
} Sparse;

static Sparse make(int nr, int nc, int lower, int room) {
  Sparse s;
  memset(&s, 0, sizeof s);
  s.nr = nr, s.nc = nc;
  int at = 0;
  for (int r = 0; r < nr; ++r) {
    s.adr[r] = room ? r * nc : at;
    for (int c = 0; c < (lower ? r + 1 : nc); ++c)
      if ((lower && c == r) || number() > 0.2) {
        const int k = s.adr[r] + s.nnz[r]++;
        s.col[k] = c, s.val[k] = lower && c == r ? 4 + number() : number();
        ++at;
      }
  }
  return s;
}
static void show_sparse(const char* what, const Sparse* s) {
  show_ints(what, s->nnz, s->nr);
  for (int r = 0; r < s->nr; ++r) {
    show_ints(" columns", s->col + s->adr[r], s->nnz[r]);
    show(" values", s->val + s->adr[r], s->nnz[r]);
  }
}

static void vectors(void) {
  const int ind[] = {3, 0, 4}, masked[] = {2, -1, 0}, ints[] = {5, 6, 7, 8, 9}, a[] = {0, 2, 5}, b[] = {1, 2, 3, 5};
  mjtNum x[9], y[9], z[10], res[9];
  int out[5] = {0};
  for (int i = 0; i < 9; ++i) x[i] = number(), y[i] = number(), z[i] = number(), res[i] = 0;
  z[9] = number();
  mju_gather(res, x, ind, 3), show("gather", res, 3);
  mju_gatherMasked(res, x, masked, 3), show("gather masked", res, 3);
  mju_scatter(res, x, ind, 3), show("scatter", res, 5);
  mju_gatherInt(out, ints, ind, 3), show_ints("gather int", out, 3);
  mju_scatterInt(out, ints, ind, 3), show_ints("scatter int", out, 5);
  printf("dot %.15g, union %d\n", mju_dotSparse2(x, a, 3, y, b, 4), mju_combineSparseCount(3, 4, a, b));
  mju_mulMatMat3(res, x, y), show("A B", res, 9);
  mju_mulMatTMat3(res, x, y), show("A' B", res, 9);
  mju_mulMatMatT3(res, x, y), show("A B'", res, 9);
  mju_mulInertVec(res, z, x), show("inertia", res, 6);
  for (int i = -2; i <= 2; ++i)
    printf("timescale %.15g %.15g\n", mju_muscleDynamicsTimescale(i * 0.3, 0.01, 0.04, 0), mju_muscleDynamicsTimescale(i * 0.3, 0.01, 0.04, 0.8));
  for (int i = 0; i < 128; i += 9) printf("condata %d\n", mju_condataSize(i));
}

static void shapes(void) {
  const mjtNum pos[] = {0.1, 0.2, 0.3}, size[] = {0.5, 0.6, 0.7}, quat[] = {0.5, 0.5, 0.5, 0.5};
  mjtNum mat[9], axes[3], coefficient[81], result[9] = {0};
  mju_quat2Mat(mat, quat);
  for (int i = 0; i < 12; ++i) {
    const mjtNum point[] = {number(), number(), number()};
    printf("outside %d\n", mju_outsideBox(point, pos, mat, size, 1.2));
  }
  for (int type = mjGEOM_SPHERE; type <= mjGEOM_BOX; ++type) mju_geomSemiAxes(axes, size, type), show("semi-axes", axes, 3);
  for (int i = 0; i < 81; ++i) coefficient[i] = number();
  for (int order = 1; order <= 2; ++order) {
    const int nodes = order == 1 ? 8 : 27;
    for (int i = 0; i < nodes; ++i) printf("basis %.15g\n", mju_evalBasis(pos, i, order));
    mju_interpolate3D(result, pos, coefficient, order), show("interpolated", result, 3);
    mju_defGradient(result, pos, coefficient, order), show("gradient", result, 9);
  }
}

static void texts(void) {
  char text[100];
  unsigned char bytes[100];
  for (int n = 0; n < 8; ++n) {
    const size_t length = mju_encodeBase64(text, (const unsigned char*)"hello world", (size_t)n);
    const size_t valid = mju_isValidBase64(text);
    const size_t decoded = valid ? mju_decodeBase64(bytes, text) : 0;
    printf("%d: %s %d %d %d %.*s\n", n, text, (int)length, (int)valid, (int)decoded, (int)decoded, bytes);
  }
  const char* odd[] = {"", "a", "ab", "abc", "ab=c", "a===", "ab==", "ab=", "a*cd", "abcd===="};
  for (int i = 0; i < 10; ++i) printf("'%s' %d\n", odd[i], (int)mju_isValidBase64(odd[i]));
}

static void histories(void) {
  mjtNum buffer[2 + 4 * 3], res[2];
  const mjtNum times[] = {1, 2, 3, 4}, values[] = {1, 10, 2, 20, 4, 40, 8, 80};
  mju_historyInit(buffer, 4, 2, times, values, 7);
  show("buffer", buffer, 14);
  const mjtNum when[] = {0, 1, 1.5, 2.25, 3, 3.9, 4, 6};
  for (int k = 0; k < 2; ++k) {
    for (int interp = 0; interp < 3; ++interp)
      for (int i = 0; i < 8; ++i) {
        const mjtNum* there = mju_historyRead(buffer, 4, 2, res, when[i], interp);
        show(there ? "exact" : "between", there ? there : res, 2);
      }
    mjtNum* slot = mju_historyInsert(buffer, 4, 2, k ? 2.5 : 5);
    slot[0] = 3, slot[1] = 30;
    show("buffer", buffer, 14);
  }
}

static void products(mjData* d) {
  Sparse m = make(R, C, 0, 0), t = make(R, C, 0, 0), h;
  mjtNum vec[R], res[40], dense[64] = {0};
  int super[10];
  for (int i = 0; i < R; ++i) vec[i] = number();
  mju_mulMatTVecSparse(res, m.val, vec, R, C, m.nnz, m.adr, m.col), show("M' v", res, C);
  memset(&t, 0, sizeof t);
  t.nr = C, t.nc = R;
  mju_transposeSparse(t.val, m.val, R, C, t.nnz, t.adr, t.col, super, m.nnz, m.adr, m.col);
  show_sparse("transposed", &t), show_ints("supernodes", super, C);
  mju_superSparse(R, super, m.nnz, m.adr, m.col), show_ints("supernodes", super, R);
  for (int with = 0; with < 2; ++with)
    for (int row = 0; row < 2; ++row) {
      int diag[C];
      memset(&h, 0, sizeof h);
      h.nr = h.nc = C;
      mju_sqrMatTDUncompressedInit(h.adr, C), show_ints("rows", h.adr, C);
      (row ? mju_sqrMatTDSparse_row : mju_sqrMatTDSparse)(h.val, m.val, t.val, with ? vec : NULL, R, C, h.nnz, h.adr, h.col,
                                                          m.nnz, m.adr, m.col, NULL, t.nnz, t.adr, t.col, NULL, d, diag);
      show_sparse("square", &h);
    }
  for (int upper = 0; upper < 2; ++upper) {
    int nnz[C], adr[C];
    printf("count %d\n", mju_sqrMatTDSparseCount(nnz, adr, C, m.nnz, m.adr, m.col, t.nnz, t.adr, t.col, NULL, d, upper));
    show_ints(" rows", nnz, C), show_ints(" starts", adr, C);
  }
  Sparse s = make(C, C, 1, 0);
  mju_mulSymVecSparse(res, s.val, vec, C, s.nnz, s.adr, s.col), show("S v", res, C);
  for (int upper = 0; upper < 2; ++upper) mju_addToSymSparse(dense, s.val, C, s.nnz, s.adr, s.col, upper), show("dense", dense, C * C);
}

static void sums(void) {
  Sparse a = make(R, C, 0, 1), b = make(R, C, 0, 0);
  mjtNum val[C];
  int ind[C];
  mju_addToMatSparse(a.val, a.nnz, a.adr, a.col, R, b.val, b.nnz, b.adr, b.col, val, ind);
  show_sparse("sum", &a);
  printf("compressed %d\n", mju_compressSparse(a.val, R, C, a.nnz, a.adr, a.col, 0.3));
  show_ints("starts", a.adr, R), show_sparse("compressed", &a);
}

static void factors(mjData* d) {
  Sparse s = make(C, C, 1, 1);
  const mjtNum x[] = {0.3, 0.2};
  int ind[] = {0, 0};
  printf("rank %d\n", mju_cholFactorSparse(s.val, C, 1e-15, s.nnz, s.adr, s.col, d));
  show_sparse("factor", &s);
  ind[0] = s.col[s.adr[C - 1]], ind[1] = C - 1;
  for (int plus = 1; plus >= 0; --plus)
    printf("rank %d\n", mju_cholUpdateSparse(s.val, x, C, plus, s.nnz, s.adr, s.col, s.nnz[C - 1] > 1 ? 2 : 1,
                                             s.nnz[C - 1] > 1 ? ind : ind + 1, d)),
        show_sparse("updated", &s);
}

static void maps(void) {
  Sparse s = make(C, C, 1, 0), full;
  int map[64] = {0}, cursor[C] = {0};
  memset(&full, 0, sizeof full);
  int at = 0;
  for (int r = 0; r < C; ++r) {  // both triangles of s
    full.adr[r] = at;
    for (int c = 0; c < C; ++c)
      for (int k = 0; k < s.nnz[c > r ? c : r]; ++k)
        if (s.col[s.adr[c > r ? c : r] + k] == (c > r ? r : c)) full.col[at++] = c, ++full.nnz[r];
  }
  mju_lower2SymMap(map, C, full.adr, full.nnz, full.col, s.adr, s.nnz, s.col, cursor), show_ints("to both triangles", map, at);
  mju_sparseMap(map, C, s.adr, s.nnz, s.col, full.adr, full.nnz, full.col), show_ints("to the lower", map, s.adr[C - 1] + s.nnz[C - 1]);
  const mjtNum mat[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const int perm[] = {2, 0, 3, 1}, nr[] = {2, 2}, adr[] = {0, 2};
  mjtNum res[16] = {0};
  mju_blockDiag(res, mat, 4, 4, 2, perm, perm, nr, nr, adr, adr), show("blocks", res, 16);
}

int main(void) {
  mjModel* m = mj_loadXML("model.xml", NULL, NULL, 0);
  if (!m) {
    FILE* file = fopen("model.xml", "w");
    fputs("<mujoco/>", file), fclose(file);
    m = mj_loadXML("model.xml", NULL, NULL, 0);
  }
  mjData* d = mj_makeData(m);
  vectors(), shapes(), texts(), histories();
  mj_markStack(d);
  products(d), sums(), factors(d), maps();
  mj_freeStack(d);
  mj_deleteData(d), mj_deleteModel(m);
  return 0;
}
