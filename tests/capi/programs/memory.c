// Memory of a step that a program marks and takes, sizes that were changed, numbers that go back to a specification.
#include <mujoco/mujoco.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int warnings = 0;
static void count_warning(const char* text) { (void)text, ++warnings; }

static void stack(mjModel* m) {
  mjData* d = mj_makeData(m);
  const size_t before = d->pstack;
  mj_markStack(d);
  const size_t marked = d->pstack;
  printf("a mark takes memory: %d\n", marked > before);
  mjtNum* numbers = mj_stackAllocNum(d, 1000);
  numbers[999] = 1;
  printf("numbers take memory: %d\n", d->pstack >= marked + 1000 * sizeof(mjtNum));
  mj_markStack(d);
  char* bytes = mj_stackAllocByte(d, 100, 64);
  printf("aligned: %d\n", (uintptr_t)bytes % 64 == 0);
  mj_freeStack(d);
  mj_freeStack(d);
  printf("given back: %d\n", d->pstack == before);
  mj_step(m, d);
  printf("and a step: %d\n", d->pstack == before);
  mj_deleteData(d);
}

static void changed_sizes(mjModel* m) {
  const mjtSize nbody = m->nbody;
  m->nbody = -1;
  const mjData* d = mj_makeData(m);
  printf("data of changed sizes: %d, warnings: %d\n", d != NULL, warnings);
  m->nbody = nbody;
}

static void copied_back(void) {
  const char* xml =
      "<mujoco><asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3 4'/></asset>"
      "<worldbody><body name='a'><joint/><geom size='.1'/></body></worldbody></mujoco>";
  char text[5000], error[500] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  m->body_pos[4] = 0.25;
  m->jnt_stiffness[0] = 3;
  m->hfield_data[0] = 0, m->hfield_data[1] = 1, m->hfield_data[2] = 0.5, m->hfield_data[3] = 0.25;
  printf("copied: %d\n", mj_copyBack(s, m));
  printf("nothing to copy: %d\n", mj_copyBack(s, NULL));
  mj_saveXMLString(s, text, sizeof text, error, sizeof error);
  mjSpec* again = mj_parseXMLString(text, NULL, error, sizeof error);
  printf("not compiled: %d\n", mj_copyBack(again, m));
  mjModel* read = mj_compile(again, NULL);
  printf("%.17g %.17g\n", read->body_pos[4], read->jnt_stiffness[0]);
  for (int i = 0; i < 4; ++i) printf("%.9g ", read->hfield_data[i]);
  printf("\n");
  mj_deleteModel(read);
  mj_deleteModel(m);
  m = mj_compile(s, NULL);  // which takes what the specification says
  printf("%.17g\n", m->body_pos[4]);
  mj_deleteModel(m);
  mj_deleteSpec(again);
  mj_deleteSpec(s);
}

int main(void) {
  mju_user_warning = count_warning;
  char error[500] = "";
  mjSpec* s = mj_parseXMLString("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>", NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  stack(m);
  changed_sizes(m);
  copied_back();
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return 0;
}
