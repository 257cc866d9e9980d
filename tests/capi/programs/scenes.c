// Abstract pictures: geoms, lights and cameras of a scene.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

static void row(const char* name, const float* x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; ++i) printf(" %.9g", x[i]);
  printf("\n");
}

static void show(const mjvScene* scn) {
  printf("ngeom %d nlight %d status %d\n", scn->ngeom, scn->nlight, scn->status);
  for (int i = 0; i < scn->ngeom; ++i) {
    const mjvGeom* g = scn->geoms + i;
    printf("geom %d object %d %d category %d material %d segment %d", g->type, g->objtype, g->objid, g->category, g->matid, g->segid);
    row(" size", g->size, 3), row("  pos", g->pos, 3), row("  mat", g->mat, 9), row("  rgba", g->rgba, 4);
  }
  for (int i = 0; i < scn->nlight; ++i) {
    const mjvLight* l = scn->lights + i;
    printf("light %d type %d head %d", l->id, l->type, l->headlight);
    row(" pos", l->pos, 3), row("  dir", l->dir, 3), row("  diffuse", l->diffuse, 3);
  }
  for (int i = 0; i < 2; ++i) {
    const mjvGLCamera* c = scn->camera + i;
    row("eye", c->pos, 3), row("  forward", c->forward, 3), row("  up", c->up, 3);
    const float frustum[6] = {c->frustum_center, c->frustum_width, c->frustum_bottom, c->frustum_top, c->frustum_near, c->frustum_far};
    row("  frustum", frustum, 6);
  }
  const mjvGLCamera middle = mjv_averageCamera(scn->camera, scn->camera + 1);
  row("middle", middle.pos, 3);
}

int main(int argc, char** argv) {
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  mjvScene scene;
  mjvFigure* figure = mju_malloc(sizeof(mjvFigure));
  mjv_defaultOption(&option), mjv_defaultCamera(&camera), mjv_defaultPerturb(&perturb), mjv_defaultScene(&scene);
  mjv_defaultFigure(figure);
  printf("%d %d %d %.9g %s %.9g\n", option.bvh_depth, option.flags[7], option.geomgroup[2], camera.distance, figure->yformat, figure->gridrgb[1]);
  for (int i = 0; i < mjNRNDFLAG; ++i) printf("%d ", scene.flags[i]);
  printf("%.9g %.9g %d\n", scene.scale, perturb.scale, figure->highlightid);
  mju_free(figure);
  for (int k = 1; k < argc; ++k) {
    mjModel* m = mj_loadXML(argv[k], NULL, NULL, 0);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 20; ++i) mj_step(m, d);
    mj_forward(m, d);
    mjv_makeScene(m, &scene, 500);
    mjv_defaultFreeCamera(m, &camera);
    mjv_updateScene(m, d, &option, &perturb, &camera, mjCAT_ALL, &scene);
    show(&scene);
    mjtNum from[3] = {0, 0, 0}, to[3] = {1, 2, 3};
    const float red[4] = {1, 0, 0, 1};
    mjv_initGeom(scene.geoms, mjGEOM_CAPSULE, to, from, NULL, red);
    mjv_connector(scene.geoms, mjGEOM_ARROW, 0.1, from, to);
    scene.ngeom = 1, show(&scene);
    mjv_freeScene(&scene);
    mj_deleteData(d), mj_deleteModel(m);
  }
  return 0;
}
