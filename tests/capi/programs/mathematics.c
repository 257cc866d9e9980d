// mju_ functions on numbers of a fixed sequence, all digits.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

static mjtNum next(void) {
  static int index = 0;
  return 4 * mju_Halton(++index, 3) - 2;
}
static const mjtNum* some(int n) {
  static mjtNum numbers[8][64];
  static int which = 0;
  mjtNum* x = numbers[which++ % 8];
  for (int i = 0; i < n; ++i) x[i] = next();
  return x;
}
static void row(const char* name, const mjtNum* x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; ++i) printf(" %.17g", x[i]);
  printf("\n");
}

static void vectors(void) {
  mjtNum r[16], q[4], p[3];
  mju_add3(r, some(3), some(3)), row("add3", r, 3);
  mju_sub3(r, some(3), some(3)), row("sub3", r, 3);
  mju_scl3(r, some(3), next()), row("scl3", r, 3);
  mju_addScl3(r, some(3), some(3), next()), row("addScl3", r, 3);
  mju_addToScl3(r, some(3), next()), row("addToScl3", r, 3);
  mju_cross(r, some(3), some(3)), row("cross", r, 3);
  mju_mulMatVec3(r, some(9), some(3)), row("mulMatVec3", r, 3);
  mju_mulMatTVec3(r, some(9), some(3)), row("mulMatTVec3", r, 3);
  printf("%.17g %.17g %.17g\n", mju_dot3(some(3), some(3)), mju_norm3(some(3)), mju_dist3(some(3), some(3)));
  mju_copy3(r, some(3)), printf("%.17g", mju_normalize3(r)), row(" normalize3", r, 3);
  mju_copy4(q, some(4)), printf("%.17g", mju_normalize4(q)), row(" normalize4", q, 4);
  mju_rotVecQuat(r, some(3), q), row("rotVecQuat", r, 3);
  mju_mulQuat(r, q, some(4)), row("mulQuat", r, 4);
  mju_mulQuatAxis(r, q, some(3)), row("mulQuatAxis", r, 4);
  mju_axisAngle2Quat(r, some(3), next()), row("axisAngle2Quat", r, 4);
  mju_quat2Vel(r, q, 0.1), row("quat2Vel", r, 3);
  mju_subQuat(r, q, some(4)), row("subQuat", r, 3);
  mju_quat2Mat(r, q), row("quat2Mat", r, 9);
  mju_mat2Quat(q, r), row("mat2Quat", q, 4);
  mju_derivQuat(r, q, some(3)), row("derivQuat", r, 4);
  mju_quatIntegrate(q, some(3), 0.3), row("quatIntegrate", q, 4);
  mju_quatZ2Vec(r, some(3)), row("quatZ2Vec", r, 4);
  mju_euler2Quat(r, some(3), "xyZ"), row("euler2Quat", r, 4);
  mju_mulPose(p, r, some(3), q, some(3), q), row("mulPose", p, 3), row("", r, 4);
  mju_negPose(p, r, some(3), q), row("negPose", p, 3), row("", r, 4);
  mju_trnVecPose(r, some(3), q, some(3)), row("trnVecPose", r, 3);
  mjtNum a[9], b[9];
  mjd_subQuat(q, some(4), a, b), row("Da", a, 9), row("Db", b, 9);
  mjd_quatIntegrate(some(3), 0.2, a, b, p), row("Dquat", a, 9), row("Dvel", b, 9), row("Dscale", p, 3);
  mju_quat2Mat(a, q), mju_transformSpatial(r, some(6), 1, some(3), some(3), a), row("force", r, 6);
  mju_transformSpatial(r, some(6), 0, some(3), some(3), NULL), row("motion", r, 6);
  mju_symmetrize(a, some(9), 3), printf("%d", mju_eig3(p, b, q, a)), row(" eig3", p, 3), row("", b, 9);
  mju_unit4(q), printf("%d", mju_mat2Rot(q, some(9))), row(" mat2Rot", q, 4);
}

static void matrices(void) {
  mjtNum r[64], h[36], x[6];
  mju_mulMatVec(r, some(30), some(6), 5, 6), row("mulMatVec", r, 5);
  mju_mulMatTVec(r, some(30), some(5), 5, 6), row("mulMatTVec", r, 6);
  mju_mulMatMat(r, some(12), some(20), 3, 4, 5), row("mulMatMat", r, 15);
  mju_mulMatMatT(r, some(12), some(20), 3, 4, 5), row("mulMatMatT", r, 15);
  mju_mulMatTMat(r, some(12), some(15), 3, 4, 5), row("mulMatTMat", r, 20);
  mju_sqrMatTD(h, some(48), some(8), 8, 6), row("sqrMatTD", h, 36);
  mju_sqrMatTD(h, some(48), NULL, 8, 6), row("sqrMatT", h, 36);
  mju_transpose(r, some(12), 3, 4), row("transpose", r, 12);
  printf("%.17g %.17g %.17g\n", mju_mulVecMatVec(some(6), h, some(6), 6), mju_dot(some(11), some(11), 11),
         mju_norm(some(7), 7));
  memcpy(r, h, sizeof h);
  printf("rank %d", mju_cholFactor(r, 6, mjMINVAL)), row("", r, 36);
  mju_cholSolve(x, r, some(6), 6), row("cholSolve", x, 6);
  mju_copy(x, some(6), 6), printf("rank %d", mju_cholUpdate(r, x, 6, 1)), row("", r, 36);
  mjtNum band[36], dense[36];
  for (int i = 0; i < 6; ++i) h[7 * i] += 10;
  mju_dense2Band(band, h, 6, 3, 1), row("band", band, 5 * 3 + 6);
  mju_band2Dense(dense, band, 6, 3, 1, 1), row("dense", dense, 36);
  mju_bandMulMatVec(x, band, some(6), 6, 3, 1, 1, 1), row("bandMul", x, 6);
  printf("pivot %.17g", mju_cholFactorBand(band, 6, 3, 1, 0.1, 0.2)), row("", band, 21);
  mju_cholSolveBand(x, band, some(6), 6, 3, 1), row("bandSolve", x, 6);
  printf("diagonal %d %d\n", mju_bandDiag(2, 6, 3, 1), mju_bandDiag(5, 6, 3, 1));
  int index[6], nnz[3], adr[3], col[12];
  mjtNum R[6 * 13], low[6], high[6];
  for (int i = 0; i < 6; ++i) low[i] = -0.05, high[i] = 0.05, x[i] = 0;
  const int n = mju_boxQP(x, R, index, h, some(6), 6, low, high);
  printf("free %d", n), row(" boxQP", x, 6);
  const mjtNum sparse[12] = {0, 1, 0, 2, 0, 0, 0, 0, 3, 4, 0, 5};
  printf("sparse %d", mju_dense2sparse(r, sparse, 3, 4, nnz, adr, col, 12)), row("", r, 5);
  mju_sparse2dense(dense, r, 3, 4, nnz, adr, col), row("dense", dense, 12);
  mju_printMat(sparse, 3, 4), mju_printMatSparse(r, 3, nnz, adr, col);
}

static void numbers(void) {
  const mjtNum prm[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}, range[2] = {0.3, 0.9};
  const mjtNum dyn[3] = {0.01, 0.04, 0.1};
  printf("%.17g %.17g %.17g\n", mju_muscleGain(0.5, 0.2, range, 30, prm), mju_muscleBias(1.2, range, 30, prm),
         mju_muscleDynamics(0.7, 0.2, dyn));
  printf("%.17g %.17g %.17g\n", mju_springDamper(1, 2, 3, 4, 0.5), mju_springDamper(1, 2, 4, 4, 0.5),
         mju_springDamper(1, 2, 9, 1, 0.5));
  printf("%.17g %d %d %.17g %.17g\n", mju_sigmoid(0.3), mju_round(2.5), mju_round(-2.5), mju_sign(-3), mju_clip(5, 0, 2));
  printf("%d %d %d\n", mju_isBad(1e11), mju_isBad(1), mju_isZero(some(3), 3));
  printf("%s %s %s\n", mju_writeNumBytes(2048), mju_type2Str(mjOBJ_TENDON), mju_writeNumBytes(1023));
  printf("%d %d\n", mju_str2Type("actuator"), mju_str2Type("nothing"));
  mjtNum list[8], force[6], pyramid[10];
  mju_copy(list, some(8), 8), mju_insertionSort(list, 8), row("sorted", list, 8);
  mju_encodePyramid(pyramid, some(4), some(3), 4), row("pyramid", pyramid, 6);
  mju_decodePyramid(force, pyramid, some(3), 4), row("force", force, 4);
  printf("%d %s\n", mj_version(), mj_versionString());
  printf("%s %s %s %s\n", mjDISABLESTRING[3], mjENABLESTRING[5], mjTIMERSTRING[14], mjVISSTRING[7][0]);
}

int main(void) {
  for (int i = 0; i < 5; ++i) vectors(), matrices();
  numbers();
  mjOption option;
  mjVisual visual;
  mj_defaultOption(&option), mj_defaultVisual(&visual);
  printf("%.17g %d %.9g %d\n", option.timestep, option.iterations, visual.map.zfar, visual.quality.numquads);
  return 0;
}
