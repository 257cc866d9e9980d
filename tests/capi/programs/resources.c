// Files that functions of the program provide, by scheme and by path; decoders; virtual files.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kCube[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char kModel[] =
    "<mujoco><asset><mesh name='m' file='cube.obj'/></asset><worldbody><body><freejoint/>"
    "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>";

static int calls[5];  // mounted, unmounted, opened, read, closed

static int on_mount(mjResource* r) {
  (void)r;
  return ++calls[0] > 0;
}
static int on_unmount(mjResource* r) {
  (void)r;
  return ++calls[1] > 0;
}
static const char* content(const char* name) {
  const char* dot = strrchr(name, '.');
  return !dot || strstr(name, "missing") ? NULL : strcmp(dot, ".obj") ? kModel : kCube;
}
static int on_open(mjResource* r) {
  ++calls[2];
  return content(r->name) != NULL;
}
static int on_read(mjResource* r, const void** buffer) {
  ++calls[3];
  *buffer = content(r->name);
  return (int)strlen(*buffer);
}
static void on_close(mjResource* r) {
  (void)r;
  ++calls[4];
}

static void show_calls(const char* when) {
  printf("%s: mounted %d unmounted %d opened %d read %d closed %d\n", when, calls[0], calls[1], calls[2], calls[3],
         calls[4]);
  memset(calls, 0, sizeof calls);
}

static mjpResourceProvider provider(const char* prefix) {
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = prefix, p.open = on_open, p.read = on_read, p.close = on_close;
  p.mount = on_mount, p.unmount = on_unmount;
  return p;
}

static void show_resource(const char* dir, const char* name, const mjVFS* vfs) {
  char error[500] = "";
  mjResource* r = mju_openResource(dir, name, vfs, error, sizeof error);
  printf("%s %s: %s\n", dir, name, r ? r->name : "none");
  if (!r) return;
  const void* buffer = NULL;
  const char* folder = NULL;
  int length = 0;
  printf("  %d bytes", mju_readResource(r, &buffer));
  mju_getResourceDir(r, &folder, &length);
  printf(", folder '%.*s'\n", length, folder);
  mju_closeResource(r);
}

static void show_model(const char* name, const mjVFS* vfs) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(name, vfs, error, sizeof error);
  printf("%s: %s\n", name, m ? "loaded" : "refused");
  if (!m) return;
  printf("  %d vertices, mass %.17g\n", (int)m->nmeshvert, m->body_mass[1]);
  mj_deleteModel(m);
}

static void schemes(void) {
  const mjpResourceProvider one = provider("mine"), same = provider("MINE");
  const int before = mjp_resourceProviderCount();
  printf("registered %d %d\n", mjp_registerResourceProvider(&one) > 0,
         mjp_registerResourceProvider(&one) == mjp_registerResourceProvider(&same));
  printf("count %d, found %d %d %d\n", mjp_resourceProviderCount() - before, mjp_getResourceProvider("mine:x") != NULL,
         mjp_getResourceProvider("minex") != NULL, mjp_getResourceProviderAtSlot(1000) != NULL);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  show_resource("", "mine:a/b.obj", &vfs);
  show_resource("", "mine:b.obj", &vfs);
  show_resource("", "mine:missing.obj", &vfs);
  show_resource("mine:a/", "b.obj", &vfs);
  show_model("mine:model.xml", &vfs);
  show_model("mine:/folder/model.xml", &vfs);
  show_model("mine:missing.xml", &vfs);
  mj_deleteVFS(&vfs);
  memset(calls, 0, sizeof calls);  // how often files are read is each engine's own
}

static void mounts(void) {
  const mjpResourceProvider p = provider("unused");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  printf("mount %d again %d nothing %d\n", mj_mountVFS(&vfs, "/some/path", &p), mj_mountVFS(&vfs, "/some/path", &p),
         mj_unmountVFS(&vfs, "/other"));
  show_calls("after mounting");
  show_resource("", "/some/path/x.obj", &vfs);
  show_resource("/some", "path/x.obj", &vfs);
  show_resource("", "/some/pathology/x.obj", &vfs);
  show_calls("after opening");
  show_model("/some/path/model.xml", &vfs);
  memset(calls, 0, sizeof calls);
  printf("unmount %d\n", mj_unmountVFS(&vfs, "/some/path"));
  show_resource("", "/some/path/x.obj", &vfs);
  mj_mountVFS(&vfs, "/last", &p);
  mj_deleteVFS(&vfs);
  show_calls("after deleting");
}

static void memory(void) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  printf("add %d again %d\n", mj_addBufferVFS(&vfs, "dir/cube.obj", kCube, sizeof kCube - 1),
         mj_addBufferVFS(&vfs, "dir/cube.obj", kCube, sizeof kCube - 1));
  mj_addBufferVFS(&vfs, "model.xml", kModel, sizeof kModel - 1);
  show_resource("", "files/../dir/cube.obj", &vfs);
  mjResource* r = mju_openResource("", "dir/cube.obj", &vfs, NULL, 0);
  printf("modified %d %d\n", mju_isModifiedResource(r, r->timestamp), mju_isModifiedResource(r, "QQ=="));
  mju_closeResource(r);
  show_model("model.xml", &vfs);
  printf("delete %d again %d\n", mj_deleteFileVFS(&vfs, "dir/cube.obj"), mj_deleteFileVFS(&vfs, "dir/cube.obj"));
  mj_deleteVFS(&vfs);
}

static mjSpec* decode(mjResource* r, const mjVFS* vfs) {
  (void)r, (void)vfs;
  mjSpec* s = mj_makeSpec();
  mjsGeom* geom = mjs_addGeom(mjs_addBody(mjs_findBody(s, "world"), NULL), NULL);
  geom->size[0] = 1;
  return s;
}
static int can_decode(const mjResource* r) { return strstr(r->name, ".odd") != NULL; }

static void decoders(void) {
  mjpDecoder d;
  char error[500] = "";
  mjp_defaultDecoder(&d);
  d.content_type = "model/odd", d.extension = ".odd", d.can_decode = can_decode, d.decode = decode;
  mjp_registerDecoder(&d), mjp_registerDecoder(&d);
  mjSpec* s = mj_parse("anything.odd", NULL, NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  printf("decoded %d bodies\n", (int)m->nbody);
  mj_deleteModel(m), mj_deleteSpec(s);
  s = mj_parseXMLString("<mujoco><asset><model name='o' file='x.odd'/></asset><worldbody><attach model='o' prefix='p_'/>"
                        "</worldbody></mujoco>",
                        NULL, error, sizeof error);
  m = mj_compile(s, NULL);
  printf("attached %d bodies\n", (int)m->nbody);
  mj_deleteModel(m), mj_deleteSpec(s);
}

int main(void) {
  schemes(), mounts(), memory(), decoders();
  return 0;
}
