// Models, data, scenes and the schema as text.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Memory, timers and the hash of a model are each engine's own.
static int is_own(const char* line) {
  return strstr(line, "duration =") || strstr(line, "nbuffer") || strstr(line, "maxuse_");
}

static void show(const char* filename) {
  static char line[1000000];
  int skip = 0;
  FILE* file = fopen(filename, "r");
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, "MEMORY", 6) || !strncmp(line, "SIGNATURE", 9)) skip = 1;
    if (line[0] == '\n') skip = 0;
    if (!skip && !is_own(line)) fputs(line, stdout);
  }
  fclose(file);
}

static void show_scene(const mjModel* m, mjData* d) {
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  mjv_defaultScene(&scene), mjv_defaultOption(&option), mjv_defaultFreeCamera(m, &camera);
  mjv_makeScene(m, &scene, 1000);
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  scene.enabletransform = 1, scene.scale = 2;
  if (scene.ngeom) strcpy(scene.geoms[0].label, "first");
  mj_printScene(&scene, "scene.txt"), show("scene.txt");
  mj_printFormattedScene(&scene, "scene.txt", "%.5f"), show("scene.txt");
  mjv_freeScene(&scene);
}

static int by_text(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

// The order of sensors is each engine's own.
static void show_sorted(char* text) {
  char* lines[2000];
  int count = 0;
  for (char* line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) lines[count++] = line;
  qsort(lines, count, sizeof *lines, by_text);
  for (int i = 0; i < count; ++i) puts(lines[i]);
}

int main(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    mjModel* m = mj_loadXML(argv[k], NULL, NULL, 0);
    mjData* d = mj_makeData(m);
    mj_printModel(m, "model.txt"), show("model.txt");
    mj_printFormattedModel(m, "model.txt", "%.4f"), show("model.txt");
    for (int i = 0; i < 20; ++i) mj_step(m, d);
    mj_printFormattedData(m, d, "data.txt", "%.4f"), show("data.txt");
    mj_resetData(m, d), mj_forward(m, d);
    mj_printData(m, d, "data.txt"), show("data.txt");
    show_scene(m, d);
    mj_deleteData(d), mj_deleteModel(m);
  }
  char* text = malloc(100000);
  printf("%d\n", mj_printSchema("schema.txt", text, 100000, 0, 0));
  show_sorted(text);
  const int length = mj_printSchema(NULL, text, 100000, 1, 1);
  printf("%d %d\n", length == (int)strlen(text), !strncmp(text, "<table", 6));
  free(text);
  return 0;
}
