// Abstract pictures of a simulation: geoms, lights and cameras of a scene (mjv_).
#include <bit>
#include <cmath>
#include <cstring>
#include <new>

#include "capi/call.h"
#include "capi/numbers.h"
#include "capi/scene_abi.h"
#include "capi/scene_surfaces.h"
#include "corten/math/pose.h"
#include "corten/model/warning.h"
#include "viewer/perturb.h"
#include "viewer/visual_scene.h"

namespace corten::capi {

CORTEN_API void* mju_malloc(std::size_t size);
CORTEN_API void mju_free(void* memory);

namespace {

template <class T>
void set_default(const char* function, T* thing) {
  perform(function, [=] { new (given(thing, "the struct")) T(); });
}

// 0 free, 1 tracking, 2 fixed, 3 set by the program
enum CameraKind { kFree, kTracking, kFixed, kUser };

viewer::SceneOption to_option(const mjvOption& opt, int catmask) {
  viewer::SceneOption option;
  option.label = opt.label, option.frame = opt.frame, option.bvh_depth = opt.bvh_depth,
  option.catmask = catmask;
  option.geomgroup = opt.geomgroup, option.sitegroup = opt.sitegroup, option.jointgroup = opt.jointgroup;
  option.tendongroup = opt.tendongroup, option.actuatorgroup = opt.actuatorgroup;
  option.flexgroup = opt.flexgroup, option.skingroup = opt.skingroup, option.flags = opt.flags;
  return option;
}

// Models for pictures have the visual settings of the view, too.
const Model& visible(const mjModel* m) {
  take_settings(*given(m, "m"), box_of(m).model);
  return model_of(m);
}

// Told once per data, counted always.
void warn_full(mjData& d, int maxgeom) {
  WarningStat& warning = d.warning[mjWARN_VGEOMFULL];
  warning.lastinfo = maxgeom;
  if (!warning.number++) keep_warning(warning_text(mjWARN_VGEOMFULL, maxgeom).c_str());
}

void add_geoms(const Model& m, const Data& d, const mjvOption* opt, const mjvPerturb* pert, int catmask,
               mjvScene& scn) {
  const std::vector<mjvGeom> geoms =
      viewer::visual_geoms(m, d, to_option(*given(opt, "opt"), catmask), pert ? *pert : mjvPerturb());
  for (const mjvGeom& geom : geoms) {
    if (scn.ngeom >= scn.maxgeom) {
      scn.status = 1;
      return;
    }
    scn.geoms[scn.ngeom] = geom;
    scn.geoms[scn.ngeom].segid = scn.ngeom;
    ++scn.ngeom;
  }
}

struct Frame {
  Vec3<Real> head, forward, up, right;
};

Frame camera_frame(const Data& d, const mjvCamera& cam) {
  if (cam.type == kFixed) {
    if (cam.fixedcamid < 0 || cam.fixedcamid >= d.cam_xpos.size())
      throw Problem("there is no fixed camera " + std::to_string(cam.fixedcamid));
    const Mat3<Real> axes = transpose(d.cam_xmat[cam.fixedcamid]);
    return {d.cam_xpos[cam.fixedcamid], -axes.row(2), axes.row(1), axes.row(0)};
  }
  if (cam.type != kFree && cam.type != kTracking) throw Problem("the camera has an unknown type");
  const Real azimuth = cam.azimuth * (kPi / 180), elevation = cam.elevation * (kPi / 180);
  const Real ca = std::cos(azimuth), sa = std::sin(azimuth), ce = std::cos(elevation),
             se = std::sin(elevation);
  Frame frame{{}, {ce * ca, ce * sa, se}, {-se * ca, -se * sa, ce}, {sa, -ca, 0}};
  frame.head = vec3(cam.lookat) - frame.forward * cam.distance;
  return frame;
}

bool is_orthographic(const Model& m, const mjvCamera& cam) {
  return cam.type == kFixed ? m.cam_projection[cam.fixedcamid] == mjPROJ_ORTHOGRAPHIC : cam.orthographic != 0;
}

// Half heights (down, up) and widths (left, right) of the picture at the near plane, near and far plane.
struct Frustum {
  float zver[2] = {}, zhor[2] = {}, zclip[2] = {};
};

Frustum camera_frustum(const Model& m, const mjvCamera& cam) {
  Frustum f;
  const bool fixed = cam.type == kFixed;
  const int id = cam.fixedcamid;
  f.zclip[0] = static_cast<float>(m.vis.map.znear * m.stat.extent);
  f.zclip[1] = static_cast<float>(m.vis.map.zfar * m.stat.extent);
  const Real near = f.zclip[0], fovy = fixed ? m.cam_fovy[id] : m.vis.global_.fovy;
  const bool orthographic = is_orthographic(m, cam);
  if (fixed && m.cam_sensorsize[id][0] != 0 && m.cam_sensorsize[id][1] != 0 && !orthographic) {
    const auto& k = m.cam_intrinsic[id];
    const auto& size = m.cam_sensorsize[id];
    for (int i = 0; i < 2; ++i) {
      const Real side = i ? 1 : -1;
      f.zhor[i] = static_cast<float>(near / k[0] * (0.5 * Real(size[0]) + side * Real(k[2])));
      f.zver[i] = static_cast<float>(near / k[1] * (0.5 * Real(size[1]) + side * Real(k[3])));
    }
  } else {
    const Real half = orthographic ? 0.5 * fovy : near * std::tan(0.5 * fovy * (kPi / 180));
    f.zver[0] = f.zver[1] = static_cast<float>(half);
  }
  return f;
}

Vec3<float> to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

void update_camera(const Model& m, const Data& d, mjvCamera& cam, mjvScene& scn) {
  if (cam.type == kUser) return;
  if (cam.type == kTracking) {
    if (cam.trackbodyid < 0 || cam.trackbodyid >= m.nbody) throw Problem("the camera tracks no body");
    put(cam.lookat, d.subtree_com[cam.trackbodyid]);
  }
  const Frame frame = camera_frame(d, cam);
  const Frustum f = camera_frustum(m, cam);
  const Real ipd = cam.type == kFixed ? m.cam_ipd[cam.fixedcamid] : m.vis.global_.ipd;
  for (int i = 0; i < 2; ++i) {
    mjvGLCamera& eye = scn.camera[i];
    eye.pos = to_float(frame.head + frame.right * ((i ? 0.5 : -0.5) * ipd));
    eye.forward = to_float(frame.forward), eye.up = to_float(frame.up);
    eye.frustum_bottom = -f.zver[0], eye.frustum_top = f.zver[1];
    eye.frustum_center = 0.5F * (f.zhor[1] - f.zhor[0]), eye.frustum_width = 0.5F * (f.zhor[1] + f.zhor[0]);
    eye.frustum_near = f.zclip[0], eye.frustum_far = f.zclip[1];
    eye.orthographic = is_orthographic(m, cam);
  }
}

mjvLight model_light(const Model& m, const Data& d, int i) {
  mjvLight light;
  light.id = i, light.type = m.light_type[i], light.texid = m.light_texid[i];
  light.pos = to_float(d.light_xpos[i]), light.dir = to_float(d.light_xdir[i]);
  light.ambient = m.light_ambient[i], light.diffuse = m.light_diffuse[i],
  light.specular = m.light_specular[i];
  light.castshadow = m.light_castshadow[i];
  light.bulbradius = m.light_bulbradius[i], light.intensity = m.light_intensity[i],
  light.range = m.light_range[i];
  if (light.type == mjLIGHT_SPOT) {
    light.attenuation = m.light_attenuation[i];
    light.cutoff = m.light_cutoff[i], light.exponent = m.light_exponent[i];
  }
  return light;
}

void make_lights(const Model& m, const Data& d, mjvScene& scn) {
  scn.nlight = 0;
  const auto add = [&](const mjvLight& light) {
    if (scn.nlight < kMaxLight) scn.lights[scn.nlight++] = light;
  };
  if (const VisualHeadlight& head = m.vis.headlight; head.active) {
    mjvLight light;
    light.id = -1, light.headlight = 1, light.type = mjLIGHT_DIRECTIONAL, light.texid = -1;
    light.bulbradius = 0.02F, light.range = 10;
    light.ambient = head.ambient, light.diffuse = head.diffuse, light.specular = head.specular;
    add(light);
  }
  for (int i = 0; i < m.nlight; ++i)
    if (m.light_active[i]) add(model_light(m, d, i));
}

// The headlight shines from the camera, where the camera looks.
void put_headlight(mjvScene& scn) {
  if (!scn.nlight || !scn.lights[0].headlight) return;
  for (int i = 0; i < 3; ++i) scn.lights[0].pos[i] = (scn.camera[0].pos[i] + scn.camera[1].pos[i]) / 2;
  scn.lights[0].dir = scn.camera[0].forward;
}

}  // namespace

// ---- defaults ----
CORTEN_API void mjv_defaultCamera(mjvCamera* cam) { set_default("mjv_defaultCamera", cam); }
CORTEN_API void mjv_defaultOption(mjvOption* opt) { set_default("mjv_defaultOption", opt); }
CORTEN_API void mjv_defaultPerturb(mjvPerturb* pert) { set_default("mjv_defaultPerturb", pert); }
CORTEN_API void mjv_defaultFigure(mjvFigure* fig) { set_default("mjv_defaultFigure", fig); }
// nothing at all: mjv_makeScene gives it what it starts with
CORTEN_API void mjv_defaultScene(mjvScene* scn) {
  perform("mjv_defaultScene", [=] { std::memset(static_cast<void*>(given(scn, "scn")), 0, sizeof *scn); });
}
CORTEN_API void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam) {
  perform("mjv_defaultFreeCamera", [=] {
    const Model& model = visible(m);
    new (given(cam, "cam")) mjvCamera();
    put(cam->lookat, model.stat.center);
    cam->distance = 1.5 * model.stat.extent;
    cam->azimuth = model.vis.global_.azimuth, cam->elevation = model.vis.global_.elevation;
    cam->orthographic = model.vis.global_.orthographic;
  });
}

// ---- geoms of one's own ----
CORTEN_API void mjv_initGeom(mjvGeom* geom, int type, const Real* size, const Real* pos, const Real* mat,
                             const float* rgba) {
  perform("mjv_initGeom", [=] {
    mjvGeom made;  // what it stands for stays
    made.objtype = given(geom, "geom")->objtype, made.objid = geom->objid, made.category = geom->category;
    made.segid = geom->segid, made.type = type;
    *geom = made;
    if (size) {
      const bool sphere = type == mjGEOM_SPHERE, tube = type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
      geom->size = to_float({size[0], size[sphere || tube ? 0 : 1], size[sphere ? 0 : tube ? 1 : 2]});
    }
    if (pos) geom->pos = to_float(vec3(pos));
    for (int i = 0; mat && i < 9; ++i) reinterpret_cast<float*>(&geom->mat)[i] = static_cast<float>(mat[i]);
    for (int i = 0; rgba && i < 4; ++i) geom->rgba[i] = rgba[i];
  });
}

CORTEN_API void mjv_connector(mjvGeom* geom, int type, Real width, const Real* from, const Real* to) {
  perform("mjv_connector", [=] {
    const mjvGeom made =
        viewer::visual_connector(type, width, vec3(given(from, "from")), vec3(given(to, "to")), {});
    given(geom, "geom")->type = type;
    geom->size = made.size, geom->pos = made.pos, geom->mat = made.mat;
  });
}

// ---- scenes ----
CORTEN_API void mjv_freeScene(mjvScene* scn) {
  perform("mjv_freeScene", [=] {
    mju_free(given(scn, "scn")->geoms), mju_free(scn->geomorder);
    free_surfaces(*scn);
    mjv_defaultScene(scn);
  });
}

CORTEN_API void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom) {
  perform("mjv_makeScene", [=] {
    if (m) box_of(m);
    if (maxgeom < 0) throw Problem("maxgeom is less than zero");
    mjv_freeScene(given(scn, "scn"));
    new (scn) mjvScene();
    const std::size_t room = count(maxgeom);
    scn->geoms = static_cast<mjvGeom*>(mju_malloc(room * sizeof(mjvGeom)));
    scn->geomorder = static_cast<int*>(mju_malloc(room * sizeof(int)));
    if (room && (!scn->geoms || !scn->geomorder)) return;
    scn->maxgeom = maxgeom;
    for (std::size_t i = 0; i < room; ++i) new (scn->geoms + i) mjvGeom(), scn->geomorder[i] = 0;
    if (m) make_surfaces(model_of(m), *scn);
  });
}

CORTEN_API void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                             int catmask, mjvScene* scn) {
  perform("mjv_addGeoms",
          [=] { add_geoms(visible(m), data_of(m, d), opt, pert, catmask, *given(scn, "scn")); });
}

CORTEN_API void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn) {
  perform("mjv_makeLights", [=] { make_lights(visible(m), data_of(m, d), *given(scn, "scn")); });
}

CORTEN_API void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  perform("mjv_updateCamera",
          [=] { update_camera(visible(m), data_of(m, d), *given(cam, "cam"), *given(scn, "scn")); });
}

CORTEN_API void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                                mjvCamera* cam, int catmask, mjvScene* scn) {
  perform("mjv_updateScene", [=] {
    const Model& model = visible(m);
    const Data& data = data_of(m, d);
    given(scn, "scn")->ngeom = 0, scn->status = 0;
    update_flexes(model, data, *given(opt, "opt"), *scn);
    if (opt->flags[mjVIS_SKIN]) update_skins(model, data, *scn);
    add_geoms(model, data, opt, pert, catmask, *scn);
    if (scn->status) warn_full(*d, scn->maxgeom);
    make_lights(model, data, *scn);
    update_camera(model, data, *given(cam, "cam"), *scn);
    put_headlight(*scn);
  });
}

// ---- cameras ----
CORTEN_API void mjv_cameraFrame(Real* headpos, Real* forward, Real* up, Real* right, const mjData* d,
                                const mjvCamera* cam) {
  perform("mjv_cameraFrame", [=] {
    const Frame frame = camera_frame(box_of(d).data, *given(cam, "cam"));
    if (headpos) put(headpos, frame.head);
    if (forward) put(forward, frame.forward);
    if (up) put(up, frame.up);
    if (right) put(right, frame.right);
  });
}

CORTEN_API void mjv_cameraFrustum(float* zver, float* zhor, float* zclip, const mjModel* m,
                                  const mjvCamera* cam) {
  perform("mjv_cameraFrustum", [=] {
    const Frustum f = camera_frustum(visible(m), *given(cam, "cam"));
    if (zver) std::copy_n(f.zver, 2, zver);
    if (zhor) std::copy_n(f.zhor, 2, zhor);
    if (zclip) std::copy_n(f.zclip, 2, zclip);
  });
}

// An mjvGLCamera as C hands it over.
struct PlainCamera {
  float numbers[15];
  int orthographic;
};
static_assert(sizeof(PlainCamera) == sizeof(mjvGLCamera));

CORTEN_API PlainCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  return answer("mjv_averageCamera", [=] {
    const mjvGLCamera &a = *given(cam1, "cam1"), &b = *given(cam2, "cam2");
    const auto sum = [](const Vec3<float>& u, const Vec3<float>& v) {
      return Vec3<Real>{Real(u[0]) + v[0], Real(u[1]) + v[1], Real(u[2]) + v[2]};
    };
    mjvGLCamera middle;
    Vec3<Real> forward = sum(a.forward, b.forward), up = sum(a.up, b.up);
    normalize(forward);
    up = up - forward * dot(up, forward);
    normalize(up);
    middle.pos = to_float(sum(a.pos, b.pos) * 0.5), middle.forward = to_float(forward),
    middle.up = to_float(up);
    for (float mjvGLCamera::*f :
         {&mjvGLCamera::frustum_center, &mjvGLCamera::frustum_width, &mjvGLCamera::frustum_bottom,
          &mjvGLCamera::frustum_top, &mjvGLCamera::frustum_near, &mjvGLCamera::frustum_far})
      middle.*f = 0.5F * (a.*f + b.*f);
    middle.orthographic = a.orthographic || b.orthographic;
    return std::bit_cast<PlainCamera>(middle);
  });
}

// ---- perturbations ----
CORTEN_API void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  engine("mjv_applyPerturbForce", m, d, [=](const Model& model, Data& data, const Hooks&) {
    viewer::apply_perturb_force(model, data, *given(pert, "pert"));
  });
}
CORTEN_API void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  engine("mjv_applyPerturbPose", m, d, [=](const Model& model, Data& data, const Hooks&) {
    viewer::apply_perturb_pose(model, data, *given(pert, "pert"), flg_paused != 0);
  });
}

}  // namespace corten::capi
