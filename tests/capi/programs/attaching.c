// Attaches specifications to others and to themselves, by reference and as copies; prints what comes of it.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* kChild =
    "<mujoco model='child'><asset><material name='m'/></asset><default><default class='c'><geom size='.2'/></default></default>"
    "<worldbody><body name='a'><joint name='ja' type='slide'/><geom class='c' material='m'/><body name='deep'/></body>"
    "<frame name='f' pos='1 0 0'><body name='b' pos='0 1 0'><joint name='jb'/><geom size='.1'/></body></frame>"
    "<body name='last'><joint type='slide'/><geom size='.1'/></body><body name='mo' mocap='true' pos='1 1 1'/></worldbody>"
    "<sensor><framepos name='s' objtype='body' objname='a'/></sensor>"
    "<actuator><position name='pa' joint='ja' timeconst='.1'/></actuator>"
    "<keyframe><key name='k' time='2' qpos='1 2 3' act='4' ctrl='5' mpos='6 7 8'/></keyframe></mujoco>";
static const char* kParent =
    "<mujoco model='parent'><worldbody><body name='p'><freejoint/><geom size='.1'/><frame name='place' pos='0 0 1'/>"
    "</body></worldbody><keyframe><key name='one' qpos='1 1 1 1 0 0 0'/></keyframe></mujoco>";

static void row(const char* what, const mjtNum* values, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %.17g", values[i]);
  printf("\n");
}

static void show(const char* what, mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  printf("%s: %s\n", what, m ? "a model" : "refused");
  if (!m) return;
  for (int i = 0; i < m->nbody; ++i)
    printf("  body %s of %d\n", mj_id2name(m, mjOBJ_BODY, i), m->body_parentid[i]);
  row("  pos", m->body_pos, 3 * (int)m->nbody);
  row("  size", m->geom_size, 3 * (int)m->ngeom);
  for (int i = 0; i < m->nkey; ++i) {
    printf("  key %s\n", mj_id2name(m, mjOBJ_KEY, i));
    row("  qpos", m->key_qpos + i * m->nq, (int)m->nq);
    row("  act", m->key_act + i * m->na, (int)m->na);
    row("  mpos", m->key_mpos + i * m->nmocap * 3, 3 * (int)m->nmocap);
  }
  printf("  %d sensors %d actuators %d materials %d plugins\n", (int)m->nsensor, (int)m->nu, (int)m->nmat, (int)m->nplugin);
  mj_deleteModel(m);
}

static mjSpec* parse(const char* xml) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) printf("%s\n", error), exit(1);
  return s;
}

static int warnings = 0;
static void count_warning(const char* text) { (void)text, ++warnings; }

static void to_itself(void) {
  mjSpec* s = parse(kChild);
  mjs_setDeepCopy(s, 1);
  mjsFrame* place = mjs_addFrame(mjs_findBody(s, "world"), NULL);
  mjs_attach(place->element, mjs_findBody(s, "a")->element, "x-", "-y");
  mjs_attach(place->element, mjs_findBody(s, "mo")->element, "z-", "");
  printf("itself is %s\n", mjs_findSpec(s, "child") ? "known" : "unknown");
  show("to itself", s);
  mj_deleteSpec(s);
}

// kind: 'b' a body, 'f' a frame, 'm' everything
static void to_another(char kind, int copy) {
  mjSpec *parent = parse(kParent), *child = parse(kChild);
  mjs_setDeepCopy(parent, copy);
  mjsElement* what = kind == 'b' ? mjs_findBody(child, "a")->element : kind == 'f' ? mjs_findFrame(child, "f")->element : child->element;
  mjsElement* to = mjs_findFrame(parent, "place")->element;
  mjsElement* made = mjs_attach(to, what, "x-", "");
  printf("attached %c: %s\n", kind, mjs_getName(made) ? "an element" : "nothing");
  if (kind == 'b' && !copy) {  // what was held is what was attached now
    printf("the same element: %d\n", made == what);
    mjs_asBody(what)->pos[2] = 7;
  }
  show("parent", parent);
  if (copy)
    show("child", child);
  else
    printf("child compiles: %d\n", mj_compile(child, NULL) != NULL);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

// What writing gives, and whether a refusal says why.
static void save(const char* when, const mjSpec* s) {
  char text[4000], error[500] = "";
  const int result = mj_saveXMLString(s, text, sizeof text, error, sizeof error);
  printf("%s: %d %d\n", when, result, result && *error);
}

static void refusals(void) {
  mjSpec *parent = parse(kParent), *child = parse(kChild);
  char error[500] = "";
  printf("a body to a body: %d\n", mjs_attach(mjs_findBody(parent, "p")->element, mjs_findBody(child, "a")->element, "x-", "") != NULL);
  printf("it says why: %d\n", *mjs_getError(parent) != 0);
  printf("the main class: %d\n", mjs_delete(parent, mjs_getSpecDefault(parent)->element));
  save("before it is compiled", child);
  mj_deleteModel(mj_compile(child, NULL));
  save("compiled", child);
  mjs_delete(child, mjs_findBody(child, "a")->element);
  save("with keys that wait", child);
  mjs_attach(mjs_findFrame(parent, "place")->element, mjs_findBody(child, "last")->element, "x-", "");
  printf("warnings: %d\n", warnings);
  mjSpec* none = mj_parseXML(NULL, NULL, error, sizeof error);
  printf("no name: %d %d\n", none != NULL, *error != 0);
  save("nothing", NULL);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

// ---- plugins: one that does nothing ----
static int nstate(const mjModel* m, int instance) { return (void)m, (void)instance, 0; }
static int init(const mjModel* m, mjData* d, int instance) { return (void)m, (void)d, (void)instance, 0; }
static void reset(const mjModel* m, mjtNum* state, void* own, int instance) { (void)m, (void)state, (void)own, (void)instance; }
static void compute(const mjModel* m, mjData* d, int instance, int capability) { (void)m, (void)d, (void)instance, (void)capability; }

static void plugins(void) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.idle", plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = nstate, plugin.init = init, plugin.reset = reset, plugin.compute = compute;
  mjp_registerPlugin(&plugin);
  const char* xml =
      "<mujoco model='idle'><extension><plugin plugin='test.idle'><instance name='i'/></plugin></extension>"
      "<worldbody><body name='without'/><body name='with'><geom size='1'/><plugin instance='i'/></body></worldbody></mujoco>";
  mjSpec *parent = parse(kParent), *child = parse(xml);
  mjs_setDeepCopy(parent, 1);
  mjsElement* place = mjs_findFrame(parent, "place")->element;
  mjs_attach(place, mjs_findBody(child, "without")->element, "x-", "");
  show("an instance that nothing uses", parent);
  mjs_attach(place, mjs_findBody(child, "with")->element, "y-", "");
  show("one in use", parent);
  mjs_delete(parent, mjs_findBody(parent, "y-with")->element);
  show("its body is gone", parent);
  mjsBody* body = mjs_addBody(mjs_findBody(parent, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = 1;
  mjs_setString(body->plugin.plugin_name, "test.idle");
  body->plugin.element = mjs_addPlugin(parent)->element;
  body->plugin.active = 1;
  show("one made for a body", parent);
  mjs_delete(parent, body->element);
  show("and gone", parent);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}

int main(void) {
  mju_user_warning = count_warning;
  to_itself();
  for (const char* kind = "bfm"; *kind; ++kind)
    for (int copy = 0; copy < 2; ++copy) to_another(*kind, copy);
  refusals();
  plugins();
  return 0;
}
