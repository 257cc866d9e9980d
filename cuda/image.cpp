// The model on the device: its fields in the device's scalar, and the tables.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "corten/collide/geom_shape.h"
#include "corten/collide/ray.h"
#include "corten/model/structure.h"
#include "corten/sense/camera_lens.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/passive.h"
#include "cuda/candidates.h"
#include "cuda/convex.h"
#include "cuda/plan.h"
#include "cuda/softness.h"

namespace corten::gpu {
namespace {

// Rows one after another, each at a multiple of 16 bytes. A row that another image has at the same place is
// shown there.
class Packer {
 public:
  Packer(std::byte* base, std::span<const std::byte> common, const std::byte* common_base)
      : base_(base), common_(common), common_base_(common_base) {}

  template <class U>
  View<const U> put(const std::vector<U>& row) {
    const std::size_t at = bytes_.size(), size = row.size() * sizeof(U);
    bytes_.resize(at + (size + 15) / 16 * 16);
    if (size) std::memcpy(bytes_.data() + at, row.data(), size);
    const bool known =
        at + size <= common_.size() && std::memcmp(bytes_.data() + at, common_.data() + at, size) == 0;
    return {reinterpret_cast<const U*>((known ? common_base_ : base_) + at)};
  }
  std::size_t size() const { return bytes_.size(); }
  // Bytes for what is known last.
  void leave_room(std::size_t bytes) { bytes_.resize((bytes + 15) / 16 * 16); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::byte* base_;
  std::span<const std::byte> common_;
  const std::byte* common_base_;
  std::vector<std::byte> bytes_;
};

template <class T, class U>
U converted(const U& x) {
  return x;
}
template <class T>
T converted(Real x) {
  return static_cast<T>(x);
}
template <class T, int N>
Vec<T, N> converted(const Vec<Real, N>& v) {
  Vec<T, N> out{};
  for (int i = 0; i < N; ++i) out[i] = static_cast<T>(v[i]);
  return out;
}
template <class T>
Quat<T> converted(const Quat<Real>& q) {
  return {static_cast<T>(q[0]), static_cast<T>(q[1]), static_cast<T>(q[2]), static_cast<T>(q[3])};
}

template <class T>
Aabb<T> converted(const Aabb<Real>& box) {
  return {converted<T>(box.center), converted<T>(box.half)};
}

template <class T, class U>
View<const Converted<T, U>> put_field(Packer& packer, const Array<U>& field) {
  std::vector<Converted<T, U>> row;
  row.reserve(static_cast<std::size_t>(field.size()));
  for (const U& x : field) row.push_back(converted<T>(x));
  return packer.put(row);
}

template <class T>
ModelView<T> put_model(const Model& m, Packer& packer) {
  ModelView<T> v{};
  static_cast<Sizes&>(v) = m.sizes();
#define CORTEN_GPU_PUT(name) v.name = put_field<T>(packer, m.name);
  CORTEN_GPU_MODEL_FIELDS(CORTEN_GPU_PUT)
#undef CORTEN_GPU_PUT
  v.opt.timestep = static_cast<T>(m.opt.timestep);
  // below this a single-precision cost has no digits left
  v.opt.tolerance = static_cast<T>(sizeof(T) == 4 ? std::max(m.opt.tolerance, 1e-6) : m.opt.tolerance);
  v.opt.ls_tolerance = static_cast<T>(m.opt.ls_tolerance);
  v.opt.impratio = static_cast<T>(m.opt.impratio);
  v.opt.gravity = converted<T>(m.opt.gravity), v.opt.magnetic = converted<T>(m.opt.magnetic);
  v.opt.density = static_cast<T>(m.opt.density), v.opt.viscosity = static_cast<T>(m.opt.viscosity);
  v.opt.wind = converted<T>(m.opt.wind);
  v.opt.cone = m.opt.cone, v.opt.integrator = m.opt.integrator, v.opt.solver = m.opt.solver;
  v.opt.iterations = m.opt.iterations, v.opt.ls_iterations = m.opt.ls_iterations;
  v.opt.disableflags = m.opt.disableflags, v.opt.disableactuator = m.opt.disableactuator;
  return v;
}

template <class T>
void put_tree(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<int> depth(static_cast<std::size_t>(m.nbody)), subtree(depth.size(), 1), level_adr, by_size;
  std::vector<LevelBody> level_bodies;
  std::vector<int> roots;
  std::vector<MatrixPlace> places(static_cast<std::size_t>(m.nC));
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int b = 1; b < m.nbody; ++b) depth[at(b)] = depth[at(m.body_parentid[b])] + 1;
  for (int b = m.nbody - 1; b > 0; --b) subtree[at(m.body_parentid[b])] += subtree[at(b)];
  t.nlevel = *std::max_element(depth.begin(), depth.end());
  for (int level = 0; level <= t.nlevel + 1; ++level) {
    level_adr.push_back(static_cast<int>(level_bodies.size()));
    for (int b = 0; b < m.nbody; ++b)
      if (depth[at(b)] == level)
        level_bodies.push_back(
            {b, m.body_parentid[b], m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]});
  }
  for (int b = 1; b < m.nbody; ++b) {
    by_size.push_back(b);
    if (m.body_parentid[b] == 0) roots.push_back(b);
  }
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](int a, int b) { return subtree[at(a)] > subtree[at(b)]; });
  for (int i = 0; i < m.nv; ++i)
    for (int k = 0; k < m.M_rownnz[i]; ++k)
      places[at(m.M_rowadr[i] + k)] = {i, m.M_colind[m.M_rowadr[i] + k]};
  t.nword = (m.nv + 31) / 32;
  std::vector<unsigned> chain(at(m.nbody * t.nword));
  for (int b = 0; b < m.nbody; ++b)
    for (int dof = last_dof(m, b); dof >= 0; dof = m.dof_parentid[dof])
      chain[at(b * t.nword + dof / 32)] |= 1u << (dof % 32);
  std::vector<int> tree_M;
  for (int tree = 0; tree < m.ntree; ++tree) {
    tree_M.push_back(t.nM);
    t.nM += m.tree_dofnum[tree] * m.tree_dofnum[tree];
    t.largest_tree = std::max(t.largest_tree, m.tree_dofnum[tree]);
  }
  constexpr int kFreeBody = 6;  // these are stacked and heaped
  t.small_trees = t.largest_tree <= kWarp;
  t.apart = tier_for(m) == Tier::block && t.small_trees && t.largest_tree > kFreeBody &&
            m.opt.solver == mjSOL_NEWTON;  // unless a row couples trees
  t.couples_little = t.small_trees && t.largest_tree > kFreeBody && m.opt.cone != mjCONE_ELLIPTIC;
  t.tree_M = packer.put(tree_M);
  t.nroot = static_cast<int>(roots.size());
  t.level_adr = packer.put(level_adr), t.level_bodies = packer.put(level_bodies);
  t.body_subtree = packer.put(subtree), t.body_by_size = packer.put(by_size), t.roots = packer.put(roots);
  t.M_places = packer.put(places), t.chain = packer.put(chain);
}

template <class T>
void put_pairs(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<PairParams<T>> pairs;
  std::vector<PairTest<T>> tests;
  const auto first_dofs = [&](int body) {
    unsigned bits = 0;
    const int tree = m.body_treeid[body],
              first = tier_for(m) == Tier::block && tree >= 0 ? m.tree_dofadr[tree] : 0;
    for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof])
      bits |= dof - first < 32 ? 1u << (dof - first) : 0u;
    return bits;
  };
  for (const Candidate& c : candidates(m)) {
    pairs.push_back(pair_params<T>(m, c));
    PairParams<T>& p = pairs.back();
    t.may_couple |= p.tree < 0;
    p.body1 = m.geom_bodyid[c.geom1], p.body2 = m.geom_bodyid[c.geom2];
    p.chain1 = first_dofs(p.body1), p.chain2 = first_dofs(p.body2);
    const Real r1 = m.geom_rbound[c.geom1], r2 = m.geom_rbound[c.geom2];
    const bool spheres = r1 > 0 && r2 > 0, plane = m.geom_type[c.geom1] == mjGEOM_PLANE && r2 > 0;
    tests.push_back({static_cast<T>(spheres ? r1 + r2 : r2) + p.margin, static_cast<unsigned short>(c.geom1),
                     static_cast<unsigned short>(c.geom2),
                     spheres && p.search == kConvexSearch ? kTestBoxes
                     : spheres                            ? kTestSpheres
                     : plane                              ? kTestPlane
                                                          : kTestNone});
    t.most_contacts = std::max(t.most_contacts, most_contacts(m.geom_type[c.geom1], m.geom_type[c.geom2]));
  }
  for (const PairParams<T>& p : pairs) {
    t.searches |= p.search > kClosedForm || m.geom_type[p.geom2] == mjGEOM_MESH;
    if (p.search > kClosedForm) t.polytope_bytes = polytope_bytes(m.opt.ccd_iterations);
  }
  t.npair = static_cast<int>(pairs.size());
  t.pairs = packer.put(pairs), t.pair_tests = packer.put(tests);
}

// Meshes and height fields, with pointers into the image.
template <class T>
void put_assets(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<MeshView> meshes;
  std::vector<HFieldView> hfields;
  const auto piece = [&](const auto* first, int n) {
    using U = std::remove_cvref_t<decltype(*first)>;
    return packer.put(std::vector<U>(first, first + n)).data();
  };
  for (int i = 0; i < m.nmesh; ++i) {
    const MeshView from = mesh_view(m, i);
    MeshView mesh{};
    mesh.numvert = from.numvert, mesh.vert = piece(from.vert, from.numvert), mesh.has_graph = from.has_graph;
    if (t.nray > 0) {
      mesh.numface = from.numface, mesh.face = piece(from.face, from.numface);
      mesh.tree = {from.tree.num, piece(from.tree.aabb, from.tree.num), piece(from.tree.child, from.tree.num),
                   piece(from.tree.nodeid, from.tree.num), nullptr};
    }
    if (from.has_graph) {
      const int n = from.graph.numvert, faces = m.mesh_graph[m.mesh_graphadr[i] + 1];
      mesh.graph = {n, piece(from.graph.edgeadr, n), piece(from.graph.globalid, n),
                    piece(from.graph.edges, n + 3 * faces)};
    }
    meshes.push_back(mesh);
  }
  for (int i = 0; i < m.nhfield; ++i) {
    hfields.push_back(hfield_view(m, i));
    hfields.back().data = piece(hfields.back().data, hfields.back().nrow * hfields.back().ncol);
  }
  t.meshes = packer.put(meshes), t.hfields = packer.put(hfields);
}

void add_chain(const Model& m, int body, std::vector<int>& dofs) {
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) dofs.push_back(dof);
}

// Dofs that may change the length of a tendon, some perhaps twice.
std::vector<int> tendon_dofs(const Model& m, int tendon) {
  std::vector<int> dofs;
  for (int k = m.tendon_adr[tendon]; k < m.tendon_adr[tendon] + m.tendon_num[tendon]; ++k) {
    const int id = m.wrap_objid[k], type = m.wrap_type[k];
    if (type == mjWRAP_JOINT) dofs.push_back(m.jnt_dofadr[id]);
    if (type == mjWRAP_SITE) add_chain(m, m.site_bodyid[id], dofs);
    if (type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER) add_chain(m, m.geom_bodyid[id], dofs);
  }
  return dofs;
}

template <class T>
class RowSources {
 public:
  explicit RowSources(const Model& m) : m_(m) {}

  void put(Packer& packer, Tables<T>& t) {
    const int off = m_.opt.disableflags;
    if (!(off & mjDSBL_CONSTRAINT)) {
      if (!(off & mjDSBL_EQUALITY)) add_equalities();
      if (!(off & mjDSBL_FRICTIONLOSS)) add_frictions();
      if (!(off & mjDSBL_LIMIT)) add_limits();
    }
    t.nequality = static_cast<int>(equalities_.size()), t.nequalityrow = nrow_;
    t.nfriction = static_cast<int>(frictions_.size()), t.nlimit = static_cast<int>(limits_.size());
    for (const auto* list : {&equalities_, &frictions_, &limits_})
      for (const RowSource<T>& row : *list) {
        t.may_couple |= row.tree < 0;
        t.apart &= row.tree >= 0;
      }
    if (t.apart) t.tree_sources = packer.put(sort_by_tree());
    t.couples_little &= !t.apart;
    t.equalities = packer.put(equalities_), t.equality_row = packer.put(first_row_);
    t.frictions = packer.put(frictions_), t.limits = packer.put(limits_);
  }

 private:
  template <class Ref, class Imp>
  RowSource<T> source(int kind, int id, int dof, int side, const Ref& ref, const Imp& imp, Real weight,
                      bool spring) {
    return {soft_of<T>(safe_softness(m_, ref, imp), weight, spring),
            T(0),
            T(0),
            kind,
            id,
            dof,
            side,
            tree_of(kind, id, dof)};
  }

  // all sources tree by tree, and where those of each tree stand
  std::vector<TreeSources> sort_by_tree() {
    std::vector<TreeSources> of(static_cast<std::size_t>(m_.ntree));
    const auto sort = [&](std::vector<RowSource<T>>& list, RowRange TreeSources::*range) {
      std::stable_sort(list.begin(), list.end(),
                       [](const auto& a, const auto& b) { return a.tree < b.tree; });
      for (int i = static_cast<int>(list.size()) - 1; i >= 0; --i) {
        RowRange& r = of[static_cast<std::size_t>(list[static_cast<std::size_t>(i)].tree)].*range;
        r = {i, r.count + 1};
      }
    };
    sort(equalities_, &TreeSources::equality), sort(frictions_, &TreeSources::friction);
    sort(limits_, &TreeSources::limit);
    first_row_.clear(), nrow_ = 0;
    for (const RowSource<T>& s : equalities_) {
      first_row_.push_back(nrow_);
      nrow_ += row_count(s.kind);
      of[static_cast<std::size_t>(s.tree)].nequalityrow += row_count(s.kind);
    }
    return of;
  }
  static int row_count(int kind) { return kind == kRowWeld ? 6 : kind == kRowConnect ? 3 : 1; }

  // the tree of all dofs in a row, −1 when they are of several
  int tree_of(int kind, int id, int dof) const {
    int tree = -2;
    const auto meet = [&](int other) { tree = other < 0 || tree == other ? tree : tree == -2 ? other : -1; };
    const auto meet_joint = [&](int jnt) { meet(m_.dof_treeid[m_.jnt_dofadr[jnt]]); };
    const auto meet_tendon = [&](int tendon) {
      for (const int pulled : tendon_dofs(m_, tendon)) meet(m_.dof_treeid[pulled]);
    };
    if (kind == kRowDof || kind == kRowBall) return m_.dof_treeid[dof];
    if (kind == kRowTendon) {
      meet_tendon(id);
      return tree;
    }
    for (const int object : {m_.eq_obj1id[id], m_.eq_obj2id[id]}) {
      if (object < 0) continue;
      if (kind == kRowEqJoint) {
        meet_joint(object);
      } else if (kind == kRowEqTendon) {
        meet_tendon(object);
      } else {
        meet(m_.body_treeid[m_.eq_objtype[id] == mjOBJ_SITE ? m_.site_bodyid[object] : object]);
      }
    }
    return std::max(tree, -1);
  }

  void add_equalities() {
    for (int eq = 0; eq < m_.neq; ++eq) {
      if (!m_.eq_active0[eq]) continue;
      const int id1 = m_.eq_obj1id[eq], id2 = m_.eq_obj2id[eq];
      int kind = kRowConnect, rows = 3;
      Vec2<Real> weight{};
      if (m_.eq_type[eq] == mjEQ_JOINT) {
        kind = kRowEqJoint, rows = 1;
        for (const int id : {id1, id2})
          if (id >= 0) weight[0] += m_.dof_invweight0[m_.jnt_dofadr[id]];
      } else if (m_.eq_type[eq] == mjEQ_TENDON) {
        kind = kRowEqTendon, rows = 1;
        for (const int id : {id1, id2})
          if (id >= 0) weight[0] += m_.tendon_invweight0[id];
      } else {
        if (m_.eq_type[eq] == mjEQ_WELD) kind = kRowWeld, rows = 6;
        for (const int id : {id1, id2})
          weight += m_.body_invweight0[m_.eq_objtype[eq] == mjOBJ_SITE ? m_.site_bodyid[id] : id];
      }
      RowSource<T> s = source(kind, eq, 0, 0, m_.eq_solref[eq], m_.eq_solimp[eq], weight[0], true);
      s.rotation = static_cast<T>(weight[1]);
      equalities_.push_back(s);
      first_row_.push_back(nrow_);
      nrow_ += rows;
    }
  }

  void add_frictions() {
    for (int dof = 0; dof < m_.nv; ++dof)
      if (m_.dof_frictionloss[dof] != 0) {
        frictions_.push_back(source(kRowDof, 0, dof, 1, m_.dof_solref[dof], m_.dof_solimp[dof],
                                    m_.dof_invweight0[dof], false));
        frictions_.back().floss = static_cast<T>(m_.dof_frictionloss[dof]);
      }
    for (int i = 0; i < m_.ntendon; ++i)
      if (m_.tendon_frictionloss[i] > 0) {
        frictions_.push_back(source(kRowTendon, i, 0, 1, m_.tendon_solref_fri[i], m_.tendon_solimp_fri[i],
                                    m_.tendon_invweight0[i], false));
        frictions_.back().floss = static_cast<T>(m_.tendon_frictionloss[i]);
      }
  }

  void add_limits() {
    for (int jnt = 0; jnt < m_.njnt; ++jnt) {
      if (!m_.jnt_limited[jnt] || m_.jnt_type[jnt] == mjJNT_FREE) continue;
      const int dof = m_.jnt_dofadr[jnt];
      const bool ball = m_.jnt_type[jnt] == mjJNT_BALL;
      for (const int side : {-1, 1}) {
        if (ball && side < 0) continue;
        limits_.push_back(source(ball ? kRowBall : kRowDof, jnt, dof, side, m_.jnt_solref[jnt],
                                 m_.jnt_solimp[jnt], m_.dof_invweight0[dof], true));
      }
    }
    for (int i = 0; i < m_.ntendon; ++i)
      for (const int side : {-1, 1})
        if (m_.tendon_limited[i])
          limits_.push_back(source(kRowTendon, i, 0, side, m_.tendon_solref_lim[i], m_.tendon_solimp_lim[i],
                                   m_.tendon_invweight0[i], true));
  }

  const Model& m_;
  std::vector<RowSource<T>> equalities_, frictions_, limits_;
  std::vector<int> first_row_;
  int nrow_ = 0;
};

// Dofs that an actuator may push.
std::vector<int> pushed_dofs(const Model& m, int i) {
  std::vector<int> dofs;
  const int id = m.actuator_trnid[i][0];
  if (m.actuator_trntype[i] == mjTRN_TENDON) {
    dofs = tendon_dofs(m, id);
  } else if (m.actuator_trntype[i] == mjTRN_SITE || m.actuator_trntype[i] == mjTRN_SLIDERCRANK) {
    for (const int site : {id, m.actuator_trnid[i][1]})
      if (site >= 0) add_chain(m, m.site_bodyid[site], dofs);
  } else if (m.actuator_trntype[i] == mjTRN_BODY) {  // whatever it touches
    for (int dof = 0; dof < m.nv; ++dof) dofs.push_back(dof);
  } else {
    for (int k = 0; k < dof_width(m.jnt_type[id]); ++k) dofs.push_back(m.jnt_dofadr[id] + k);
  }
  std::sort(dofs.begin(), dofs.end());
  dofs.erase(std::unique(dofs.begin(), dofs.end()), dofs.end());
  return dofs;
}

bool one_dof(const Model& m, int i) {
  const int trn = m.actuator_trntype[i];
  return (trn == mjTRN_JOINT || trn == mjTRN_JOINTINPARENT) &&
         m.jnt_type[m.actuator_trnid[i][0]] >= mjJNT_SLIDE;
}

template <class T>
void put_actuators(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<int> moment_row, adr{0}, act;
  std::vector<std::vector<int>> of_dof(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nu; ++i) {
    moment_row.push_back(one_dof(m, i) ? -1 : t.nmoment++);
    for (const int dof : pushed_dofs(m, i)) of_dof[static_cast<std::size_t>(dof)].push_back(i);
    t.adheres |= m.actuator_trntype[i] == mjTRN_BODY;
    if (m.actuator_trntype[i] == mjTRN_TENDON)
      t.tendon_limits |= m.tendon_actfrclimited[m.actuator_trnid[i][0]] != 0;
  }
  for (const auto& list : of_dof) {
    act.insert(act.end(), list.begin(), list.end());
    adr.push_back(static_cast<int>(act.size()));
  }
  t.moment_row = packer.put(moment_row), t.dof_actadr = packer.put(adr), t.dof_act = packer.put(act);
}

bool damps(const Model& m) {
  if (m.opt.integrator == mjINT_IMPLICITFAST || m.opt.integrator == mjINT_IMPLICIT) return true;
  if (m.opt.integrator != mjINT_EULER || m.opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER))
    return false;
  return std::any_of(m.dof_damping.begin(), m.dof_damping.end(), [](Real b) { return b > 0; });
}

template <class T>
void put_settings(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<int> compensated;
  if (has_gravcomp(m))
    for (int b = 1; b < m.nbody; ++b)
      if (m.body_gravcomp[b] != 0) compensated.push_back(b);
  t.ngravcomp = static_cast<int>(compensated.size());
  t.gravcomp = packer.put(compensated);
  t.damped = damps(m);
  t.lopsided = m.opt.integrator == mjINT_IMPLICIT;
  t.ccd_tolerance = m.opt.ccd_tolerance, t.ccd_iterations = m.opt.ccd_iterations;
  t.smooth_start = sizeof(T) == 8 || m.opt.disableflags & mjDSBL_WARMSTART;
  t.cones = m.opt.cone == mjCONE_ELLIPTIC;
  t.tendon_armature =
      std::any_of(m.tendon_armature.begin(), m.tendon_armature.end(), [](Real x) { return x != 0; });
  constexpr int off = mjDSBL_SPRING | mjDSBL_DAMPER;  // no passive forces at all
  t.medium = has_medium(m) && (m.opt.disableflags & off) != off;
  t.scale = static_cast<T>(1 / (m.stat.meaninertia * std::max(1, m.nv)));
  if (!(m.opt.disableflags & mjDSBL_GRAVITY)) t.gravity = converted<T>(m.opt.gravity);
}

template <class T>
void put_cameras(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<CameraView<T>> cameras;
  for (int i = 0; i < m.ncam; ++i) {
    const CameraLens lens = camera_lens(m, i);
    cameras.push_back({m.cam_bodyid[i], m.cam_resolution[i][0], m.cam_resolution[i][1], lens.fx, lens.fy,
                       lens.cx, lens.cy, m.cam_projection[i] == mjPROJ_ORTHOGRAPHIC, m.cam_fovy[i] / 2,
                       converted<T>(m.cam_pos[i]), converted<T>(m.cam_quat[i])});
  }
  t.cameras = packer.put(cameras);
}

// Rays of the range finders among the sensors, and what they ask of geoms and bodies.
template <class T>
void put_rays(const Model& m, std::span<const int> sensors, Packer& packer, Tables<T>& t) {
  std::vector<RaySource> rays;
  for (const int s : sensors) {
    if (m.sensor_type[s] != mjSENS_RANGEFINDER) continue;
    const bool site = m.sensor_objtype[s] == mjOBJ_SITE;
    const auto pixels = site ? Vec<int, 2>{1, 1} : m.cam_resolution[m.sensor_objid[s]];
    for (int pixel = 0; pixel < pixels[0] * pixels[1]; ++pixel) rays.push_back({s, pixel});
  }
  t.nray = static_cast<int>(rays.size());
  if (rays.empty()) return;
  std::vector<unsigned char> seen;
  std::vector<RayBounds> bounds;
  for (int g = 0; g < m.ngeom; ++g) seen.push_back(!is_transparent(m, g));
  for (int b = 0; b < m.nbody; ++b) {
    bounds.push_back({{}, -1});
    if (m.body_bvhnum[b] == 0) continue;
    const Aabb<Real>& root = m.bvh_aabb[m.body_bvhadr[b]];
    bounds.back() = {root.center, dot(root.half, root.half)};
  }
  t.rays = packer.put(rays), t.geom_seen = packer.put(seen), t.ray_bounds = packer.put(bounds);
}

template <class T>
void put_sensors(const Model& m, Packer& packer, Tables<T>& t) {
  std::vector<int> early, late;
  for (int s = 0; s < m.nsensor && !(m.opt.disableflags & mjDSBL_SENSOR); ++s) {
    const bool acc = m.sensor_needstage[s] == mjSTAGE_ACC;
    (acc ? late : early).push_back(s);
    t.sense_motion |=
        acc && m.sensor_type[s] != mjSENS_ACTUATORFRC && m.sensor_type[s] != mjSENS_TENDONACTFRC;
  }
  t.nearly = static_cast<int>(early.size()), t.nlate = static_cast<int>(late.size());
  t.early_sensors = packer.put(early), t.late_sensors = packer.put(late);
  put_cameras(m, packer, t);
  put_rays(m, early, packer, t);
}

template <class T>
unsigned features_of(const Model& m, const Tables<T>& t) {
  unsigned f = 0;
  const auto add_if = [&](bool has, Feature feature) { f |= has ? feature : 0u; };
  add_if(t.most_contacts > 2, kManyContacts);
  add_if(t.searches, kConvex);
  add_if(t.cones, kCones);
  add_if(t.nequality > 0, kEqualities);
  add_if(t.nfriction > 0, kFrictionLoss);
  add_if(m.ntendon > 0, kTendons);
  add_if(t.nmoment > 0, kMoments);
  add_if(t.ngravcomp > 0, kCompensation);
  add_if(m.opt.integrator == mjINT_IMPLICITFAST || t.lopsided, kImplicit);
  add_if(t.lopsided, kLopsided);
  add_if(m.opt.integrator == mjINT_RK4, kRungeKutta);
  add_if(t.nearly + t.nlate > 0, kSensors);
  add_if(t.medium, kMedium);
  add_if(m.opt.solver == mjSOL_CG, kConjugate);
  bool activations = m.na > 0, balls = false;
  for (int i = 0; i < m.nu; ++i)
    activations |= m.actuator_gaintype[i] == mjGAIN_MUSCLE || m.actuator_biastype[i] == mjBIAS_MUSCLE;
  for (int jnt = 0; jnt < m.njnt; ++jnt) balls |= m.jnt_limited[jnt] && m.jnt_type[jnt] == mjJNT_BALL;
  add_if(activations, kActivations);
  add_if(balls, kBallLimits);
  return f;
}

}  // namespace

template <class T>
ModelImage<T> make_image(const Model& m, std::byte* base, const ModelImage<T>* common) {
  Packer packer(base, common ? std::span<const std::byte>(common->bytes) : std::span<const std::byte>(),
                common ? common->base : nullptr);
  ModelImage<T> image{};
  Tables<T>& t = image.own.tables;
  image.base = base;
  packer.leave_room(sizeof(OwnModel<T>));
  image.own.model = put_model<T>(m, packer);
  put_tree(m, packer, t);
  put_pairs(m, packer, t);
  RowSources<T>(m).put(packer, t);
  put_actuators(m, packer, t);
  put_settings(m, packer, t);
  put_sensors(m, packer, t);
  t.features = features_of(m, t);
  image.common_from = packer.size();
  if (common) {
    t.meshes = common->own.tables.meshes, t.hfields = common->own.tables.hfields;
  } else if (t.searches || t.nray > 0) {
    put_assets(m, packer, t);
  }
  image.bytes = packer.take();
  std::memcpy(image.bytes.data(), &image.own, sizeof(image.own));
  return image;
}

template <class T>
bool same_structure(const ModelImage<T>& a, const ModelImage<T>& b) {
  const auto counts = [](const ModelImage<T>& x) {
    const Tables<T>& t = x.own.tables;
    return std::array{t.npair,  t.nequality, t.nequalityrow, t.nfriction,     t.nlimit,
                      t.nearly, t.nlate,     t.ngravcomp,    t.most_contacts, int(t.apart)};
  };
  return a.common_from == b.common_from && counts(a) == counts(b);
}

template ModelImage<float> make_image<float>(const Model&, std::byte*, const ModelImage<float>*);
template ModelImage<double> make_image<double>(const Model&, std::byte*, const ModelImage<double>*);
template bool same_structure<float>(const ModelImage<float>&, const ModelImage<float>&);
template bool same_structure<double>(const ModelImage<double>&, const ModelImage<double>&);

}  // namespace corten::gpu
