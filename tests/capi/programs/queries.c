// Jacobians, rays, distances, states, keyframes, derivatives, copies, binary models.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void row(const char* name, const mjtNum* x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; ++i) printf(" %.17g", x[i]);
  printf("\n");
}

static void jacobians(const mjModel* m, mjData* d) {
  mjtNum* p = malloc(sizeof(mjtNum) * 3 * (m->nv + 1));
  mjtNum* r = malloc(sizeof(mjtNum) * 3 * (m->nv + 1));
  const mjtNum point[3] = {0.1, 0.2, 0.3}, axis[3] = {0, 1, 0};
  const int body = (int)m->nbody - 1;
  mj_jac(m, d, p, r, point, body), row("jac", p, 3 * m->nv), row("jacr", r, 3 * m->nv);
  mj_jacBody(m, d, p, NULL, body), row("jacBody", p, 3 * m->nv);
  mj_jacBodyCom(m, d, NULL, r, body), row("jacBodyCom", r, 3 * m->nv);
  mj_jacSubtreeCom(m, d, p, 1), row("jacSubtreeCom", p, 3 * m->nv);
  mj_jacGeom(m, d, p, r, 0), row("jacGeom", p, 3 * m->nv);
  mj_jacPointAxis(m, d, p, r, point, axis, body), row("jacPointAxis", r, 3 * m->nv);
  mj_jacDot(m, d, p, r, point, body), row("jacDot", p, 3 * m->nv);
  mj_angmomMat(m, d, p, 1), row("angmom", p, 3 * m->nv);
  mjtNum velocity[6];
  mj_objectVelocity(m, d, mjOBJ_BODY, body, velocity, 1), row("velocity", velocity, 6);
  mj_objectAcceleration(m, d, mjOBJ_GEOM, 0, velocity, 0), row("acceleration", velocity, 6);
  memset(p, 0, sizeof(mjtNum) * m->nv);
  mj_applyFT(m, d, point, axis, point, body, p), row("applyFT", p, m->nv);
  mj_mulM(m, d, r, p), row("mulM", r, m->nv);
  mj_solveM(m, d, r, p, 1), row("solveM", r, m->nv);
  mjtNum* full = malloc(sizeof(mjtNum) * (m->nv * m->nv + 1));
  mj_fullM(m, full, d->qM), row("fullM", full, m->nv * m->nv);
  mj_rne(m, d, 1, r), row("rne", r, m->nv);
  free(p), free(r), free(full);
}

static void rays(const mjModel* m, mjData* d) {
  for (int k = 0; k < 40; ++k) {
    mjtNum from[3] = {0, 0, 2}, to[3], normal[3];
    for (int i = 0; i < 3; ++i) to[i] = 2 * mju_Halton(k + 1, i == 0 ? 2 : i == 1 ? 3 : 5) - 1;
    int geom = -2;
    const mjtNum dist = mj_ray(m, d, from, to, NULL, 1, -1, &geom, normal);
    printf("ray %d %.17g", geom, dist), row(" normal", normal, 3);
  }
  mjtNum many[30], dist[10], segment[6];
  int geoms[10];
  for (int i = 0; i < 30; ++i) many[i] = 2 * mju_Halton(i + 1, 7) - 1;
  const mjtNum above[3] = {0.01, 0.02, 1.5};
  mj_multiRay(m, d, above, many, NULL, 1, -1, geoms, dist, NULL, 10, mjMAXVAL);
  for (int i = 0; i < 10; ++i) printf("multi %d %.17g\n", geoms[i], dist[i]);
  for (int i = 1; i < m->ngeom && i < 6; ++i) {
    const mjtNum gap = mj_geomDistance(m, d, 0, i, 5, segment);
    printf("distance %.17g", gap), row("", segment, 6);
  }
}

static void states(mjModel* m, mjData* d) {
  const int size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = malloc(sizeof(mjtNum) * size);
  printf("state %d full %d\n", size, mj_stateSize(m, mjSTATE_FULLPHYSICS));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mjData* copy = mj_copyData(NULL, m, d);
  for (int i = 0; i < 5; ++i) mj_step(m, d), mj_step(m, copy);
  printf("copies %s\n", memcmp(d->qpos, copy->qpos, sizeof(mjtNum) * m->nq) ? "differ" : "agree");
  const double later = d->time;
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  printf("time %.17g %.17g\n", later, d->time);
  mj_copyState(m, copy, d, mjSTATE_PHYSICS);
  row("copied", d->qpos, m->nq);
  d->time = 3;
  if (m->nkey) {
    mj_setKeyframe(m, d, 0);
    printf("key %.17g\n", m->key_time[0]);
    mj_resetDataKeyframe(m, d, 0);
    row("key", d->qpos, m->nq);
  }
  mj_copyData(d, m, copy);
  mj_deleteData(copy);
  free(state);
}

static void derivatives(const mjModel* m, mjData* d) {
  if (m->nv > 30 || m->opt.integrator == mjINT_RK4) return;
  const int n = 2 * (int)m->nv + (int)m->na;
  mjtNum* A = malloc(sizeof(mjtNum) * n * n);
  mjtNum* B = malloc(sizeof(mjtNum) * n * (m->nu + 1));
  mjd_transitionFD(m, d, 1e-6, 1, A, B, NULL, NULL);
  row("A", A, n * n), row("B", B, n * (int)m->nu);
  mjd_inverseFD(m, d, 1e-6, 0, A, NULL, NULL, NULL, NULL, NULL, NULL);
  row("DfDq", A, (int)(m->nv * m->nv));
  free(A), free(B);
}

// exported but undeclared
void mjd_passive_vel(const mjModel* m, mjData* d);

static void by_velocity(const mjModel* m, mjData* d) {
  if (m->nv > 30) return;
  mjtNum* dense = calloc(m->nv * m->nv + 1, sizeof(mjtNum));
  mj_addM(m, d, dense, NULL, NULL, NULL);
  row("addM", dense, (int)(m->nv * m->nv));
  memset(d->qDeriv, 0, sizeof(mjtNum) * m->nD);
  mjd_passive_vel(m, d);
  row("passive", d->qDeriv, (int)m->nD);
  free(dense);
}

static void binary(const mjModel* m) {
  const int size = (int)mj_sizeModel(m);
  void* bytes = malloc(size);
  mj_saveModel(m, NULL, bytes, size);
  printf("binary %d bytes\n", size);
  mjModel* again = mj_loadModelBuffer(bytes, size);
  void* other = malloc(size);
  mj_saveModel(again, NULL, other, size);
  printf("round trip %s, pointers into names %s\n", memcmp(bytes, other, size) ? "differs" : "agrees",
         strcmp(again->names, m->names) ? "differ" : "agree");
  mjModel* copy = mj_copyModel(NULL, again);
  mjData* d = mj_makeData(copy);
  for (int i = 0; i < 20; ++i) mj_step(copy, d);
  row("stepped", d->qpos, copy->nq);
  row("xpos", d->xpos, 3 * (int)copy->nbody);
  mj_deleteData(d), mj_deleteModel(copy), mj_deleteModel(again);
  free(bytes), free(other);
}

int main(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    mjModel* m = mj_loadXML(argv[k], NULL, NULL, 0);
    if (!m) continue;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 30; ++i) mj_step(m, d);
    mj_forward(m, d);
    jacobians(m, d);
    rays(m, d);
    states(m, d);
    derivatives(m, d);
    by_velocity(m, d);
    binary(m);
    mj_setTotalmass(m, 3), printf("mass %.17g\n", mj_getTotalmass(m));
    mj_setConst(m, d);
    row("invweight", m->body_invweight0, 2 * (int)m->nbody);
    printf("extent %.17g\n", m->stat.extent);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
