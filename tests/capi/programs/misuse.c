// What a program may get wrong reaches its handler of errors, and nothing else happens. Runs on our library alone:
// MuJoCo's reads the bad memory.
#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf back;
static int errors;

static void on_error(const char* text) {
  printf("%s\n", text);
  ++errors;
  longjmp(back, 1);
}

#define TRY(...)                                   \
  do {                                             \
    const int before = errors;                     \
    if (setjmp(back) == 0) __VA_ARGS__;            \
    if (errors != before + 1) {                    \
      printf("no error from %s\n", #__VA_ARGS__);  \
      return 1;                                    \
    }                                              \
  } while (0)

int main(int argc, char** argv) {
  (void)argc;
  mju_user_error = on_error;
  mjModel* m = mj_loadXML(argv[1], NULL, NULL, 0);
  mjModel* other = mj_loadXML(argv[2], NULL, NULL, 0);
  mjData* d = mj_makeData(m);
  mjtNum x[3] = {0, 0, 1};

  TRY(mj_step(NULL, d));
  TRY(mj_step(m, NULL));
  TRY(mj_step(other, d));            // a data of another model
  TRY(mj_copyData(d, other, d));
  TRY(mj_copyModel(other, m));       // of other sizes
  TRY(mj_makeData(NULL));
  TRY(mj_step((mjModel*)d, d));      // no model
  mjModel shallow = *m;              // a copy this library did not make
  TRY(mj_step(&shallow, d));
  mjData* own = calloc(1, sizeof(mjData));
  TRY(mj_forward(m, own));
  free(own);
  TRY(mj_jacBody(m, d, NULL, NULL, 10000));
  TRY(mj_jac(m, d, x, NULL, NULL, 0));
  TRY(mju_add3(x, NULL, x));
  TRY(mju_euler2Quat(x, x, "abc"));
  TRY(mj_stackAllocNum(d, 10));      // without a mark
  TRY(mj_loadXML(NULL, NULL, NULL, 0));
  TRY(mj_saveModel(m, NULL, x, 8));
  TRY(mj_ray(m, d, x, NULL, NULL, 1, -1, NULL, NULL));
  TRY(mj_resetData(other, d));
  TRY(mj_warning(d, 99, 0));
  TRY(mj_RungeKutta(m, d, 3));
  mj_markStack(d);
  TRY(mj_stackAllocByte(d, (size_t)1 << 60, 8));
  mj_freeStack(d);
  TRY(mju_malloc((size_t)1 << 62));
  mj_deleteData(d);
  TRY(mj_deleteData(d));
  TRY(mj_step(m, d));
  mj_deleteModel(m);
  TRY(mj_deleteModel(m));
  TRY(mj_makeData(m));
  mj_deleteData(NULL);
  mj_deleteModel(NULL);
  mj_deleteModel(other);
  printf("%d errors\n", errors);
  return 0;
}
