// Global callbacks, handlers of errors and warnings, and a longjmp out of the middle of a step.
#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static const char* kModel =
    "<mujoco><size memory='1M'/><worldbody><geom type='plane' size='1 1 .1'/>"
    "<body pos='0 0 .2'><freejoint/><geom name='ball' size='.1'/></body>"
    "<body pos='.5 0 .3'><joint name='hinge' axis='0 1 0'/><geom name='arm' type='capsule' size='.05 .2'/></body>"
    "</worldbody><actuator><general joint='hinge' dyntype='user' gaintype='user' biastype='user'/></actuator>"
    "<sensor><user dim='2' needstage='vel'/><user dim='1' needstage='acc'/></sensor></mujoco>";

static int calls[8];
static jmp_buf back;
static double clock_now;

static void control(const mjModel* m, mjData* d) {
  ++calls[0];
  d->ctrl[0] = 0.5 - d->qpos[m->nq - 1] + 0.01 * d->time;
}
static void passive(const mjModel* m, mjData* d) {
  ++calls[1];
  for (int i = 0; i < m->nv; ++i) d->qfrc_passive[i] -= 0.1 * d->qvel[i];
}
static int filter(const mjModel* m, mjData* d, int g1, int g2) {
  (void)d;
  ++calls[2];
  return g1 == mj_name2id(m, mjOBJ_GEOM, "arm") || g2 == mj_name2id(m, mjOBJ_GEOM, "arm");
}
static void sensor(const mjModel* m, mjData* d, int stage) {
  (void)m;
  ++calls[3];
  if (stage == mjSTAGE_VEL) d->sensordata[0] = d->qvel[2], d->sensordata[1] = d->time;
  if (stage == mjSTAGE_ACC) d->sensordata[2] = d->qacc[2] + d->ncon;
}
static mjtNum act(const mjModel* m, const mjData* d, int id) {
  (void)m;
  ++calls[4];
  return 0.3 + id + d->ctrl[0];
}
static mjtNum now(void) {
  ++calls[5];
  return clock_now += 1;
}
static void out_of_a_step(const mjModel* m, mjData* d) {
  (void)m;
  // scratch of its own, never freed
  mj_markStack(d);
  mj_stackAllocNum(d, 10);
  longjmp(back, 7);
}
static void by_error(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  mju_error("stopped by %s", "control");
}
static void on_error(const char* text) {
  printf("error: %s\n", strncmp(text, "stopped", 7) == 0 ? text : "of the library");
  longjmp(back, 9);
}
static void on_warning(const char* text) {
  (void)text;
  ++calls[6];
}

int main(void) {
  mjVFS files;
  mj_defaultVFS(&files);
  printf("added %d again %d\n", mj_addBufferVFS(&files, "m.xml", kModel, (int)strlen(kModel)),
         mj_addBufferVFS(&files, "m.xml", kModel, (int)strlen(kModel)));
  char error[500] = "";
  mjModel* m = mj_loadXML("m.xml", &files, error, sizeof error);
  printf("deleted %d %d\n", mj_deleteFileVFS(&files, "m.xml"), mj_deleteFileVFS(&files, "m.xml"));
  mj_deleteVFS(&files);
  if (!m) return printf("refused: %s\n", error), 1;
  mjData* d = mj_makeData(m);
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  mjcb_control = control, mjcb_passive = passive, mjcb_contactfilter = filter, mjcb_sensor = sensor;
  mjcb_act_dyn = mjcb_act_gain = mjcb_act_bias = act;
  mjcb_time = now;
  for (int i = 0; i < 200; ++i) mj_step(m, d);
  for (int i = 0; i < 5; ++i) printf("calls %d %s\n", i, calls[i] > 0 ? "some" : "none");
  printf("control %d passive %d sensor %d act %d\n", calls[0], calls[1], calls[3], calls[4]);
  for (int i = 0; i < m->nq; ++i) printf("%.17g ", d->qpos[i]);
  for (int i = 0; i < m->nsensordata; ++i) printf("%.17g ", d->sensordata[i]);
  printf("\nncon %d act %.17g timed %d\n", d->ncon, d->act[0], d->timer[mjTIMER_STEP].number);

  mjcb_control = out_of_a_step;
  for (volatile int i = 0; i < 1000; ++i) {
    const int how = setjmp(back);
    if (how == 0) mj_step(m, d);
    if (how == 0) printf("not left\n");
  }
  mjcb_control = by_error;
  for (volatile int i = 0; i < 1000; ++i)
    if (setjmp(back) == 0) mj_forward(m, d);
  mj_resetCallbacks();
  mj_resetData(m, d);
  for (int i = 0; i < 50; ++i) mj_step(m, d);
  for (int i = 0; i < m->nq; ++i) printf("%.17g ", d->qpos[i]);
  printf("\n");

  d->qpos[0] = 1e20;
  mj_step(m, d);
  printf("warnings %d number %d time %.17g\n", calls[6], d->warning[mjWARN_BADQPOS].number, d->time);
  if (setjmp(back) == 0) mj_stateSize(m, 1 << 30);
  if (setjmp(back) == 0) mju_error_i("stopped by %d", 3);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
