// Parts of the engine that MuJoCo's library exports without declaring them in the public headers: its own
// tests call them. Here integrators, sleep, tendons, Jacobians.
#include <algorithm>
#include <vector>

#include "capi/call.h"
#include "capi/numbers.h"
#include "corten/base/client_texts.h"
#include "corten/model/awake.h"
#include "corten/model/validate.h"
#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/sim/reset.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/configuration.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/tendon_armature.h"

namespace corten::capi {

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
        throw Problem(client_text::kSleepIndex + std::to_string(next) + client_text::kWakingTree +
                      std::to_string(i));
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

}  // namespace corten::capi
