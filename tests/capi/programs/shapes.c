// A shape of a plugin in C (a ball), asked by the compiler and in steps; the shapes that come with MuJoCo asked by a program.
#include <mujoco/mujoco.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* kXml =
    "<mujoco><option sdf_iterations='10' sdf_initpoints='20'/>"
    "<extension><plugin plugin='test.ball'><instance name='b'><config key='radius' value='0.3'/></instance></plugin></extension>"
    "<asset><mesh name='ball'><plugin instance='b'/></mesh></asset>"
    "<worldbody><geom type='plane' size='2 2 .1'/><geom type='sphere' size='.2' pos='.1 0 .15'/>"
    "<body pos='0 0 .7'><freejoint/><geom type='sdf' mesh='ball'><plugin instance='b'/></geom></body></worldbody></mujoco>";

static mjtNum length(const mjtNum p[3]) { return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]); }
static mjtNum radius_of(const mjData* d, int instance) { return *(const mjtNum*)d->plugin_data[instance]; }

static int nstate(const mjModel* m, int instance) { return (void)m, (void)instance, 0; }
static int init(const mjModel* m, mjData* d, int instance) {
  mjtNum* radius = malloc(sizeof *radius);
  *radius = atof(mj_getPluginConfig(m, instance, "radius"));
  d->plugin_data[instance] = (uintptr_t)radius;
  return 0;
}
static void destroy(mjData* d, int instance) {
  free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}
static void reset(const mjModel* m, mjtNum* state, void* own, int instance) { (void)m, (void)state, (void)own, (void)instance; }
static void compute(const mjModel* m, mjData* d, int instance, int capability) { (void)m, (void)d, (void)instance, (void)capability; }
static mjtNum distance(const mjtNum p[3], const mjData* d, int instance) { return length(p) - radius_of(d, instance); }
static void gradient(mjtNum g[3], const mjtNum p[3], const mjData* d, int instance) {
  (void)d, (void)instance;
  for (int i = 0; i < 3; ++i) g[i] = p[i] / length(p);
}
static mjtNum static_distance(const mjtNum p[3], const mjtNum* attributes) { return length(p) - attributes[0]; }
static void attribute(mjtNum values[], const char* name[], const char* value[]) {
  values[0] = strcmp(name[0], "radius") ? 0 : atof(value[0]);
}
static void aabb(mjtNum box[6], const mjtNum* attributes) {
  for (int i = 0; i < 3; ++i) box[i] = 0, box[3 + i] = attributes[0];
}

static void add_ball(void) {
  static const char* attributes[] = {"radius"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.ball";
  plugin.nattribute = 1, plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_SDF;
  plugin.nstate = nstate, plugin.init = init, plugin.destroy = destroy, plugin.reset = reset, plugin.compute = compute;
  plugin.sdf_distance = distance, plugin.sdf_gradient = gradient, plugin.sdf_staticdistance = static_distance;
  plugin.sdf_attribute = attribute, plugin.sdf_aabb = aabb;
  printf("slot: %d\n", mjp_registerPlugin(&plugin) >= 0);
}

int main(void) {
  add_ball();
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(kXml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) return printf("%s %s\n", error, spec ? mjs_getError(spec) : ""), 1;
  printf("%d vertices, mass %.17g\n", (int)m->nmeshvert, m->body_mass[1]);
  mjData* d = mj_makeData(m);
  const mjpPlugin* shape = mjc_getSDF(m, 2);
  printf("%s\n", shape->name);
  mjtNum point[3] = {.1, .2, .3}, slope[3];
  printf("%.17g\n", shape->sdf_distance(point, d, 0));
  shape->sdf_gradient(slope, point, d, 0);
  printf("%.17g %.17g %.17g\n", slope[0], slope[1], slope[2]);
  for (int i = 0; i < 200; ++i) {
    mj_step(m, d);
    if (i % 20 == 0) printf("%d contacts, %.17g %.17g %.17g\n", d->ncon, d->qpos[0], d->qpos[1], d->qpos[2]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return 0;
}
