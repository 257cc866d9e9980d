// Pictures without a window, the way programs that record do it. Judge: mathematics and values by hand.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;
static void check(int fine, const char* what) {
  if (!fine) printf("wrong: %s\n", what), ++bad;
}

enum { W = 160, H = 120 };
static unsigned char rgb[3 * W * H], other[3 * W * H];
static float depth[W * H];

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * W + x); }  // y from the bottom

static const char kModel[] =
    "<mujoco><visual><global offwidth='160' offheight='120'/><map znear='.1' zfar='10'/></visual><statistic extent='1'/>"
    "<worldbody><light pos='0 -3 3' dir='0 1 -1'/><geom name='ball' size='.5' rgba='1 0 0 1'/>"
    "<geom type='box' size='.2 .2 .2' pos='0 0 .9' rgba='0 1 0 1'/><camera name='front' pos='0 -3 0' xyaxes='1 0 0 0 0 1'/>"
    "</worldbody></mujoco>";

static void the_picture(const mjrContext* con, mjrRect all) {
  mjr_readPixels(rgb, depth, all, con);
  const unsigned char* middle = pixel(W / 2, H / 2);
  check(middle[0] > 100 && middle[0] > 2 * middle[1] && middle[0] > 2 * middle[2], "the ball is red");
  const unsigned char* above = pixel(W / 2, H / 2 + 45);  // 0.9 m at 2.8 m, half the height of the picture being 1.16 m
  check(above[1] > 100 && above[1] > 2 * above[0], "the box above it is green");
  // the ball is 2.5 m away: depth far (z - near) / (z (far - near))
  check(fabs(depth[H / 2 * W + W / 2] - 10 * (2.5 - 0.1) / (2.5 * 9.9)) < 1e-3, "depth of the ball");
  check(depth[0] == 1, "nothing in the corner");
}

static void buffers(mjrContext* con, mjrRect all, mjvScene* scn) {
  mjr_addAux(2, 40, 30, 0, con);
  mjr_setAux(2, con);
  const mjrRect small = mjr_maxViewport(con);
  check(small.width == 40 && small.height == 30, "size of the auxiliary buffer");
  mjr_render(small, scn, con);
  mjr_restoreBuffer(con);
  mjr_blitAux(2, small, 10, 5, con);
  mjr_readPixels(rgb, NULL, all, con);
  const unsigned char* middle = pixel(10 + 20, 5 + 15);
  check(middle[0] > 100 && middle[0] > 2 * middle[1], "the small ball is copied");
  for (int i = 0; i < 3 * W * H; ++i) other[i] = (unsigned char)(i % 251);
  mjr_drawPixels(other, NULL, all, con);
  mjr_readPixels(rgb, NULL, all, con);
  check(!memcmp(rgb, other, sizeof rgb), "pixels come back");
  mjr_rectangle((mjrRect){20, 30, 10, 10}, 0, 0, 1, 1);
  mjr_readPixels(rgb, NULL, all, con);
  check(pixel(25, 35)[2] == 255 && pixel(25, 35)[0] == 0, "a rectangle");
  check(!memcmp(pixel(35, 35), other + 3 * (35 * W + 35), 3), "nothing beside it");
  const mjrRect rects[] = {{0, 0, 10, 10}, {5, 5, 10, 10}};
  check(mjr_findRect(12, 12, 2, rects) == 1 && mjr_findRect(40, 40, 2, rects) == -1, "rectangle under a point");
  mjr_resizeOffscreen(80, 60, con);
  check(mjr_maxViewport(con).width == 80 && con->offHeight == 60, "another size");
  mjr_resizeOffscreen(W, H, con);
}

static int changed(const mjrContext* con, mjrRect all) {
  int n = 0;
  mjr_readPixels(rgb, NULL, all, con);
  for (int i = 0; i < W * H; ++i) n += memcmp(rgb + 3 * i, other + 3 * i, 3) != 0;
  memcpy(other, rgb, sizeof rgb);
  return n;
}

static void texts(mjrContext* con, mjrRect all) {
  mjr_rectangle(all, 0, 0, 0, 1), changed(con, all);
  mjr_text(mjFONT_NORMAL, "hello", con, 0.1f, 0.5f, 1, 1, 1);
  check(changed(con, all) > 20, "text");
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, all, "one\ntwo", "1\n2", con);
  check(changed(con, all) > 20, "overlay");
  mjr_label((mjrRect){0, 0, 60, 20}, mjFONT_BIG, "L", 0.5f, 0, 0, 1, 1, 1, 1, con);
  check(changed(con, all) > 1000, "label");
  mjvFigure* figure = malloc(sizeof *figure);
  mjv_defaultFigure(figure);
  figure->linepnt[0] = 50, figure->linergb[0][0] = 1;
  for (int i = 0; i < 50; ++i) figure->linedata[0][2 * i] = (float)i, figure->linedata[0][2 * i + 1] = (float)sin(i * 0.2);
  mjr_figure(all, figure, con);
  check(changed(con, all) > 100 && figure->xaxispixel[1] > figure->xaxispixel[0], "figure");
  free(figure);
  mjr_changeFont(200, con);
  check(con->fontScale == 200, "font");
}

static void on_error(const char* text) { check(strstr(text, "mjr_uploadMesh") != NULL, text); }

int main(void) {
  mju_user_error = on_error;
  FILE* file = fopen("model.xml", "w");
  fputs(kModel, file), fclose(file);
  mjModel* m = mj_loadXML("model.xml", NULL, NULL, 0);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjrContext con;
  mjv_defaultScene(&scn), mjv_defaultOption(&opt), mjv_defaultCamera(&cam), mjr_defaultContext(&con);
  mjv_makeScene(m, &scn, 100), mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  check(con.currentBuffer == mjFB_OFFSCREEN, "the offscreen buffer");
  const mjrRect all = mjr_maxViewport(&con);
  check(all.width == W && all.height == H, "size of the buffer");
  cam.type = mjCAMERA_FIXED, cam.fixedcamid = 0;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  mjr_render(all, &scn, &con);
  the_picture(&con, all);
  con.readDepthMap = mjDEPTH_ZEROFAR;
  mjr_readPixels(NULL, depth, all, &con);
  check(depth[0] == 0, "depth from the far plane");
  scn.flags[mjRND_SEGMENT] = scn.flags[mjRND_IDCOLOR] = 1;
  mjr_render(all, &scn, &con), mjr_readPixels(rgb, NULL, all, &con);
  check(pixel(W / 2, H / 2)[0] == 1 && pixel(0, 0)[0] == 0, "the ball is the first thing");
  scn.flags[mjRND_SEGMENT] = 0;
  mjr_uploadMesh(m, &con, 0), mjr_finish();  // there is none: the handler is told
  buffers(&con, all, &scn), texts(&con, all);
  check(mjr_getError() == 0, "no error");
  mjr_freeContext(&con), mjv_freeScene(&scn);
  mj_deleteData(d), mj_deleteModel(m);
  printf("%d wrong\n", bad);
  return bad != 0;
}
