// Loads models, steps them and prints what comes out, all digits.
#include <mujoco/mujoco.h>
#include <stdio.h>

static void row(const char* name, const mjtNum* x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; ++i) printf(" %.17g", x[i]);
  printf("\n");
}

// A number that depends on every entry.
static double blend(const mjtNum* x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * (1 + i % 7);
  return sum;
}

static void show(const mjModel* m, const mjData* d) {
  printf("time %.17g ncon %d nefc %d nisland %d niter %d\n", d->time, d->ncon, d->nefc, d->nisland,
         d->solver_niter[0]);
  row("qpos", d->qpos, m->nq);
  row("qvel", d->qvel, m->nv);
  row("qacc", d->qacc, m->nv);
  row("sensordata", d->sensordata, m->nsensordata);
  row("energy", d->energy, 2);
  printf("xpos %.17g geoms %.17g M %.17g\n", blend(d->xpos, 3 * m->nbody), blend(d->geom_xmat, 9 * m->ngeom),
         blend(d->M, m->nC));
  for (int i = 0; i < d->ncon; ++i) {
    mjtNum force[6];
    mj_contactForce(m, d, i, force);
    printf("contact %d %d dim %d dist %.17g", d->contact[i].geom[0], d->contact[i].geom[1], d->contact[i].dim,
           d->contact[i].dist);
    row(" force", force, 6);
  }
  row("efc_force", d->efc_force, d->nefc);
}

int main(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    char error[1000] = "";
    mjModel* m = mj_loadXML(argv[k], NULL, error, sizeof error);
    printf("model %d %s\n", k, m ? "loaded" : "refused");
    if (!m) continue;
    printf("nq %d nv %d nu %d na %d nbody %d ngeom %d nsensor %d nM %d nbuffer %d\n", (int)m->nq,
           (int)m->nv, (int)m->nu, (int)m->na, (int)m->nbody, (int)m->ngeom, (int)m->nsensor, (int)m->nM,
           (int)m->nbuffer);
    for (int i = 0; i < m->nbody; ++i) {
      const char* name = mj_id2name(m, mjOBJ_BODY, i);
      printf("body %d %s mass %.17g\n", i, name ? name : "-", m->body_mass[i]);
    }
    m->opt.enableflags |= mjENBL_ENERGY;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < 40; ++step) {
      for (int i = 0; i < m->nu; ++i) d->ctrl[i] = 0.1 * mju_Halton(step + 1, 2) * (i % 2 ? 1 : -1);
      mj_step(m, d);
      if (step % 20 == 19) show(m, d);
    }
    mj_inverse(m, d);
    row("qfrc_inverse", d->qfrc_inverse, m->nv);
    mj_rnePostConstraint(m, d);
    row("cfrc_ext", d->cfrc_ext, 6 * m->nbody);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return 0;
}
