// Bodies and what they carry: geoms, sites, skins, and the symbols of frames, inertias and centres of mass.
#include <cmath>

#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

void glow_if_selected(const VisualBuilder& b, int body, VisualGeom& geom) {
  if (body > 0 && b.perturb.select == body) geom.emission += b.m.vis.global_.glow;
}

void place(const Vec3<Real>& pos, VisualGeom& geom) {
  for (int k = 0; k < 3; ++k) geom.pos[k] = static_cast<float>(pos[k]);
}

bool is_mesh(int type) { return type == mjGEOM_MESH || type == mjGEOM_SDF; }

// a mesh is shown as its hull where that is what collides
int mesh_dataid(const VisualBuilder& b, int geom) {
  const Model& m = b.m;
  const int mesh = m.geom_dataid[geom];
  const bool hull = b.shows(mjVIS_CONVEXHULL) && m.mesh_graphadr[mesh] >= 0 &&
                    (m.geom_contype[geom] != 0 || m.geom_conaffinity[geom] != 0);
  return 2 * mesh + (hull ? 1 : 0);
}

// Half sizes of the uniform box of the same mass and inertia; scaled: of the density of water.
Vec3<Real> inertia_box(const Model& m, int body, bool scaled) {
  const Vec3<Real>& inertia = m.body_inertia[body];
  const Real mass = m.body_mass[body];
  Vec3<Real> half{};
  for (int k = 0; k < 3; ++k) {
    const Real others = inertia[(k + 1) % 3] + inertia[(k + 2) % 3] - inertia[k];
    half[k] = std::sqrt(std::max<Real>(0, others) * 6 / mass) / 2;
  }
  if (!scaled) return half;
  const Real volume = 8 * half[0] * half[1] * half[2];
  return half * std::cbrt(mass / (1000 * volume));
}

}  // namespace

void add_axes(VisualBuilder& b, const Vec3<Real>& pos, const Mat3<Real>& mat, Real scale, int id) {
  const Real length = scale * b.m.vis.scale.framelength * b.m.stat.meansize;
  const Real width = scale * b.m.vis.scale.framewidth * b.m.stat.meansize;
  for (int i = 0; i < 3; ++i) {
    Rgba rgba{0, 0, 0, 1};
    rgba[i] = 0.9F;
    b.add(visual_connector(mjGEOM_CYLINDER, width, pos, pos + mat.col(i) * length, rgba), mjOBJ_UNKNOWN, id);
  }
}

void add_surfaces(VisualBuilder& b) {
  const Model& m = b.m;
  const bool flexes = b.shows(mjVIS_FLEXVERT) || b.shows(mjVIS_FLEXEDGE) || b.shows(mjVIS_FLEXFACE) ||
                      b.shows(mjVIS_FLEXSKIN);
  for (int i = 0; flexes && i < m.nflex; ++i) {
    if (!in_group(b.option.flexgroup, m.flex_group[i])) continue;
    VisualGeom geom = visual_geom(mjGEOM_FLEX, {m.flex_radius[i], 0.1, 0.1},
                                  b.d.flexvert_xpos[m.flex_vertadr[i]], Mat3<Real>::identity(), {});
    set_material(b, m.flex_matid[i], m.flex_rgba[i], mjCAT_DYNAMIC, geom);
    geom.texcoord = m.flex_texcoordadr[i] >= 0;
    if (b.option.label == mjLABEL_FLEX) set_label(geom, label_of(m, mjOBJ_FLEX, i));
    b.add(geom, mjOBJ_FLEX, i, mjCAT_DYNAMIC);
  }
  for (int i = 0; b.shows(mjVIS_SKIN) && i < m.nskin; ++i) {
    if (!in_group(b.option.skingroup, m.skin_group[i])) continue;
    VisualGeom geom;
    geom.type = mjGEOM_SKIN;
    if (m.skin_bonenum[i] > 0) place(b.d.xpos[m.skin_bonebodyid[m.skin_boneadr[i]]], geom);
    set_material(b, m.skin_matid[i], m.skin_rgba[i], mjCAT_DYNAMIC, geom);
    geom.texcoord = m.skin_texcoordadr[i] >= 0;
    if (b.option.label == mjLABEL_SKIN) set_label(geom, label_of(m, mjOBJ_SKIN, i));
    b.add(geom, mjOBJ_SKIN, i, mjCAT_DYNAMIC);
  }
}

void add_geoms(VisualBuilder& b) {
  const Model& m = b.m;
  int planes = 0;
  for (int i = 0; i < m.ngeom; ++i) {
    const int plane = m.geom_type[i] == mjGEOM_PLANE ? planes++ : -1;
    const int category = b.category_of_body(m.geom_bodyid[i]);
    if (!b.shows_category(category) || !in_group(b.option.geomgroup, m.geom_group[i])) continue;
    VisualGeom geom =
        visual_geom(m.geom_type[i], m.geom_size[i], b.d.geom_xpos[i], b.d.geom_xmat[i], m.geom_rgba[i]);
    geom.dataid = plane >= 0 ? plane : m.geom_dataid[i];
    if (is_mesh(m.geom_type[i])) {
      geom.dataid = mesh_dataid(b, i);
      geom.texcoord = m.mesh_texcoordadr[m.geom_dataid[i]] >= 0;
    }
    set_material(b, m.geom_matid[i], m.geom_rgba[i], category, geom);
    if (geom.rgba[3] == 0) continue;  // invisible
    color_by_island(b, m.geom_bodyid[i], geom);
    glow_if_selected(b, m.geom_bodyid[i], geom);
    geom.modelrbound = static_cast<float>(m.geom_rbound[i]);
    if (b.option.label == mjLABEL_GEOM) set_label(geom, label_of(m, mjOBJ_GEOM, i));
    b.add(geom, mjOBJ_GEOM, i, category);
  }
}

void add_sites(VisualBuilder& b) {
  const Model& m = b.m;
  for (int i = 0; i < m.nsite; ++i) {
    const int category = b.category_of_body(m.site_bodyid[i]);
    if (!b.shows_category(category) || !in_group(b.option.sitegroup, m.site_group[i])) continue;
    VisualGeom geom =
        visual_geom(m.site_type[i], m.site_size[i], b.d.site_xpos[i], b.d.site_xmat[i], m.site_rgba[i]);
    set_material(b, m.site_matid[i], m.site_rgba[i], category, geom);
    if (geom.rgba[3] == 0) continue;  // invisible
    glow_if_selected(b, m.site_bodyid[i], geom);
    if (b.option.label == mjLABEL_SITE) set_label(geom, label_of(m, mjOBJ_SITE, i));
    b.add(geom, mjOBJ_SITE, i, category);
  }
}

// Boxes of the trees of geoms, at one depth; leaves above it too.
void add_body_trees(VisualBuilder& b) {
  if (!b.shows(mjVIS_BODYBVH)) return;
  const Model& m = b.m;
  for (int body = 0; body < m.nbody; ++body)
    for (int i = 0; i < m.body_bvhnum[body]; ++i) {
      const int node = m.body_bvhadr[body] + i;
      const bool leaf = m.bvh_nodeid[node] >= 0;
      if (m.bvh_depth[node] != b.option.bvh_depth && !(leaf && m.bvh_depth[node] < b.option.bvh_depth))
        continue;
      // the box of one geom stands in the geom's frame, of several in that of the body's inertia
      const int geom = m.bvh_nodeid[node];
      const Aabb<Real>& box = leaf ? m.geom_aabb[geom] : m.bvh_aabb[node];
      const Vec3<Real>& pos = leaf ? b.d.geom_xpos[geom] : b.d.xipos[body];
      const Mat3<Real>& mat = leaf ? b.d.geom_xmat[geom] : b.d.ximat[body];
      const Rgba& rgba = b.d.bvh_active[node] ? m.vis.rgba.bvactive : m.vis.rgba.bv;
      b.add(visual_geom(mjGEOM_LINEBOX, box.half, pos + mat * box.center, mat, rgba), mjOBJ_UNKNOWN, node);
    }
}

void add_inertias(VisualBuilder& b) {
  if (!b.shows(mjVIS_INERTIA)) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    if (!(b.m.body_mass[i] > kMinVal<Real>)) continue;
    VisualGeom geom = visual_geom(mjGEOM_BOX, inertia_box(b.m, i, b.shows(mjVIS_SCLINERTIA)), b.d.xipos[i],
                                  b.d.ximat[i], b.m.vis.rgba.inertia);
    glow_if_selected(b, i, geom);
    const bool labelled =
        b.option.label == mjLABEL_BODY || (b.option.label == mjLABEL_SELECTION && b.perturb.select == i);
    if (labelled) set_label(geom, label_of(b.m, mjOBJ_BODY, i));
    b.add(geom, mjOBJ_BODY, i);
  }
}

// Where no box of inertia carries them.
void add_body_labels(VisualBuilder& b) {
  if (b.shows(mjVIS_INERTIA)) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    const bool labelled =
        b.option.label == mjLABEL_BODY || (b.option.label == mjLABEL_SELECTION && b.perturb.select == i);
    if (!labelled) continue;
    VisualGeom geom;
    geom.type = mjGEOM_LABEL;
    place(b.d.xpos[i], geom);
    for (int k = 0; k < 9; ++k) geom.mat[k] = static_cast<float>(b.d.xmat[i][k]);
    set_label(geom, label_of(b.m, mjOBJ_BODY, i));
    b.add(geom, mjOBJ_UNKNOWN, i);
  }
}

// Of what is seen.
void add_carried_frames(VisualBuilder& b) {
  const Model& m = b.m;
  const Data& d = b.d;
  const auto seen = [&](int body, const SceneOption::Groups& groups, int group) {
    return b.shows_category(b.category_of_body(body)) && in_group(groups, group);
  };
  if (b.option.frame == mjFRAME_GEOM)
    for (int i = 0; i < m.ngeom; ++i)
      if (seen(m.geom_bodyid[i], b.option.geomgroup, m.geom_group[i]))
        add_axes(b, d.geom_xpos[i], d.geom_xmat[i], 1, i);
  if (b.option.frame == mjFRAME_SITE)
    for (int i = 0; i < m.nsite; ++i)
      if (seen(m.site_bodyid[i], b.option.sitegroup, m.site_group[i]))
        add_axes(b, d.site_xpos[i], d.site_xmat[i], 1, i);
}

void add_body_frames(VisualBuilder& b) {
  const Data& d = b.d;
  const bool inertial = b.shows(mjVIS_INERTIA);
  if (b.option.frame == mjFRAME_BODY)
    for (int i = 1; i < b.m.nbody; ++i)
      add_axes(b, inertial ? d.xipos[i] : d.xpos[i], inertial ? d.ximat[i] : d.xmat[i], 1, i);
  if (b.option.frame == mjFRAME_WORLD) add_axes(b, d.xpos[0], d.xmat[0], 2, 0);
}

void add_island_labels(VisualBuilder& b) {
  if (b.option.label != mjLABEL_ISLAND) return;
  for (int i = 1; i < b.m.nbody; ++i) {
    const int island = island_of_body(b, i);
    if (island < 0) continue;
    VisualGeom geom;
    geom.type = mjGEOM_LABEL;
    place(b.d.xipos[i], geom);
    for (int k = 0; k < 9; ++k) geom.mat[k] = static_cast<float>(b.d.ximat[i][k]);
    set_label(geom, std::to_string(island));
    b.add(geom, mjOBJ_UNKNOWN, i);
  }
}

void add_centers_of_mass(VisualBuilder& b) {
  if (!b.shows(mjVIS_COM)) return;
  const Real radius = b.m.vis.scale.com * b.m.stat.meansize;
  for (int i = 1; i < b.m.nbody; ++i)
    if (b.m.body_parentid[i] == 0)  // one per tree
      b.add(visual_geom(mjGEOM_SPHERE, {radius, 0, 0}, b.d.subtree_com[i], Mat3<Real>::identity(),
                        b.m.vis.rgba.com),
            mjOBJ_UNKNOWN, i);
}

// From the middle of a body over its joints, last first, to the middle of its parent.
void add_skeleton(VisualBuilder& b) {
  if (!b.shows(mjVIS_AUTOCONNECT)) return;
  const Model& m = b.m;
  const Real width = m.vis.scale.connect * m.stat.meansize;
  for (int i = 1; i < m.nbody; ++i) {
    const int parent = m.body_parentid[i];
    if (parent == 0 || m.body_parentid[i] == 0) continue;
    Vec3<Real> from = b.d.xipos[i];
    const auto connect = [&](const Vec3<Real>& to) {
      b.add(visual_connector(mjGEOM_CAPSULE, width, from, to, m.vis.rgba.connect), mjOBJ_UNKNOWN, i);
      from = to;
    };
    for (int k = m.body_jntnum[i] - 1; k >= 0; --k) connect(b.d.xanchor[m.body_jntadr[i] + k]);
    connect(b.d.xipos[parent]);
  }
}

}  // namespace corten::viewer
