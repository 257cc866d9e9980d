// Contacts with their forces, equality constraints, forces from outside and the user's pull on a body.
#include <algorithm>
#include <array>
#include <cstdio>

#include "corten/model/names.h"
#include "corten/smooth/contact_force.h"
#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

Real force_scale(const Model& m) { return m.vis.map.force / m.stat.meanmass; }
Real force_width(const Model& m) { return m.vis.scale.forcewidth * m.stat.meansize; }

int island_of_contact(const VisualBuilder& b, const Contact& contact) {
  if (contact.efc_address < 0 || b.d.nisland == 0) return -1;
  return b.d.efc_island[contact.efc_address];
}

// geom or flex of one side
std::string side_name(const Model& m, const Contact& contact, int side) {
  const bool geom = contact.geom[side] >= 0;
  const int id = geom ? contact.geom[side] : contact.flex[side];
  if (const char* name = id2name(m, geom ? mjOBJ_GEOM : mjOBJ_FLEX, id)) return name;
  return (geom ? "g" : "f") + std::to_string(id);
}

void add_contact_point(VisualBuilder& b, const Contact& contact, int id) {
  const Model& m = b.m;
  const Real unit = m.stat.meansize;
  const Mat3<Real> mat =
      Mat3<Real>::from_cols(contact.frame.row(1), contact.frame.row(2), contact.frame.row(0));
  VisualGeom geom = visual_geom(
      mjGEOM_CYLINDER,
      {m.vis.scale.contactwidth * unit, std::max(m.vis.scale.contactheight * unit, -contact.dist / 2), 0},
      contact.pos, mat, contact.efc_address >= 0 ? m.vis.rgba.contactpoint : m.vis.rgba.contactgap);
  if (const int island = island_of_contact(b, contact); b.shows(mjVIS_ISLAND) && island >= 0)
    geom.rgba = island_color(b.d, island);
  if (b.option.label == mjLABEL_CONTACTPOINT)
    set_label(geom, side_name(m, contact, 0) + " | " + side_name(m, contact, 1));
  b.add(geom, mjOBJ_UNKNOWN, id);
}

void add_contact_axes(VisualBuilder& b, const Contact& contact, int id) {
  const Real half = b.m.stat.meansize / 2;
  for (int i = 0; i < 3; ++i) {
    Rgba rgba{0, 0, 0, 1};
    rgba[i] = 0.9F;
    b.add(visual_connector(mjGEOM_CYLINDER, b.m.vis.scale.framewidth * half, contact.pos,
                           contact.pos + contact.frame.row(i) * (b.m.vis.scale.framelength * half), rgba),
          mjOBJ_UNKNOWN, id);
  }
}

int body_of(const Model& m, const Contact& contact, int side) {
  return contact.geom[side] >= 0 ? m.geom_bodyid[contact.geom[side]] : m.nbody + contact.flex[side];
}

// Towards the body with the higher number; with two heads between two bodies that move.
void add_force_arrow(VisualBuilder& b, const Contact& contact, int id, const Vec3<Real>& force_c,
                     const Rgba& rgba, Real labelled) {
  Vec3<Real> force_w = transpose_mul(contact.frame, force_c);
  if (norm(force_w) < kMinVal<Real>) return;
  force_w *= force_scale(b.m);
  const int first = body_of(b.m, contact, 0);
  const int second = body_of(b.m, contact, 1);
  if (first > second) force_w = -force_w;
  const mjtGeom type = first > 0 && second > 0 ? mjGEOM_ARROW2 : mjGEOM_ARROW;
  VisualGeom arrow = visual_connector(type, force_width(b.m), contact.pos, contact.pos + force_w, rgba);
  if (b.option.label == mjLABEL_CONTACTFORCE && labelled > 0) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%-.3g", labelled);
    set_label(arrow, text.data());
  }
  b.add(arrow, mjOBJ_UNKNOWN, id);
}

void add_contact_force(VisualBuilder& b, const Contact& contact, int id) {
  if (contact.efc_address < 0) return;
  const Vec3<Real> force_c = contact_force(b.m, b.d, id).force;
  const auto& rgba = b.m.vis.rgba;
  if (!b.shows(mjVIS_CONTACTSPLIT)) {
    add_force_arrow(b, contact, id, force_c, rgba.contactforce, norm(force_c));
    return;
  }
  add_force_arrow(b, contact, id, {force_c[0], 0, 0}, rgba.contactforce, norm(force_c));
  add_force_arrow(b, contact, id, {0, force_c[1], force_c[2]}, rgba.contactfriction, 0);
}

// The two ends of an equality: the first and the second object's idea of where they meet.
struct Ends {
  Vec3<Real> pos[2];
  Mat3<Real> mat[2];
};

Ends find_ends(const VisualBuilder& b, int eq) {
  const Model& m = b.m;
  const int id[2] = {m.eq_obj1id[eq], m.eq_obj2id[eq]};
  Ends ends;
  for (int side = 0; side < 2; ++side) {
    if (m.eq_objtype[eq] == mjOBJ_SITE) {
      ends.pos[side] = b.d.site_xpos[id[side]];
      ends.mat[side] = b.d.site_xmat[id[side]];
      continue;
    }
    // a weld's numbers begin with the anchor in the second body
    const bool weld = m.eq_type[eq] == mjEQ_WELD;
    const auto& data = m.eq_data[eq];
    const int first = weld ? (side == 0 ? 3 : 0) : 3 * side;
    const Vec3<Real> anchor{data[first], data[first + 1], data[first + 2]};
    ends.pos[side] = b.d.xpos[id[side]] + b.d.xmat[id[side]] * anchor;
    ends.mat[side] = b.d.xmat[id[side]];
  }
  return ends;
}

bool is_selected(const VisualBuilder& b) { return b.perturb.select > 0 && b.perturb.select < b.m.nbody; }

Vec3<Real> selected_point(const VisualBuilder& b) {
  const int body = b.perturb.select;
  return b.d.xpos[body] + b.d.xmat[body] * b.perturb.localpos;
}

Mat3<Real> perturb_frame(const VisualBuilder& b) {
  return to_mat(b.perturb.refquat * b.m.body_iquat[b.perturb.select]);
}

void add_pull(VisualBuilder& b, const Vec3<Real>& point, Rgba rgba) {
  const Real width = b.m.vis.scale.constraint * b.m.stat.meansize;
  const int body = b.perturb.select;
  b.add(visual_connector(mjGEOM_CAPSULE, width, point, b.perturb.refselpos, rgba), mjOBJ_UNKNOWN, body);
  b.add(visual_geom(mjGEOM_SPHERE, {2 * width, 0, 0}, b.perturb.refselpos, to_mat(b.perturb.refquat), rgba),
        mjOBJ_UNKNOWN, body);
}

void add_turn(VisualBuilder& b) {
  const int body = b.perturb.select;
  Vec3<Real> size{};
  if (b.m.body_bvhadr[body] >= 0) {
    const auto& box = b.m.bvh_aabb[b.m.body_bvhadr[body]];
    size = box.half;
  }
  b.add(visual_geom(mjGEOM_BOX, size, b.d.xipos[body], perturb_frame(b), b.m.vis.rgba.inertia), mjOBJ_UNKNOWN,
        body);
}

}  // namespace

void add_perturbation(VisualBuilder& b) {
  if (!is_selected(b) || !b.shows(mjVIS_PERTOBJ)) return;
  const int active = b.perturb.active | b.perturb.active2;
  Rgba rgba = b.m.vis.rgba.constraint;
  if (b.perturb.active2) std::swap(rgba[0], rgba[1]);
  if (active & mjPERT_TRANSLATE) add_pull(b, selected_point(b), rgba);
  if (active & mjPERT_ROTATE) add_turn(b);
}

void add_selected_point(VisualBuilder& b) {
  if (!is_selected(b) || !b.shows(mjVIS_SELECT)) return;
  const Vec3<Real> point = selected_point(b);
  const Real radius = b.m.vis.scale.selectpoint * b.m.stat.meansize;
  VisualGeom geom =
      visual_geom(mjGEOM_SPHERE, {radius, 0, 0}, point, Mat3<Real>::identity(), b.m.vis.rgba.selectpoint);
  if (b.option.label == mjLABEL_SELPNT) {
    const Vec3<Real>& local = b.perturb.localpos;
    std::array<char, 100> text{};
    std::snprintf(text.data(), text.size(), "%.3f %.3f %.3f (local %.3f %.3f %.3f)", point[0], point[1],
                  point[2], local[0], local[1], local[2]);
    set_label(geom, text.data());
  }
  b.add(geom, mjOBJ_UNKNOWN, b.perturb.select);
}

void add_external_forces(VisualBuilder& b) {
  if (!b.shows(mjVIS_PERTFORCE)) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    const Vec3<Real>& force = b.d.xfrc_applied[i].force;
    if (norm(force) < kMinVal<Real>) continue;
    b.add(visual_connector(mjGEOM_ARROW, force_width(b.m), b.d.xipos[i],
                           b.d.xipos[i] + force * force_scale(b.m), b.m.vis.rgba.force),
          mjOBJ_UNKNOWN, i);
  }
}

void add_equalities(VisualBuilder& b) {
  if (!b.shows(mjVIS_CONSTRAINT)) return;
  const Model& m = b.m;
  const Real radius = m.vis.scale.constraint * m.stat.meansize;
  for (int i = 0; i < m.neq; ++i) {
    if ((m.eq_type[i] != mjEQ_CONNECT && m.eq_type[i] != mjEQ_WELD) || !b.d.eq_active[i]) continue;
    const Ends ends = find_ends(b, i);
    for (int side = 0; side < 2; ++side) {
      VisualGeom geom = visual_geom(mjGEOM_SPHERE, {radius, 0, 0}, ends.pos[side], ends.mat[side],
                                    side == 0 ? m.vis.rgba.connect : m.vis.rgba.constraint);
      if (b.option.label == mjLABEL_CONSTRAINT) set_label(geom, label_of(m, mjOBJ_EQUALITY, i));
      b.add(geom, mjOBJ_EQUALITY, i);
    }
  }
}

void add_contacts(VisualBuilder& b) {
  for (int i = 0; i < b.d.ncon; ++i) {
    const Contact& contact = b.d.contact[i];
    if (b.shows(mjVIS_CONTACTPOINT)) add_contact_point(b, contact, i);
    if (b.option.frame == mjFRAME_CONTACT) add_contact_axes(b, contact, i);
    if (b.shows(mjVIS_CONTACTFORCE)) add_contact_force(b, contact, i);
  }
}

}  // namespace corten::viewer
