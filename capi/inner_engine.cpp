// Parts of the engine that MuJoCo's library exports without declaring them in the public headers: its own
// tests call them.
#include <cmath>
#include <vector>

#include "capi/call.h"
#include "capi/numbers.h"
#include "corten/collide/geom_shape.h"
#include "corten/collide/pair_table.h"
#include "corten/geom/oriented_box.h"
#include "corten/geom/sdf.h"
#include "corten/model/awake.h"
#include "corten/model/validate.h"
#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/sim/reset.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/configuration.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/passive.h"
#include "corten/smooth/tendon_armature.h"
#include "corten/solver/row_cost.h"

namespace corten::capi {

namespace {

using M = const Model&;
using D = Data&;
using H = const Hooks&;

}  // namespace

// ---- integrators: what could be skipped is computed again ----
CORTEN_API void mj_EulerSkip(const mjModel* m, mjData* d, int) {
  engine("mj_EulerSkip", m, d, [](M model, D data, H hooks) { euler(model, data, hooks); });
}
CORTEN_API void mj_implicitSkip(const mjModel* m, mjData* d, int) {
  engine("mj_implicitSkip", m, d, [](M model, D data, H hooks) { integrate(model, data, hooks); });
}

// Positions of some bodies, of all without a list.
CORTEN_API void mj_integratePosInd(const mjModel* m, Real* qpos, const Real* qvel, Real dt, const int* index,
                                   int nbody) {
  perform("mj_integratePosInd", [=] {
    M model = model_of(m);
    if (!model.nq) return;
    const std::span<Real> positions(given(qpos, "qpos"), count(model.nq));
    const std::span<const Real> velocities(given(qvel, "qvel"), count(model.nv));
    for (int i = 0; i < nbody; ++i) {
      const int body = index ? index[i] : i;
      require_id(body, model.nbody, "body");
      if (model.body_jntnum[body])
        integrate_pos(model, positions, velocities, dt,
                      {model.body_jntadr[body], model.body_jntadr[body] + model.body_jntnum[body]});
    }
  });
}

// ---- small questions ----
CORTEN_API int mj_actuatorDisabled(const mjModel* m, int i) {
  return answer("mj_actuatorDisabled", [=] {
    M model = model_of(m);
    require_id(i, model.nu, "actuator");
    const int group = model.actuator_group[i];
    return int(group >= 0 && group <= 30 && (model.opt.disableactuator >> group & 1));
  });
}
CORTEN_API int mj_isElemActive(const mjModel* m, int f, int e) {
  return answer("mj_isElemActive", [=] {
    M model = model_of(m);
    require_id(f, model.nflex, "flex"), require_id(e, model.flex_elemnum[f], "element");
    return int(model.flex_dim[f] < 3 ||
               model.flex_elemlayer[model.flex_elemadr[f] + e] < model.flex_activelayers[f]);
  });
}
CORTEN_API std::size_t mj_stackBytesAvailable(mjData* d) {
  return answer("mj_stackBytesAvailable", [=] {
    const Arena& arena = box_of(d).data.arena;
    return arena.size() - arena.used();
  });
}
CORTEN_API const char* mj_validateReferences(const mjModel* m) {
  static thread_local char text[500];
  return answer("mj_validateReferences", [=]() -> const char* {
    const std::string problem = validate(model_of(m));
    put_text(problem, text, sizeof text);
    return problem.empty() ? nullptr : text;
  });
}

// Like mj_makeData, into memory of the caller's pointer.
CORTEN_API void mj_makeRawData(mjData** dest, const mjModel* m) {
  perform("mj_makeRawData", [=] {
    M model = model_of(m);
    mjData*& target = *given(dest, "dest");
    if (target && is_alive(target)) unbox(target), target = nullptr;
    target = boxed(model, make_data(model), target);
  });
}
// Plugins of a data are there from the moment it is made.
CORTEN_API void mj_initPlugin(const mjModel* m, mjData* d) {
  engine("mj_initPlugin", m, d, [](M, D, H) {});
}

// ---- sleep ----
CORTEN_API int mj_sleepState(const mjModel* m, const mjData* d, int type, int i) {
  return answer("mj_sleepState", [=] { return int(sleep_state(model_of(m), data_of(m, d), type, i)); });
}
CORTEN_API void mj_updateSleep(const mjModel* m, mjData* d) {
  engine("mj_updateSleep", m, d, [](M model, D data, H) { list_awake(model, data); });
}
// Wakes a tree and those that sleep with it: each names the next, the last the first. How many there were.
CORTEN_API int mj_wakeTree(int* tree_asleep, int ntree, int i, int wakeval) {
  return answer("mj_wakeTree", [=] {
    given(tree_asleep, "tree_asleep");
    require_id(i, ntree, "tree");
    if (tree_asleep[i] < 0) return 0;
    std::vector<int> cycle{i};
    for (int next = tree_asleep[i]; next != i; next = tree_asleep[next]) {
      if (next < 0 || next >= ntree)
        throw Problem("tree " + std::to_string(cycle.back()) + " sleeps with tree " + std::to_string(next) +
                      ", which there is not");
      if (cycle.size() >= count(ntree))
        throw Problem("tree " + std::to_string(i) + " is not in a cycle of sleepers");
      cycle.push_back(next);
    }
    for (const int tree : cycle) tree_asleep[tree] = wakeval;
    return static_cast<int>(cycle.size());
  });
}

// ---- tendons ----
CORTEN_API void mj_tendonArmature(const mjModel* m, mjData* d) {
  engine("mj_tendonArmature", m, d, [](M model, D data, H) { tendon_armature(model, data); });
}
CORTEN_API void mj_tendonBias(const mjModel* m, mjData* d, Real* qfrc) {
  engine("mj_tendonBias", m, d, [=](M model, D data, H) {
    tendon_bias(model, data, {given(qfrc, "qfrc"), count(model.nv)});
  });
}
CORTEN_API void mj_tendonDot(const mjModel* m, mjData* d, int id, Real* Jdot) {
  engine("mj_tendonDot", m, d, [=](M model, D data, H) {
    require_id(id, model.ntendon, "tendon");
    tendon_jac_dot(model, data, id, {given(Jdot, "Jdot"), count(model.nv)});
  });
}

// ---- Jacobians ----
namespace {

// Dofs that move a body, added to a sorted list.
void add_chain(M m, int body, std::vector<int>& chain) {
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) chain.push_back(dof);
}

}  // namespace

// Of two points and of their difference; sparse ones have the columns of `chain` only. Number of columns.
CORTEN_API int mj_jacDifPair(const mjModel* m, const mjData* d, int* chain, int b1, int b2, const Real* pos1,
                             const Real* pos2, Real* jac1p, Real* jac2p, Real* jacdifp, Real* jac1r,
                             Real* jac2r, Real* jacdifr, int issparse) {
  return answer("mj_jacDifPair", [=] {
    M model = model_of(m);
    const Data& data = data_of(m, d);
    require_id(b1, model.nbody, "body"), require_id(b2, model.nbody, "body");
    std::vector<int> columns;
    if (issparse) {
      add_chain(model, b1, columns), add_chain(model, b2, columns);
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      std::copy(columns.begin(), columns.end(), given(chain, "chain"));
    } else {
      for (int dof = 0; dof < model.nv; ++dof) columns.push_back(dof);
    }
    const std::size_t nv = count(model.nv);
    std::vector<Real> p1(3 * nv), p2(3 * nv), r1(3 * nv), r2(3 * nv);
    jac(model, data, p1, r1, vec3(given(pos1, "pos1")), b1);
    jac(model, data, p2, r2, vec3(given(pos2, "pos2")), b2);
    const auto tell = [&](Real* out, auto&& value) {
      for (int row = 0; out && row < 3; ++row)
        for (std::size_t k = 0; k < columns.size(); ++k)
          out[count(row) * columns.size() + k] = value(count(row) * nv + count(columns[k]));
    };
    tell(jac1p, [&](std::size_t i) { return p1[i]; }), tell(jac2p, [&](std::size_t i) { return p2[i]; });
    tell(jac1r, [&](std::size_t i) { return r1[i]; }), tell(jac2r, [&](std::size_t i) { return r2[i]; });
    tell(jacdifp, [&](std::size_t i) { return p2[i] - p1[i]; });
    tell(jacdifr, [&](std::size_t i) { return r2[i] - r1[i]; });
    return static_cast<int>(columns.size());
  });
}

// ---- derivatives by velocity, in d->qDeriv ----
CORTEN_API void mjd_smooth_vel(const mjModel* m, mjData* d, int flg_bias) {
  engine("mjd_smooth_vel", m, d,
         [=](M model, D data, H) { smooth_velocity_derivative(model, data, flg_bias != 0); });
}
CORTEN_API void mjd_actuator_vel(const mjModel* m, mjData* d) {
  engine("mjd_actuator_vel", m, d, [](M model, D data, H) { add_actuator_derivative(model, data); });
}
CORTEN_API void mjd_passive_vel(const mjModel* m, mjData* d) {
  engine("mjd_passive_vel", m, d, [](M model, D data, H) {
    add_fluid_derivative(model, data, false);
    add_passive_derivative(model, data);
  });
}
CORTEN_API void mjd_rne_vel_dense(const mjModel* m, mjData* d) {
  engine("mjd_rne_vel_dense", m, d, [](M model, D data, H) { subtract_bias_derivative(model, data); });
}

namespace {

// Adds differences of a force of velocity, one velocity at a time, where qDeriv has entries.
template <class Force>
void add_differences(M m, D d, Real eps, H hooks, Force&& force) {
  const std::size_t nv = count(m.nv);
  std::vector<Real> before(nv), after(nv);
  const auto evaluate = [&](std::vector<Real>& out) {
    fwd_velocity(m, d, hooks);
    fwd_actuation(m, d, hooks);
    for (int i = 0; i < m.nv; ++i) out[count(i)] = force(i);
  };
  evaluate(before);
  for (int j = 0; j < m.nv; ++j) {
    const Real kept = d.qvel[j];
    d.qvel[j] = kept + eps;
    evaluate(after);
    d.qvel[j] = kept;
    for (int i = 0; i < m.nv; ++i)
      for (int k = m.D_rowadr[i]; k < m.D_rowadr[i] + m.D_rownnz[i]; ++k)
        if (m.D_colind[k] == j) d.qDeriv[k] += (after[count(i)] - before[count(i)]) / eps;
  }
  evaluate(before);
}

}  // namespace

CORTEN_API void mjd_smooth_velFD(const mjModel* m, mjData* d, Real eps) {
  engine("mjd_smooth_velFD", m, d, [=](M model, D data, H hooks) {
    std::fill(data.qDeriv.begin(), data.qDeriv.end(), 0.0);
    add_differences(model, data, eps, hooks,
                    [&](int i) { return data.qfrc_passive[i] - data.qfrc_bias[i] + data.qfrc_actuator[i]; });
  });
}
CORTEN_API void mjd_passive_velFD(const mjModel* m, mjData* d, Real eps) {
  engine("mjd_passive_velFD", m, d, [=](M model, D data, H hooks) {
    add_differences(model, data, eps, hooks, [&](int i) { return data.qfrc_passive[i]; });
  });
}

// ---- factors of inertia on the sparsity of a tree: the diagonal ends a row ----
CORTEN_API void mj_factorI(Real* mat, Real* diaginv, int nv, const int* rownnz, const int* rowadr,
                           const int* colind, const int* index) {
  perform("mj_factorI", [=] {
    if (nv <= 0) return;
    given(mat, "mat"), given(rownnz, "rownnz"), given(rowadr, "rowadr"), given(colind, "colind");
    for (int k = nv - 1; k >= 0; --k) {
      const int row = index ? index[k] : k, start = rowadr[row], diagonal = rownnz[row] - 1;
      const Real inverse = 1 / mat[start + diagonal];
      if (diaginv) diaginv[row] = inverse;
      for (int i = diagonal - 1; i >= 0; --i) {
        const Real scale = mat[start + i] * inverse;
        Real* above = mat + rowadr[colind[start + i]];
        for (int j = 0; j <= i; ++j) above[j] -= mat[start + j] * scale;
        mat[start + i] = scale;
      }
    }
  });
}

CORTEN_API void mj_solveLD(Real* x, const Real* qLD, const Real* qLDiagInv, int nv, int n, const int* rownnz,
                           const int* rowadr, const int* colind, const int* index) {
  perform("mj_solveLD", [=] {
    if (nv <= 0 || n <= 0) return;
    given(x, "x"), given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    given(rownnz, "rownnz"), given(rowadr, "rowadr"), given(colind, "colind");
    const auto row_of = [=](int k) { return index ? index[k] : k; };
    for (int vector = 0; vector < n; ++vector) {
      Real* v = x + vector * nv;
      for (int k = nv - 1; k >= 0; --k) {
        const int row = row_of(k);
        for (int i = 0; i < rownnz[row] - 1; ++i) v[colind[rowadr[row] + i]] -= qLD[rowadr[row] + i] * v[row];
      }
      for (int k = 0; k < nv; ++k) v[row_of(k)] *= qLDiagInv[row_of(k)];
      for (int k = 0; k < nv; ++k) {
        const int row = row_of(k);
        for (int i = 0; i < rownnz[row] - 1; ++i) v[row] -= qLD[rowadr[row] + i] * v[colind[rowadr[row] + i]];
      }
    }
  });
}

// The same on qM: the diagonal begins a row, its ancestors follow upwards.
CORTEN_API void mj_factorI_legacy(const mjModel* m, mjData*, const Real* mass, Real* qLD, Real* qLDiagInv) {
  perform("mj_factorI_legacy", [=] {
    M model = model_of(m);
    if (!model.nv) return;
    given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    std::copy_n(given(mass, "M"), model.nM, qLD);
    for (int k = model.nv - 1; k >= 0; --k) {
      const int start = model.dof_Madr[k];
      qLDiagInv[k] = 1 / qLD[start];
      int at = start + 1;
      for (int i = model.dof_parentid[k]; i >= 0; i = model.dof_parentid[i], ++at) {
        const Real scale = qLD[at] / qLD[start];
        int from = at;
        for (int j = i, to = model.dof_Madr[i]; j >= 0; j = model.dof_parentid[j])
          qLD[to++] -= qLD[from++] * scale;
        qLD[at] = scale;
      }
    }
  });
}
CORTEN_API void mj_solveLD_legacy(const mjModel* m, Real* x, int n, const Real* qLD, const Real* qLDiagInv) {
  perform("mj_solveLD_legacy", [=] {
    M model = model_of(m);
    if (!model.nv || n <= 0) return;
    given(x, "x"), given(qLD, "qLD"), given(qLDiagInv, "qLDiagInv");
    for (int vector = 0; vector < n; ++vector) {
      Real* v = x + vector * model.nv;
      const auto along = [&](int k, auto&& fn) {
        int at = model.dof_Madr[k] + 1;
        for (int i = model.dof_parentid[k]; i >= 0; i = model.dof_parentid[i]) fn(i, qLD[at++]);
      };
      for (int k = model.nv - 1; k >= 0; --k) along(k, [&](int i, Real l) { v[i] -= l * v[k]; });
      for (int k = 0; k < model.nv; ++k) v[k] *= qLDiagInv[k];
      for (int k = 0; k < model.nv; ++k) along(k, [&](int i, Real l) { v[k] -= l * v[i]; });
    }
  });
}

// ---- islands of a graph: its edges by rows; −1 for what has none ----
CORTEN_API int mj_floodFill(int* island, int nr, const int* rownnz, const int* rowadr, const int* colind,
                            int* stack) {
  return answer("mj_floodFill", [=] {
    if (nr <= 0) return 0;
    given(island, "island"), given(rownnz, "rownnz"), given(rowadr, "rowadr");
    given(colind, "colind"), given(stack, "stack");
    std::fill_n(island, nr, -1);
    int islands = 0;
    for (int first = 0; first < nr; ++first) {
      if (island[first] >= 0 || !rownnz[first]) continue;
      std::vector<int> open{first};
      while (!open.empty()) {
        const int i = open.back();
        open.pop_back();
        if (island[i] >= 0) continue;
        island[i] = islands;
        for (int k = rowadr[i]; k < rowadr[i] + rownnz[i]; ++k)
          if (island[colind[k]] < 0) open.push_back(colind[k]);
      }
      ++islands;
    }
    return islands;
  });
}

// ---- costs of constraint rows ----
CORTEN_API void mj_constraintUpdate_impl(int ne, int nf, int nefc, const Real* rows_D, const Real* rows_R,
                                         const Real* floss, const Real* jar, const int* type, const int* id,
                                         Contact* contact, int* state, Real* force, Real* cost,
                                         int flg_coneHessian) {
  perform("mj_constraintUpdate_impl", [=] {
    if (cost) *cost = 0;
    if (nefc <= 0) return;
    given(rows_D, "D"), given(rows_R, "R"), given(floss, "floss"), given(jar, "jar"), given(type, "type");
    given(id, "id"), given(state, "state"), given(force, "force");
    std::vector<ContactRows> cones;
    for (int i = 0; i < nefc; ++i)
      if (type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
        Contact& c = given(contact, "contact")[id[i]];
        if (c.dim < 1 || i + c.dim > nefc) throw Problem("the rows of a contact are not there");
        cones.push_back({i, c.dim, c.mu, c.friction.data(), c.H.data()});
        i += c.dim - 1;
      }
    Rows rows;
    rows.nefc = nefc, rows.ne = ne, rows.nf = nf;
    rows.D = row(rows_D, nefc), rows.R = row(rows_R, nefc), rows.frictionloss = row(floss, nefc);
    rows.cones = cones;
    const Real sum =
        rows_cost(rows, row(jar, nefc), row(force, nefc), row(state, nefc), flg_coneHessian != 0);
    if (cost) *cost = sum;
  });
}

// ---- collisions ----
CORTEN_API int mj_collideOBB(const Real* aabb1, const Real* aabb2, const Real* xpos1, const Real* xmat1,
                             const Real* xpos2, const Real* xmat2, Real margin, Real*, Real*, byte*) {
  return answer("mj_collideOBB", [=] {
    const Aabb<Real> box1{vec3(given(aabb1, "aabb1")), vec3(aabb1 + 3)},
        box2{vec3(given(aabb2, "aabb2")), vec3(aabb2 + 3)};
    const auto place = [](const Real* pos) { return pos ? vec3(pos) : Vec3<Real>{}; };
    const auto axes = [](const Real* mat) { return mat ? mat3(mat) : Mat3<Real>::identity(); };
    const Vec3<Real> pos1 = place(xpos1), pos2 = place(xpos2);
    const Mat3<Real> mat1 = axes(xmat1), mat2 = axes(xmat2);
    return int(!boxes_apart_exact({box1, pos1, mat1, true}, {box2, pos2, mat2, true}, margin));
  });
}

namespace {

// Contacts of two geoms by the engine's function for their types; parameters are left alone.
int collide_pair(const char* function, const mjModel* m, const mjData* d, Contact* con, int g1, int g2,
                 Real margin) {
  return answer(function, [=] {
    M model = model_of(m);
    Data& data = const_cast<Data&>(data_of(m, d));
    require_id(g1, model.ngeom, "geom"), require_id(g2, model.ngeom, "geom");
    const PairFunction collide = pair_function(shape_type(model, g1), shape_type(model, g2));
    if (!collide) throw Problem("no function is there for these types of geoms in this order");
    AssetViews views1, views2;
    const Shape shape1 = geom_shape(model, data, g1, views1), shape2 = geom_shape(model, data, g2, views2);
    Arena::Frame frame(data.arena);
    const auto points = std::make_unique<ContactPoints>();
    collide(shape1, shape2, pair_query(model, data, margin), *points);
    for (int i = 0; i < points->count; ++i) {
      Contact& c = given(con, "con")[i];
      c.dist = points->point[i].dist, c.pos = points->point[i].pos;
      for (int k = 0; k < 3; ++k) {
        c.frame(0, k) = points->point[i].normal[k], c.frame(1, k) = points->point[i].tangent[k];
        c.frame(2, k) = 0;
      }
    }
    return points->count;
  });
}

}  // namespace

#define CORTEN_PAIR(name)                                                                             \
  CORTEN_API int name(const mjModel* m, const mjData* d, Contact* con, int g1, int g2, Real margin) { \
    return collide_pair(#name, m, d, con, g1, g2, margin);                                            \
  }
CORTEN_PAIR(mjc_PlaneSphere)
CORTEN_PAIR(mjc_PlaneCapsule)
CORTEN_PAIR(mjc_PlaneCylinder)
CORTEN_PAIR(mjc_PlaneBox)
CORTEN_PAIR(mjc_SphereSphere)
CORTEN_PAIR(mjc_SphereCapsule)
CORTEN_PAIR(mjc_SphereCylinder)
CORTEN_PAIR(mjc_SphereBox)
CORTEN_PAIR(mjc_CapsuleCapsule)
CORTEN_PAIR(mjc_CapsuleBox)
CORTEN_PAIR(mjc_BoxBox)
CORTEN_PAIR(mjc_Convex)
#undef CORTEN_PAIR

// ---- distance fields ----
struct mjSDF {
  const void** plugin;
  int* id;
  int type;  // mjtSDFType
  Real *relpos, *relmat;
  int* geomtype;
};

namespace {

// The field of a geom or, for shapes of plugins, of the geom whose instance it is; in its own frame.
struct Field {
  AssetViews views;
  Shape shape;
  Field(M m, const Data& d, const mjSDF& s, int i) : shape(geom_shape(m, d, geom_of(m, s, i), views)) {
    attach_field(m, d, geom_of(m, s, i), views, shape);
  }
  static int geom_of(M m, const mjSDF& s, int i) {
    const int id = given(s.id, "id")[i];
    if (!given(s.plugin, "plugin")[i]) {
      require_id(id, m.ngeom, "geom");
      return id;
    }
    for (int geom = 0; geom < m.ngeom; ++geom)
      if (m.geom_plugin[geom] == id) return geom;
    throw Problem("no geom has this plugin instance");
  }
};

// Distances of the fields that count, and where the second one is asked.
struct Fields {
  Field first;
  std::optional<Field> second;
  Mat3<Real> turn = Mat3<Real>::identity();
  Vec3<Real> shift{};
  int type;
  Fields(M m, const Data& d, const mjSDF& s) : first(m, d, s, 0), type(s.type) {
    if (!type) return;
    second.emplace(m, d, s, 1);
    if (s.relmat) turn = mat3(s.relmat);
    if (s.relpos) shift = vec3(s.relpos);
  }
  Vec3<Real> there(const Vec3<Real>& x) const { return turn * x + shift; }
};

enum { kSingle, kIntersection, kMidsurface, kCollision };

}  // namespace

CORTEN_API Real mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const Real* x) {
  return answer("mjc_distance", [=] {
    const Fields fields(model_of(m), data_of(m, d), *given(s, "s"));
    const Vec3<Real> point = vec3(given(x, "x"));
    const Real a = field_distance(fields.first.shape, point);
    if (fields.type == kSingle) return a;
    const Real b = field_distance(fields.second->shape, fields.there(point));
    if (fields.type == kIntersection) return std::max(a, b);
    if (fields.type == kMidsurface) return a - b;
    if (fields.type == kCollision) return a + b + std::abs(std::max(a, b));
    throw Problem("no combination of fields has the number " + std::to_string(fields.type));
  });
}

CORTEN_API void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, Real* gradient,
                             const Real* x) {
  perform("mjc_gradient", [=] {
    const Fields fields(model_of(m), data_of(m, d), *given(s, "s"));
    const Vec3<Real> point = vec3(given(x, "x"));
    const Real a = field_distance(fields.first.shape, point);
    const Vec3<Real> slope_a = field_gradient(fields.first.shape, point, a);
    Vec3<Real> result = slope_a;
    if (fields.type != kSingle) {
      const Vec3<Real> there = fields.there(point);
      const Real b = field_distance(fields.second->shape, there);
      const Vec3<Real> slope_b = transpose_mul(fields.turn, field_gradient(fields.second->shape, there, b));
      if (fields.type == kIntersection)
        result = a > b ? slope_a : slope_b;
      else if (fields.type == kMidsurface)
        result = slope_a - slope_b;
      else
        result = slope_a + slope_b + (a > b ? slope_a : slope_b) * (std::max(a, b) > 0 ? 1.0 : -1.0);
    }
    put(given(gradient, "gradient"), result);
  });
}

}  // namespace corten::capi
