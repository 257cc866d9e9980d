// A model built, edited, attached, deleted from, recompiled and written through mjSpec.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void row(const char* name, const mjtNum* x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; ++i) printf(" %.17g", x[i]);
  printf("\n");
}

static void show(const mjModel* m) {
  printf("nq %d nv %d nu %d nbody %d ngeom %d nsite %d ntendon %d nsensor %d nkey %d nmesh %d\n", (int)m->nq, (int)m->nv,
         (int)m->nu, (int)m->nbody, (int)m->ngeom, (int)m->nsite, (int)m->ntendon, (int)m->nsensor, (int)m->nkey,
         (int)m->nmesh);
  for (int i = 0; i < m->nbody; ++i) printf("body %s %.17g\n", mj_id2name(m, mjOBJ_BODY, i), m->body_mass[i]);
  row("body_pos", m->body_pos, 3 * m->nbody), row("body_quat", m->body_quat, 4 * m->nbody);
  row("geom_size", m->geom_size, 3 * m->ngeom), row("gainprm", m->actuator_gainprm, mjNGAIN * m->nu);
  row("biasprm", m->actuator_biasprm, mjNBIAS * m->nu), row("jnt_range", m->jnt_range, 2 * m->njnt);
  row("qpos0", m->qpos0, m->nq), row("dof_damping", m->dof_damping, m->nv), row("user", m->body_user, m->nuser_body * m->nbody);
  for (int i = 0; i < m->ngeom; ++i) printf("geom %s rgba %.9g\n", mj_id2name(m, mjOBJ_GEOM, i) ? mj_id2name(m, mjOBJ_GEOM, i) : "-", m->geom_rgba[4 * i]);
  mjData* d = mj_makeData(m);
  d->qvel[0] = 0.5;
  for (int i = 0; i < 30; ++i) mj_step(m, d);
  row("qpos", d->qpos, m->nq), row("sensordata", d->sensordata, m->nsensordata);
  mj_deleteData(d);
}

static mjSpec* arm(void) {
  mjSpec* s = mj_makeSpec();
  mjs_setString(s->modelname, "arm");
  s->option.timestep = 0.004;
  s->compiler.degree = 0;
  mjsDefault* main_class = mjs_getSpecDefault(s);
  main_class->joint->damping = 0.25;
  mjsDefault* red = mjs_addDefault(s, "red", NULL);
  red->geom->rgba[0] = 0.75f;
  mjsBody* world = mjs_findBody(s, "world");
  mjsGeom* floor = mjs_addGeom(world, NULL);
  floor->type = mjGEOM_PLANE;
  floor->size[0] = floor->size[1] = 2, floor->size[2] = 0.1;
  mjs_setName(floor->element, "floor");
  mjsBody* parent = world;
  for (int i = 0; i < 3; ++i) {
    char name[64];
    mjsBody* body = mjs_addBody(parent, NULL);
    // long names are kept elsewhere than short ones
    sprintf(name, i == 1 ? "a body with a name that is longer than most %d" : "link%d", i);
    mjs_setName(body->element, name);
    body->pos[2] = i ? 0.3 : 1;
    if (i == 2) body->alt.type = mjORIENTATION_EULER, body->alt.euler[0] = 0.3;
    const double notes[2] = {i, 2 * i};
    mjs_setDouble(body->userdata, notes, 2);
    mjsJoint* joint = mjs_addJoint(body, NULL);
    joint->type = mjJNT_HINGE;
    joint->axis[0] = 0, joint->axis[1] = 1, joint->axis[2] = 0;
    joint->range[0] = -1, joint->range[1] = 1.5;
    sprintf(name, "joint%d", i), mjs_setName(joint->element, name);
    mjsGeom* geom = mjs_addGeom(body, i == 1 ? red : NULL);
    geom->type = mjGEOM_CAPSULE;
    for (int k = 0; k < 6; ++k) geom->fromto[k] = k == 5 ? 0.3 : 0;
    geom->size[0] = 0.04;
    mjsSite* site = mjs_addSite(body, NULL);
    site->pos[0] = 0.05;
    sprintf(name, "site%d", i), mjs_setName(site->element, name);
    parent = body;
  }
  mjsActuator* motor = mjs_addActuator(s, NULL);
  motor->trntype = mjTRN_JOINT;
  mjs_setString(motor->target, "joint0");
  double kv = 2;
  printf("position '%s'\n", mjs_setToPosition(motor, 30, &kv, NULL, NULL, 0));
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  mjs_setName(tendon->element, "cord");
  for (int i = 0; i < 3; ++i) {
    char name[16];
    sprintf(name, "site%d", i), mjs_wrapSite(tendon, name);
  }
  printf("path %d\n", mjs_getWrapNum(tendon));
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = mjSENS_FRAMEPOS, sensor->objtype = mjOBJ_SITE;
  mjs_setString(sensor->objname, "site2");
  mjsKey* key = mjs_addKey(s);
  const double pose[3] = {0.1, 0.2, 0.3};
  mjs_setDouble(key->qpos, pose, 3);
  key->time = 2;
  return s;
}

static void walk(mjSpec* s) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    mjsGeom* geom = mjs_asGeom(e);
    printf("geom '%s' in '%s' type %d id %d\n", mjs_getString(mjs_getName(e)),
           mjs_getString(mjs_getName(mjs_getParent(e)->element)), geom->type, mjs_getId(e));
  }
  mjsBody* world = mjs_findBody(s, "world");
  int below = 0;
  for (mjsElement* e = mjs_firstChild(world, mjOBJ_BODY, 1); e; e = mjs_nextChild(world, e, 1)) ++below;
  printf("%d bodies below the world, geom as body %s\n", below,
         mjs_asBody(mjs_firstElement(s, mjOBJ_GEOM)) ? "found" : "none");
  int size = 0;
  const double* user = mjs_getDouble(mjs_findBody(s, "link2")->userdata, &size);
  printf("user %d %.17g, child %s\n", size, user[1], mjs_findChild(world, "link2") ? "found" : "none");
}

int main(void) {
  mjSpec* s = arm();
  mjModel* m = mj_compile(s, NULL);
  if (!m) return printf("refused: %s\n", mjs_getError(s)), 1;
  show(m);
  walk(s);

  // keeps the state
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 20; ++i) mj_step(m, d);
  mjsBody* extra = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(extra->element, "ball");
  mjs_addFreeJoint(extra);
  mjsGeom* ball = mjs_addGeom(extra, NULL);
  ball->size[0] = 0.1;
  extra->pos[0] = 1, extra->pos[2] = 0.5;
  printf("recompiled %d\n", mj_recompile(s, NULL, m, d));
  row("kept", d->qpos, m->nq), printf("time %.17g\n", d->time);
  mj_step(m, d);
  row("stepped", d->qpos, m->nq);

  // a copy, attached twice to another model
  mjSpec* copy = mj_copySpec(s);
  mjSpec* room = mj_parseXMLString("<mujoco><worldbody><frame name='here' pos='1 2 3'/><site name='there' pos='0 0 1'/></worldbody></mujoco>", NULL, NULL, 0);
  mjs_setDeepCopy(room, 1);
  mjsFrame* here = mjs_findFrame(room, "here");
  printf("attached %s\n", mjs_attach(here->element, mjs_findBody(copy, "link0")->element, "left_", "") ? "yes" : "no");
  mjsElement* site = mjs_findElement(room, mjOBJ_SITE, "there");
  printf("attached %s\n", mjs_attach(site, mjs_findBody(copy, "ball")->element, "", "_two") ? "yes" : "no");
  mjModel* both = mj_compile(room, NULL);
  if (!both) return printf("refused: %s\n", mjs_getError(room)), 1;
  show(both);
  mj_deleteModel(both);

  // deleting, and a mistake
  printf("deleted %d\n", mjs_delete(s, mjs_findBody(s, "link2")->element));
  mjModel* less = mj_compile(s, NULL);
  if (less) show(less), mj_deleteModel(less);
  mjs_findBody(s, "ball")->pos[0] = 0;
  mjs_asGeom(mjs_firstChild(mjs_findBody(s, "ball"), mjOBJ_GEOM, 0))->size[0] = -1;
  mjModel* wrong = mj_compile(s, NULL);
  printf("wrong %s, error %s\n", wrong ? "compiled" : "refused", *mjs_getError(s) ? "told" : "not told");
  char error[200] = "";
  printf("bad text %s\n", mj_parseXMLString("<mujoco><no/></mujoco>", NULL, error, sizeof error) ? "read" : "refused");

  // the mass of a body that becomes a frame, before and after a compilation
  for (int compiled = 0; compiled < 2; ++compiled) {
    mjSpec* two = mj_parseXMLString(
        "<mujoco><worldbody><body name='p'><inertial mass='1' pos='.1 0 .3' diaginertia='1 1 1'/><body name='c' pos='1 2 3' "
        "quat='.8 .6 0 0'><inertial mass='2' pos='.1 .2 .3' diaginertia='1 2 2.5'/></body></body></worldbody></mujoco>", NULL, NULL, 0);
    if (compiled) mj_deleteModel(mj_compile(two, NULL));
    mjsBody *child = mjs_findBody(two, "c"), *parent = mjs_findBody(two, "p");
    mjs_bodyToFrame(&child);
    row("mass", &parent->mass, 1), row("ipos", parent->ipos, 3);
    if (compiled) row("inertia", parent->fullinertia, 6);
    mj_deleteSpec(two);
  }
  mj_deleteSpec(copy), mj_deleteSpec(room), mj_deleteSpec(s);
  mj_deleteData(d), mj_deleteModel(m);
  return 0;
}
