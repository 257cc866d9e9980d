// What is drawn to explain a simulation: joints, contacts, frames, inertias, centres of mass, rangefinders.
#include <algorithm>
#include <cmath>

#include "corten/smooth/contact_force.h"
#include "viewer/scene_parts.h"

namespace corten::viewer {
namespace {

Drawn decor(Drawn drawn, const Vec<float, 4>& rgba, int objid, int objtype = mjOBJ_UNKNOWN) {
  drawn.surface.rgba = rgba;
  drawn.objid = objid;
  drawn.objtype = objtype;
  drawn.decor = true;
  return drawn;
}

// A shaft on the first third and a head up to the middle; sharp: no wider than the shaft.
void add_arrow(SceneBuilder& b, const Vec3<Real>& from, const Vec3<Real>& to, Real width, bool sharp,
               const Drawn& style) {
  const Vec3<Real> along = to - from;
  const Vec3<Real> neck = from + along * (1.0 / 3);
  b.add(decor(connector(Form::cylinder, width, from, neck), style.surface.rgba, style.objid, style.objtype));
  b.add(decor(connector(Form::cone, sharp ? width : 1.75 * width, neck, from + along * 0.5),
              style.surface.rgba, style.objid, style.objtype));
}

void add_axes(SceneBuilder& b, const Vec3<Real>& pos, const Mat3<Real>& mat, Real length, Real width,
              int id) {
  for (int i = 0; i < 3; ++i) {
    Vec<float, 4> rgba{0, 0, 0, 1};
    rgba[i] = 0.9F;
    b.add(decor(connector(Form::cylinder, width, pos, pos + mat.col(i) * length), rgba, id));
  }
}

Vec<float, 4> joint_color(const SceneBuilder& b, int joint) {
  const auto share = static_cast<float>(limit_impedance(b.d, mjCNSTR_LIMIT_JOINT, joint));
  Vec<float, 4> rgba = b.m.vis.rgba.joint * (1 - share) + b.m.vis.rgba.constraint * share;
  rgba[3] = 1;
  return rgba;
}

void add_contact_point(SceneBuilder& b, const Contact& contact, int id) {
  const VisualScale& scale = b.m.vis.scale;
  const Real unit = b.m.stat.meansize;
  Drawn disc;
  disc.form = Form::cylinder;
  disc.pos = contact.pos;
  disc.mat = Mat3<Real>::from_cols(contact.frame.row(1), contact.frame.row(2), contact.frame.row(0));
  disc.size = {scale.contactwidth * unit, std::max(scale.contactheight * unit, -contact.dist / 2), 0};
  b.add(decor(disc, contact.efc_address >= 0 ? b.m.vis.rgba.contactpoint : b.m.vis.rgba.contactgap, id));
}

int body_of(const Model& m, const Contact& contact, int side) {
  return contact.geom[side] >= 0 ? m.geom_bodyid[contact.geom[side]] : m.nbody + contact.flex[side];
}

// Towards the body with the higher number; both ways between two bodies that move.
void add_contact_force(SceneBuilder& b, const Contact& contact, int id) {
  if (contact.efc_address < 0) return;
  Vec3<Real> force_w = transpose_mul(contact.frame, contact_force(b.m, b.d, id).force);
  if (norm(force_w) < kMinVal<Real>) return;
  force_w *= b.m.vis.map.force / b.m.stat.meanmass;
  const int first = body_of(b.m, contact, 0);
  const int second = body_of(b.m, contact, 1);
  if (first > second) force_w = -force_w;
  const Real width = b.m.vis.scale.forcewidth * b.m.stat.meansize;
  const Drawn style = decor({}, b.m.vis.rgba.contactforce, id);
  add_arrow(b, contact.pos, contact.pos + force_w, width, false, style);
  if (first > 0 && second > 0) add_arrow(b, contact.pos, contact.pos - force_w, width, false, style);
}

}  // namespace

void add_joints(SceneBuilder& b) {
  if (!b.option.joint) return;
  const Model& m = b.m;
  const Real length = m.vis.scale.jointlength * m.stat.meansize;
  const Real width = m.vis.scale.jointwidth * m.stat.meansize;
  for (int i = 0; i < m.njnt; ++i) {
    if (!shows(b.option.jointgroup, m.jnt_group[i])) continue;
    Drawn style = decor({}, joint_color(b, i), i, mjOBJ_JOINT);
    const int type = m.jnt_type[i];
    if (type == mjJNT_FREE || type == mjJNT_BALL) {
      style.form = type == mjJNT_FREE ? Form::box : Form::sphere;
      style.size = {0.3 * length, 0.3 * length, 0.3 * length};
      style.pos = b.d.xanchor[i];
      style.mat = b.d.xmat[m.jnt_bodyid[i]];
      b.add(style);
    } else {
      const Vec3<Real>& anchor = b.d.xanchor[i];
      add_arrow(b, anchor, anchor + b.d.xaxis[i] * length, width, type == mjJNT_HINGE, style);
    }
  }
}

void add_frames(SceneBuilder& b) {
  const Model& m = b.m;
  const Real length = m.vis.scale.framelength * m.stat.meansize;
  const Real width = m.vis.scale.framewidth * m.stat.meansize;
  if (b.option.frame == mjFRAME_BODY)
    for (int i = 1; i < m.nbody; ++i) add_axes(b, b.d.xpos[i], b.d.xmat[i], length, width, i);
  if (b.option.frame == mjFRAME_GEOM)
    for (int i = 0; i < m.ngeom; ++i)
      if (shows(b.option.geomgroup, m.geom_group[i]))
        add_axes(b, b.d.geom_xpos[i], b.d.geom_xmat[i], length, width, i);
  if (b.option.frame == mjFRAME_SITE)
    for (int i = 0; i < m.nsite; ++i)
      if (shows(b.option.sitegroup, m.site_group[i]))
        add_axes(b, b.d.site_xpos[i], b.d.site_xmat[i], length, width, i);
  if (b.option.frame == mjFRAME_WORLD) add_axes(b, b.d.xpos[0], b.d.xmat[0], 2 * length, 2 * width, 0);
}

// The box of uniform density with the same inertia.
void add_inertias(SceneBuilder& b) {
  if (!b.option.inertia) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    const Vec3<Real>& inertia = b.m.body_inertia[i];
    const Real mass = b.m.body_mass[i];
    if (!(mass > kMinVal<Real>)) continue;
    Drawn drawn;
    drawn.form = Form::box;
    drawn.pos = b.d.xipos[i];
    drawn.mat = b.d.ximat[i];
    for (int k = 0; k < 3; ++k) {
      const Real others = inertia[(k + 1) % 3] + inertia[(k + 2) % 3] - inertia[k];
      drawn.size[k] = std::sqrt(std::max<Real>(0, others) * 6 / mass) / 2;
    }
    b.add(decor(drawn, b.m.vis.rgba.inertia, i));
  }
}

void add_centers_of_mass(SceneBuilder& b) {
  if (!b.option.com) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    if (b.m.body_parentid[i] != 0) continue;  // one per tree
    Drawn drawn;
    drawn.pos = b.d.subtree_com[i];
    drawn.size[0] = b.m.vis.scale.com * b.m.stat.meansize;
    b.add(decor(drawn, b.m.vis.rgba.com, i));
  }
}

// Along the ray of each rangefinder at a site that saw something.
void add_rangefinders(SceneBuilder& b) {
  if (!b.option.rangefinder) return;
  const Model& m = b.m;
  for (int i = 0; i < m.nsensor; ++i) {
    if (m.sensor_type[i] != mjSENS_RANGEFINDER || m.sensor_objtype[i] != mjOBJ_SITE || m.sensor_dim[i] != 1)
      continue;
    const Real distance = b.d.sensordata[m.sensor_adr[i]];
    if (!(distance >= 0)) continue;
    const int site = m.sensor_objid[i];
    const Vec3<Real>& from = b.d.site_xpos[site];
    const Vec3<Real> to = from + b.d.site_xmat[site].col(2) * distance;
    Drawn ray = connector(Form::cylinder, 0.0015 * m.stat.extent, from, to);
    ray.surface.emission = 1;
    b.add(decor(ray, m.vis.rgba.rangefinder, i));
  }
}

void add_contacts(SceneBuilder& b) {
  for (int i = 0; i < b.d.ncon; ++i) {
    const Contact& contact = b.d.contact[i];
    if (b.option.contactpoint) add_contact_point(b, contact, i);
    if (b.option.frame == mjFRAME_CONTACT) {
      const Real half = b.m.stat.meansize / 2;
      add_axes(b, contact.pos, transpose(contact.frame), b.m.vis.scale.framelength * half,
               b.m.vis.scale.framewidth * half, i);
    }
    if (b.option.contactforce) add_contact_force(b, contact, i);
  }
}

}  // namespace corten::viewer
