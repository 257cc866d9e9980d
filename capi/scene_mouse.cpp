// Hands in a scene: where the viewer's head is, cameras and bodies that follow the mouse, what is under it.
#include <cmath>

#include "capi/call.h"
#include "capi/numbers.h"
#include "capi/scene_abi.h"
#include "corten/collide/ray.h"
#include "corten/collide/ray_flex.h"
#include "corten/geom/ray_triangle.h"
#include "corten/math/pose.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/flex_basis.h"
#include "viewer/moving_surface.h"
#include "viewer/perturb.h"

namespace corten::capi {
namespace {

using V = Vec3<Real>;

// mjtMouse
enum Mouse { kNothing, kRotateV, kRotateH, kMoveV, kMoveH, kZoom, kMoveVRel, kMoveHRel };
bool rotates(int action) { return action == kRotateV || action == kRotateH; }
bool moves(int action) { return action == kMoveV || action == kMoveH; }
bool moves_relative(int action) { return action == kMoveVRel || action == kMoveHRel; }
bool is_vertical(int action) { return action == kMoveV || action == kMoveVRel || action == kRotateV; }

[[noreturn]] void refuse(int action) {
  throw Problem("no movement of the mouse has the number " + std::to_string(action));
}

V to_real(const Vec3<float>& v) { return {v[0], v[1], v[2]}; }
Vec3<float> to_float(const V& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
V unit_or_x(V v) {
  const Real length = norm(v);
  return length > kMinVal<Real> ? v * (1 / length) : V{1, 0, 0};
}

// ---- the model in the room ----
struct Room {
  Real scale;
  V translate;
  Quat<Real> rotate;
};

Room room_of(const mjvScene& scn) {
  const Room room{
      scn.scale, to_real(scn.translate), {scn.rotate[0], scn.rotate[1], scn.rotate[2], scn.rotate[3]}};
  const Quat<Real>& q = room.rotate;
  const Real length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (room.scale < kMinVal<Real> || length < kMinVal<Real>)
    throw Problem("the scene has no scale above zero or no rotation");
  return room;
}

V to_model(const Room& room, const V& point) {
  return rotate(conjugate(room.rotate), point - room.translate) * (1 / room.scale);
}

struct Head {
  V pos, forward, up;
};

Head head_in_room(const mjvScene& scn) {
  const mjvGLCamera &left = scn.camera[0], &right = scn.camera[1];
  if (left.frustum_near < kMinVal<Real> || right.frustum_near < kMinVal<Real>)
    throw Problem("the scene has no camera yet; call mjv_updateScene first");
  return {(to_real(left.pos) + to_real(right.pos)) * 0.5,
          unit_or_x(to_real(left.forward) + to_real(right.forward)),
          unit_or_x(to_real(left.up) + to_real(right.up))};
}

Head head_in_model(const mjvScene& scn) {
  Head head = head_in_room(scn);
  if (!scn.enabletransform) return head;
  const Room room = room_of(scn);
  const Quat<Real> back = conjugate(room.rotate);
  return {to_model(room, head.pos), rotate(back, head.forward), rotate(back, head.up)};
}

// of a parallel projection at any distance, else at unit distance
Real frustum_height(const mjvScene& scn) {
  Real sum = 0;
  for (const mjvGLCamera& eye : scn.camera) {
    if (eye.frustum_near < kMinVal<Real>)
      throw Problem("the scene has no camera yet; call mjv_updateScene first");
    sum += (Real(eye.frustum_top) - Real(eye.frustum_bottom)) / (eye.orthographic ? 1 : eye.frustum_near);
  }
  return static_cast<float>(0.5 * sum);
}

// Turned in the horizontal plane so that y points where the camera looks.
V aligned(const V& v, const V& forward) {
  const V ahead = unit_or_x({forward[0], forward[1], 0});
  return {v[0] * ahead[1] + v[1] * ahead[0], -v[0] * ahead[0] + v[1] * ahead[1], v[2]};
}

// A movement of the mouse: x to the right, y away, z up; as an axis, as long as the movement.
V drag(int action, Real dx, Real dy) { return is_vertical(action) ? V{dx, 0, -dy} : V{dx, -dy, 0}; }
V turn(int action, Real dx, Real dy) { return is_vertical(action) ? V{dy, 0, dx} : V{dy, dx, 0}; }

// A movement over the whole picture turns by the full angle.
Quat<Real> turned(const Quat<Real>& q, const V& axis, Real full) {
  const Real angle = full * norm(axis);
  const V direction = unit_or_x(axis) * std::sin(angle / 2);
  Quat<Real> result = Quat<Real>{std::cos(angle / 2), direction[0], direction[1], direction[2]} * q;
  normalize(result);
  return result;
}

// A rotation at most a quarter turn away from another.
Quat<Real> within_quarter(const Quat<Real>& from, const Quat<Real>& to) {
  Quat<Real> apart = conjugate(from) * to;
  if (apart[0] < 0) apart = {-apart[0], -apart[1], -apart[2], -apart[3]};
  const V axis{apart[1], apart[2], apart[3]};
  const Real angle = 2 * std::atan2(norm(axis), apart[0]);
  if (angle <= kPi / 2) return to;
  const V part = unit_or_x(axis) * std::sin(kPi / 4);
  return from * Quat<Real>{std::cos(kPi / 4), part[0], part[1], part[2]};
}

}  // namespace

CORTEN_API void mjv_room2model(Real* modelpos, Real* modelquat, const Real* roompos, const Real* roomquat,
                               const mjvScene* scn) {
  perform("mjv_room2model", [=] {
    const Room room = room_of(*given(scn, "scn"));
    const V pos = vec3(given(roompos, "roompos"));
    const Quat<Real> turned_back = conjugate(room.rotate) * quat(given(roomquat, "roomquat"));
    put(given(modelpos, "modelpos"), to_model(room, pos)), put(given(modelquat, "modelquat"), turned_back);
  });
}

// Unlike in mjv_room2model the translation is scaled, too, as in MuJoCo.
CORTEN_API void mjv_model2room(Real* roompos, Real* roomquat, const Real* modelpos, const Real* modelquat,
                               const mjvScene* scn) {
  perform("mjv_model2room", [=] {
    const Room room = room_of(*given(scn, "scn"));
    const V pos = (rotate(room.rotate, vec3(given(modelpos, "modelpos"))) + room.translate) * room.scale;
    const Quat<Real> q = room.rotate * quat(given(modelquat, "modelquat"));
    put(given(roompos, "roompos"), pos), put(given(roomquat, "roomquat"), q);
  });
}

namespace {

void tell(const Head& head, Real* headpos, Real* forward, Real* up) {
  if (headpos) put(headpos, head.pos);
  if (forward) put(forward, head.forward);
  if (up) put(up, head.up);
}

}  // namespace

CORTEN_API void mjv_cameraInRoom(Real* headpos, Real* forward, Real* up, const mjvScene* scn) {
  perform("mjv_cameraInRoom", [=] { tell(head_in_room(*given(scn, "scn")), headpos, forward, up); });
}
CORTEN_API void mjv_cameraInModel(Real* headpos, Real* forward, Real* up, const mjvScene* scn) {
  perform("mjv_cameraInModel", [=] { tell(head_in_model(*given(scn, "scn")), headpos, forward, up); });
}
CORTEN_API Real mjv_frustumHeight(const mjvScene* scn) {
  return answer("mjv_frustumHeight", [=] { return frustum_height(*given(scn, "scn")); });
}
CORTEN_API void mjv_alignToCamera(Real* res, const Real* vec, const Real* forward) {
  perform("mjv_alignToCamera", [=] {
    const V result = aligned(vec3(given(vec, "vec")), vec3(given(forward, "forward")));
    put(given(res, "res"), result);
  });
}

// ---- mouse ----
CORTEN_API void mjv_moveCamera(const mjModel* m, int action, Real reldx, Real reldy, const mjvScene* scn,
                               mjvCamera* cam) {
  perform("mjv_moveCamera", [=] {
    const Real extent = model_of(m).stat.extent;
    mjvCamera& c = *given(cam, "cam");
    constexpr int kTracking = 1, kFixed = 2;
    if (c.type == kFixed) return;
    const bool tracking = c.type == kTracking;
    if (rotates(action)) {
      c.azimuth -= reldx * 180, c.elevation -= reldy * 180;
    } else if (moves(action)) {
      if (!tracking) {
        const mjvScene& scene = *given(scn, "scn");
        const V by = aligned(drag(action, reldx, reldy), head_in_model(scene).forward) *
                     (frustum_height(scene) * c.distance);
        put(c.lookat, vec3(c.lookat) - by);
      }
    } else if (moves_relative(action)) {
      const Real a = c.azimuth * (kPi / 180), e = c.elevation * (kPi / 180);
      const V forward{std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
      const V up{-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a), std::cos(e)};
      const V right{std::sin(a), -std::cos(a), 0};
      if (!tracking)
        put(c.lookat, vec3(c.lookat) + right * reldx + (is_vertical(action) ? up : forward) * reldy);
    } else if (action == kZoom) {
      c.distance -= std::log(1 + c.distance / extent / 3) * reldy * 9 * extent;
    } else {
      refuse(action);
    }
    if (c.azimuth > 180) c.azimuth -= 360;
    if (c.azimuth < -180) c.azimuth += 360;
    c.elevation = std::clamp<Real>(c.elevation, -89, 89);
    c.distance = std::clamp<Real>(c.distance, 0.01 * extent, 100 * extent);
  });
}

CORTEN_API void mjv_moveModel(const mjModel* m, int action, Real reldx, Real reldy, const Real*,
                              mjvScene* scn) {
  perform("mjv_moveModel", [=] {
    const Real extent = model_of(m).stat.extent;
    mjvScene& s = *given(scn, "scn");
    if (!s.enabletransform) return;
    if (rotates(action)) {
      const V axis = aligned(turn(action, reldx, reldy), head_in_room(s).forward);
      const Quat<Real> q = turned({s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3]}, axis, kPi);
      for (int i = 0; i < 4; ++i) s.rotate[i] = static_cast<float>(q[i]);
    } else if (moves(action) || moves_relative(action)) {
      const V by = aligned(drag(action, reldx, reldy), head_in_room(s).forward) * extent;
      s.translate = to_float(to_real(s.translate) + by);
    } else if (action == kZoom) {
      const Real scale = s.scale + std::log(1 + s.scale / 3) * reldy * 3;
      s.scale = static_cast<float>(std::clamp<Real>(scale, 0.01, 100));
    } else {
      refuse(action);
    }
  });
}

CORTEN_API void mjv_movePerturb(const mjModel* m, const mjData* d, int action, Real reldx, Real reldy,
                                const mjvScene* scn, mjvPerturb* pert) {
  perform("mjv_movePerturb", [=] {
    const Model& model = model_of(m);
    const Data& data = data_of(m, d);
    mjvPerturb& p = *given(pert, "pert");
    const mjvScene& s = *given(scn, "scn");
    if (rotates(action)) {
      p.refquat = turned(p.refquat, aligned(turn(action, reldx, reldy), head_in_model(s).forward), 2 * kPi);
      if (p.select > 0 && p.select < model.nbody)
        p.refquat = within_quarter(data.xquat[p.select] * model.body_iquat[p.select], p.refquat);
    } else if (moves(action)) {
      viewer::shift_perturb(aligned(drag(action, reldx, reldy), head_in_model(s).forward) * p.scale, p);
    } else if (moves_relative(action)) {
      if (p.select < 0 || p.select >= data.xmat.size()) throw Problem("no body is selected");
      const V local = action == kMoveVRel ? V{0, reldx, reldy} : V{reldy, reldx, 0};
      viewer::shift_perturb(data.xmat[p.select] * local * p.scale, p);
    } else if (action != kZoom) {
      refuse(action);
    }
  });
}

CORTEN_API void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  perform("mjv_initPerturb", [=] {
    const Model& model = model_of(m);
    mjvPerturb& p = *given(pert, "pert");
    if (p.select <= 0 || p.select >= model.nbody) return;
    viewer::init_perturb(model, data_of(m, d), p);
    const Head head = head_in_model(*given(scn, "scn"));
    p.scale = frustum_height(*scn) * dot(p.refselpos - head.pos, head.forward);
  });
}

// ---- what is under the mouse ----
namespace {

// Nearest crossing of a ray with the triangles of a skin, and the vertex next to it.
struct SkinHit {
  Real dist = -1;
  int vertex = -1;
};

SkinHit ray_skin(std::span<const Vec<int, 3>> faces, std::span<const Vec3<float>> vert, const Ray& ray) {
  const TriangleRay crossing(ray);
  SkinHit nearest;
  for (const Vec<int, 3>& face : faces) {
    V corner[3];
    for (int k = 0; k < 3; ++k) {
      const int id = face[k];
      if (id < 0 || static_cast<std::size_t>(id) >= vert.size()) throw Problem("a face names no vertex");
      corner[k] = to_real(vert[static_cast<std::size_t>(id)]);
    }
    V normal;
    const Real dist = ray_triangle(crossing, corner[0], corner[1], corner[2], normal);
    if (dist < 0 || (nearest.dist >= 0 && dist >= nearest.dist)) continue;
    const V point = ray.at(dist);
    int best = 0;
    for (int k = 1; k < 3; ++k)
      if (norm(corner[k] - point) < norm(corner[best] - point)) best = k;
    nearest = {dist, face[best]};
  }
  return nearest;
}

struct Selected {
  Real dist = -1;
  int body = -1, geom = -1, flex = -1, skin = -1;
  V point{};
  bool beats(Real other) const { return other >= 0 && (dist < 0 || other < dist); }
};

// An interpolated flex is moved by its nodes: the one with the largest weight at the vertex is taken.
void grip_node(const Model& m, const Data& d, int flex, int vertex, Selected& best) {
  Real most = 0;
  for_flex_weights(m.flex_interp[flex], m.flex_vert0[vertex], [&](int place, Real weight) {
    if (weight <= most) return;
    const int node = m.flex_nodeadr[flex] + place;
    most = weight, best.body = m.flex_nodebodyid[node], best.point = flex_node_position(m, d, flex, node);
  });
}

void select_flex(const Model& m, const Data& d, const mjvOption& opt, const Ray& ray, Selected& best) {
  const FlexParts parts{opt.flex_layer, opt.flags[mjVIS_FLEXVERT] != 0, opt.flags[mjVIS_FLEXEDGE] != 0,
                        opt.flags[mjVIS_FLEXFACE] != 0, opt.flags[mjVIS_FLEXSKIN] != 0};
  for (int i = 0; i < m.nflex; ++i) {
    if (!opt.flexgroup[static_cast<std::size_t>(std::clamp(m.flex_group[i], 0, kNGroup - 1))]) continue;
    const FlexHit hit = ray_flex(m, d, i, parts, ray);
    if (!hit.hit.hit() || !best.beats(hit.hit.x)) continue;
    const int vertex = m.flex_vertadr[i] + std::max(hit.vert, 0);
    best = {hit.hit.x, -1, -1, i, -1, d.flexvert_xpos[vertex]};
    if (m.flex_interp[i])
      grip_node(m, d, i, vertex, best);
    else
      best.body = m.flex_vertbodyid[vertex];
  }
}

// The body that moves a vertex most.
int body_of_vertex(const Model& m, int skin, int vertex) {
  int body = -1;
  float most = 0;
  for (int bone = m.skin_boneadr[skin]; bone < m.skin_boneadr[skin] + m.skin_bonenum[skin]; ++bone)
    for (int k = m.skin_bonevertadr[bone]; k < m.skin_bonevertadr[bone] + m.skin_bonevertnum[bone]; ++k)
      if (m.skin_bonevertid[k] == vertex && m.skin_bonevertweight[k] > most)
        most = m.skin_bonevertweight[k], body = m.skin_bonebodyid[bone];
  return body;
}

void select_skin(const Model& m, const Data& d, const mjvOption& opt, const Ray& ray, Selected& best) {
  if (!opt.flags[mjVIS_SKIN]) return;
  for (int i = 0; i < m.nskin; ++i) {
    if (!opt.skingroup[static_cast<std::size_t>(std::clamp(m.skin_group[i], 0, kNGroup - 1))]) continue;
    const viewer::PosedVertices posed = viewer::pose_skin(m, d, i);
    const std::span<const Vec<int, 3>> faces(m.skin_face.data() + m.skin_faceadr[i],
                                             count(m.skin_facenum[i]));
    const SkinHit hit = ray_skin(faces, posed.place, ray);
    if (best.beats(hit.dist))
      best = {hit.dist, body_of_vertex(m, i, hit.vertex), -1, -1, i, ray.at(hit.dist)};
  }
}

}  // namespace

CORTEN_API Real mju_raySkin(int nface, int nvert, const int* face, const float* vert, const Real* pnt,
                            const Real* vec, int* vertid) {
  return answer("mju_raySkin", [=] {
    if (vertid) *vertid = -1;
    if (nface <= 0) return Real(-1);
    const auto* faces = reinterpret_cast<const Vec<int, 3>*>(given(face, "face"));
    const auto* corners = reinterpret_cast<const Vec3<float>*>(given(vert, "vert"));
    const Ray ray{vec3(given(pnt, "pnt")), vec3(given(vec, "vec"))};
    const SkinHit hit = ray_skin({faces, count(nface)}, {corners, count(nvert)}, ray);
    if (vertid) *vertid = hit.vertex;
    return hit.dist;
  });
}

CORTEN_API int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, Real aspectratio,
                          Real relx, Real rely, const mjvScene* scn, Real* selpnt, int* geomid, int* flexid,
                          int* skinid) {
  int body = -1;
  perform("mjv_select", [&] {
    const Model& model = model_of(m);
    const Data& data = data_of(m, d);
    const mjvOption& opt = *given(vopt, "vopt");
    const Head head = head_in_model(*given(scn, "scn"));
    const Real height = frustum_height(*scn);
    const V aside = cross(head.forward, head.up) * ((relx - 0.5) * height * aspectratio) +
                    head.up * ((rely - 0.5) * height);
    const Ray ray = scn->camera[0].orthographic ? Ray{head.pos + aside, head.forward}
                                                : Ray{head.pos, head.forward + aside};
    Selected best;
    const SceneHit hit =
        corten::ray(model, data, ray, {opt.geomgroup.data(), opt.flags[mjVIS_STATIC] != 0, -1, nullptr});
    if (hit.geomid >= 0)
      best = {hit.dist, model.geom_bodyid[hit.geomid], hit.geomid, -1, -1, ray.at(hit.dist)};
    select_flex(model, data, opt, ray, best);
    select_skin(model, data, opt, ray, best);
    if (geomid) *geomid = best.geom;
    if (flexid) *flexid = best.flex;
    if (skinid) *skinid = best.skin;
    if (best.dist >= 0 && selpnt) put(selpnt, best.point);
    body = best.body;
  });
  return body;
}

}  // namespace corten::capi
