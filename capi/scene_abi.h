// MuJoCo's structs of abstract visualisation as compiled programs know them; an mjvGeom is our VisualGeom,
// an mjvPerturb our Perturb.
#pragma once

#include "capi/abi.h"
#include "viewer/scene_option.h"
#include "viewer/visual_geom.h"

namespace corten::capi {

inline constexpr int kMaxLight = 100;       // mjMAXLIGHT
inline constexpr int kMaxLine = 100;        // mjMAXLINE
inline constexpr int kMaxLinePoint = 1001;  // mjMAXLINEPNT

using mjvGeom = viewer::VisualGeom;
using mjvPerturb = viewer::Perturb;

struct mjvCamera {
  int type = 0, fixedcamid = -1, trackbodyid = -1;
  Real lookat[3] = {};
  Real distance = 2, azimuth = 90, elevation = -45;
  int orthographic = 0;
};

struct mjvGLCamera {
  Vec3<float> pos{}, forward{}, up{};
  float frustum_center = 0, frustum_width = 0, frustum_bottom = 0, frustum_top = 0, frustum_near = 0,
        frustum_far = 0;
  int orthographic = 0;
};

struct mjvLight {
  int id = 0;
  Vec3<float> pos{}, dir{};
  int type = 0, texid = 0;
  Vec3<float> attenuation{};
  float cutoff = 0, exponent = 0;
  Vec3<float> ambient{}, diffuse{}, specular{};
  byte headlight = 0, castshadow = 0;
  float bulbradius = 0, intensity = 0, range = 0;
};

struct mjvOption {
  using Groups = viewer::SceneOption::Groups;
  int label = mjLABEL_NONE, frame = mjFRAME_NONE;
  Groups geomgroup = viewer::SceneOption::kFirstThree, sitegroup = geomgroup, jointgroup = geomgroup,
         tendongroup = geomgroup, actuatorgroup = geomgroup, flexgroup = geomgroup, skingroup = geomgroup;
  viewer::VisFlags flags = viewer::default_vis_flags();
  int bvh_depth = 1, flex_layer = 0;
};

struct mjvScene {
  int maxgeom = 0, ngeom = 0;
  mjvGeom* geoms = nullptr;
  int* geomorder = nullptr;
  int nflex = 0;
  int *flexedgeadr = nullptr, *flexedgenum = nullptr, *flexvertadr = nullptr, *flexvertnum = nullptr,
      *flexfaceadr = nullptr, *flexfacenum = nullptr, *flexfaceused = nullptr, *flexedge = nullptr;
  float *flexvert = nullptr, *flexface = nullptr, *flexnormal = nullptr, *flextexcoord = nullptr;
  byte flexvertopt = 0, flexedgeopt = 0, flexfaceopt = 0, flexskinopt = 0;
  int nskin = 0;
  int *skinfacenum = nullptr, *skinvertadr = nullptr, *skinvertnum = nullptr;
  float *skinvert = nullptr, *skinnormal = nullptr;
  int nlight = 0;
  mjvLight lights[kMaxLight];
  mjvGLCamera camera[2];
  byte enabletransform = 0;
  Vec3<float> translate{};
  float rotate[4] = {1, 0, 0, 0};
  float scale = 1;
  int stereo = 0;
  byte flags[mjNRNDFLAG] = {1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1};  // shadow, reflection, skybox, haze, cull face
  int framewidth = 0;
  Vec3<float> framergb{};
  int status = 0;
};

struct mjvFigure {
  int flg_legend = 1;
  int flg_ticklabel[2] = {1, 1};
  int flg_extend = 1, flg_barplot = 0, flg_selection = 0, flg_symmetric = 0;
  float linewidth = 3, gridwidth = 1;
  int gridsize[2] = {2, 2};
  float gridrgb[3] = {0.4F, 0.4F, 0.4F};
  float figurergba[4] = {0, 0, 0, 1}, panergba[4] = {0, 0, 0, 1}, legendrgba[4] = {0, 0, 0, 0.3F};
  float textrgb[3] = {1, 1, 1};
  float linergb[kMaxLine][3] = {};
  float range[2][2] = {{0, 1}, {0, 1}};
  char xformat[20] = "%.0f", yformat[20] = "%.2g";
  char minwidth[20] = "XXX";  // labels are at least as wide as this text
  char title[1000] = "", xlabel[100] = "";
  char linename[kMaxLine][100] = {};
  int legendoffset = 0, subplot = 0;
  int highlight[2] = {};
  int highlightid = -1;
  float selection = 0;
  int linepnt[kMaxLine] = {};
  float linedata[kMaxLine][2 * kMaxLinePoint] = {};
  int xaxispixel[2] = {}, yaxispixel[2] = {};
  float xaxisdata[2] = {}, yaxisdata[2] = {};
};

}  // namespace corten::capi
