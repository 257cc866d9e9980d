// Cameras, models and perturbed bodies that follow the mouse; what is under it. Arguments: models.
#include <mujoco/mujoco.h>
#include <stdio.h>

static void show(const char* what, const mjtNum* x, int n) {
  printf("%s", what);
  for (int i = 0; i < n; ++i) printf(" %.12g", x[i] + 0.0);
  printf("\n");
}

static void show_camera(const mjvCamera* c) {
  show("camera", c->lookat, 3);
  printf(" %.12g %.12g %.12g\n", c->distance, c->azimuth, c->elevation);
}

static void heads(const mjvScene* s) {
  mjtNum head[3], forward[3], up[3], pos[3], quat[4];
  const mjtNum point[] = {0.1, 0.2, 0.3}, turn[] = {0.5, -0.5, 0.5, 0.5};
  mjv_cameraInModel(head, forward, up, s), show("in model", head, 3), show(" ", forward, 3), show(" ", up, 3);
  mjv_cameraInRoom(head, forward, up, s), show("in room", head, 3), show(" ", forward, 3), show(" ", up, 3);
  mjv_room2model(pos, quat, point, turn, s), show("to model", pos, 3), show(" ", quat, 4);
  mjv_model2room(pos, quat, point, turn, s), show("to room", pos, 3), show(" ", quat, 4);
  mjv_alignToCamera(pos, point, forward), show("aligned", pos, 3);
  printf("height %.12g\n", mjv_frustumHeight(s));
}

static void select_all(const mjModel* m, const mjData* d, const mjvOption* o, const mjvScene* s) {
  for (int i = 1; i < 8; ++i)
    for (int j = 1; j < 8; ++j) {
      mjtNum point[3] = {0};
      int geom = -2, flex = -2, skin = -2;
      const int body = mjv_select(m, d, o, 1.5, i / 8.0, j / 8.0, s, point, &geom, &flex, &skin);
      printf("%d %d: body %d geom %d flex %d skin %d", i, j, body, geom, flex, skin);
      show("", point, body >= 0 ? 3 : 0);
    }
}

int main(int argc, char** argv) {
  for (int k = 1; k < argc; ++k) {
    mjModel* m = mj_loadXML(argv[k], NULL, NULL, 0);
    mjData* d = mj_makeData(m);
    mjvScene s;
    mjvOption o;
    mjvCamera c;
    mjvPerturb p;
    mjv_defaultScene(&s), mjv_defaultOption(&o), mjv_defaultFreeCamera(m, &c), mjv_defaultPerturb(&p);
    mjv_makeScene(m, &s, 1000);
    for (int i = 0; i < 10; ++i) mj_step(m, d);
    mjv_updateScene(m, d, &o, &p, &c, mjCAT_ALL, &s);
    heads(&s), select_all(m, d, &o, &s);
    for (int action = mjMOUSE_ROTATE_V; action <= mjMOUSE_MOVE_H_REL; ++action) {
      mjv_moveCamera(m, action, 0.1, -0.2, &s, &c), show_camera(&c);
      mjv_updateScene(m, d, &o, &p, &c, mjCAT_ALL, &s);
    }
    p.select = m->nbody > 1 ? 1 : 0, p.active = mjPERT_TRANSLATE;
    mjv_initPerturb(m, d, &s, &p), printf("scale %.9g mass %.9g\n", p.scale, p.localmass);
    for (int action = mjMOUSE_ROTATE_V; action <= mjMOUSE_MOVE_H_REL; ++action) {
      mjv_movePerturb(m, d, action, 0.1, -0.2, &s, &p);
      show("perturb", p.refpos, 3), show(" ", p.refquat, 4), show(" ", p.refselpos, 3);
    }
    s.enabletransform = 1, s.scale = 2, s.translate[0] = 0.5f;
    const mjtNum up[] = {0, 0, 1};
    for (int action = mjMOUSE_ROTATE_V; action <= mjMOUSE_MOVE_H_REL; ++action) {
      mjv_moveModel(m, action, 0.1, -0.2, up, &s);
      printf("model %.7g %.7g %.7g scale %.7g rotation %.6g %.6g %.6g %.6g\n", s.translate[0], s.translate[1], s.translate[2],
             s.scale, s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3]);
    }
    heads(&s);
    mjv_freeScene(&s), mj_deleteData(d), mj_deleteModel(m);
  }
  const int faces[] = {0, 1, 2, 0, 2, 3};
  const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  const mjtNum from[] = {0.7, 0.2, 1}, down[] = {0, 0, -2};
  int vertex = -2;
  printf("skin %.12g", mju_raySkin(2, 4, faces, corners, from, down, &vertex));
  printf(" %d\n", vertex);
  return 0;
}
