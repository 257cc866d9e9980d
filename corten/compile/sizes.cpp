// Sizes of the Model, assets excepted.
#include <algorithm>
#include <cmath>

#include "corten/compile/history.h"
#include "corten/compile/passes.h"
#include "corten/compile/size_sum.h"
#include "corten/model/footprint.h"
#include "corten/model/structure.h"

namespace corten {
namespace {

int size_of(const auto& list) { return static_cast<int>(list.size()); }

// ---- the tree ----

void count_tree(Draft& draft, Sizes& n) {
  n.nbody = size_of(draft.bodies);
  n.njnt = size_of(draft.joints);
  n.ngeom = size_of(draft.geoms);
  n.nsite = size_of(draft.sites);
  n.ncam = size_of(draft.cameras);
  n.nlight = size_of(draft.lights);
  n.nv = size_of(draft.dofs);
  for (const DraftJoint& joint : draft.joints) n.nq += qpos_width(joint.type);
  for (const DraftBody& body : draft.bodies) {
    n.nmocap += *body.spec->mocap;
    n.ngravcomp += *body.spec->gravcomp > 0;
    n.nbvhstatic += body.bvh.size();
  }
  n.nbvh = n.nbvhstatic;
}

void count_sparsity(Draft& draft, Sizes& n, Diagnostics& diagnostics) {
  std::vector<int> depth(draft.dofs.size());         // ancestors of a dof, itself included
  std::vector<int> subtree(draft.bodies.size(), 0);  // dofs of a body's subtree
  for (int i = 0; i < n.nv; ++i) {
    const DraftDof& dof = draft.dofs[i];
    depth[i] = 1 + (dof.parent < 0 ? 0 : depth[dof.parent]);
    const spec::Body& body = *draft.bodies[dof.body].spec;
    grow(n.nM, depth[i], "nM", "body", body, draft, diagnostics);
    grow(n.nD, 2 * depth[i] - 1, "nD", "body", body, draft, diagnostics);
    n.nC += dof.simple_num ? 1 : depth[i];  // at most nM
    n.ntree += dof.parent < 0;
  }
  for (int id = n.nbody - 1; id >= 0; --id) {
    const DraftBody& body = draft.bodies[id];
    subtree[id] += body.dof_num;
    if (id > 0) subtree[body.parent] += subtree[id];
  }
  std::vector<int> above(draft.bodies.size(), 0);  // dofs of strict ancestors
  for (int id = 0; id < n.nbody && n.nv > 0; ++id) {
    const DraftBody& body = draft.bodies[id];
    if (id > 0) above[id] = above[body.parent] + draft.bodies[body.parent].dof_num;
    grow(n.nB, std::int64_t{subtree[id]} + above[id], "nB", "body", *body.spec, draft, diagnostics,
         sizeof(int));
  }
}

// ---- user data ----

// as set, or the longest list
template <class Drafts>
int user_size(const char* tag, const char* attribute, int set, const Drafts& drafts,
              Diagnostics& diagnostics) {
  int longest = 0;
  for (const auto& element : drafts) {
    const int size = size_of(element.spec->userdata);
    longest = std::max(longest, size);
    if (set >= 0 && size > set)
      refuse(diagnostics, tag, *element.spec,
             "user has " + std::to_string(size) + " values, " + attribute + " in <size> allows " +
                 std::to_string(set));
  }
  return set >= 0 ? set : longest;
}

void count_user(const spec::Size& size, const Draft& draft, Sizes& n, Diagnostics& diagnostics) {
  n.nuser_body = user_size("body", "nuser_body", *size.nuser_body, draft.bodies, diagnostics);
  n.nuser_jnt = user_size("joint", "nuser_jnt", *size.nuser_jnt, draft.joints, diagnostics);
  n.nuser_geom = user_size("geom", "nuser_geom", *size.nuser_geom, draft.geoms, diagnostics);
  n.nuser_site = user_size("site", "nuser_site", *size.nuser_site, draft.sites, diagnostics);
  n.nuser_cam = user_size("camera", "nuser_cam", *size.nuser_cam, draft.cameras, diagnostics);
  n.nuser_tendon = user_size("tendon", "nuser_tendon", *size.nuser_tendon, draft.tendons, diagnostics);
  n.nuser_actuator =
      user_size("actuator", "nuser_actuator", *size.nuser_actuator, draft.actuators, diagnostics);
  n.nuser_sensor = user_size("sensor", "nuser_sensor", *size.nuser_sensor, draft.sensors, diagnostics);
}

// ---- what acts on the tree ----

int moment_size(const Draft& draft, const DraftActuator& actuator, int nv) {
  const int trntype = actuator.spec->trntype;
  if (trntype != mjTRN_JOINT && trntype != mjTRN_JOINTINPARENT) return nv;
  const mjtJoint type = draft.joints[actuator.target[0]].type;
  return dof_width(type);
}

void count_mechanisms(Draft& draft, Sizes& n, Diagnostics& diagnostics) {
  n.npair = size_of(draft.pairs);
  n.nexclude = size_of(draft.excludes);
  n.neq = size_of(draft.equalities);
  n.ntendon = size_of(draft.tendons);
  n.nu = size_of(draft.actuators);
  n.nsensor = size_of(draft.sensors);
  for (const DraftEquality& eq : draft.equalities)
    n.nemax += *eq.spec->type == mjEQ_CONNECT ? 3 : *eq.spec->type == mjEQ_WELD ? 7 : 1;
  for (const DraftTendon& tendon : draft.tendons) n.nwrap += size_of(tendon.path);
  for (const DraftActuator& actuator : draft.actuators) {
    const auto count = [&](int& size, std::int64_t more, const char* name) {
      grow(size, more, name, "actuator", *actuator.spec, draft, diagnostics);
    };
    count(n.nJmom, moment_size(draft, actuator, n.nv), "nJmom");
    count(n.nhistory, history_size(*actuator.spec->nsample, 1), "nhistory");
  }
  for (const DraftSensor& sensor : draft.sensors) {
    const auto count = [&](int& size, std::int64_t more, const char* name, double bytes_each = sizeof(Real)) {
      grow(size, more, name, "sensor", *sensor.spec, draft, diagnostics, bytes_each);
    };
    // a ray has a direction, a distance, a normal and what it hit while the sensor looks
    constexpr double kBytesPerRay = 9 * sizeof(Real);
    count(n.nsensordata, sensor.dim, "nsensordata",
          sensor.spec->type == mjSENS_RANGEFINDER ? kBytesPerRay : sizeof(Real));
    count(n.nhistory, history_size(*sensor.spec->nsample, sensor.dim), "nhistory");
  }
}

void count_custom(const Spec& spec, const Draft& draft, Sizes& n) {
  n.nnumeric = spec.numerics.size();
  n.ntext = spec.texts.size();
  n.ntuple = size_of(draft.tuples);
  n.nkey = size_of(draft.keys);
  for (const spec::Numeric& numeric : spec.numerics) n.nnumericdata += numeric.count();
  for (const spec::Text& text : spec.texts) n.ntextdata += size_of(text.data) + 1;
  for (const DraftTuple& tuple : draft.tuples) n.ntupledata += size_of(tuple.objid);
  n.nplugin = size_of(draft.plugins);
  for (const DraftPlugin& plugin : draft.plugins) {
    for (const std::string& value : plugin.values) n.npluginattr += size_of(value) + 1;
    n.npluginattr += plugin.values.empty();
  }
}

void count_names(const Spec& spec, const Draft& draft, Sizes& n) {
  n.nnames = size_of(spec.modelname) + 1;
  for (int type = 0; type < mjNOBJECT; ++type) {
    if (type == mjOBJ_XBODY || type == mjOBJ_DOF) continue;
    const auto& names = draft.names.names(static_cast<mjtObj>(type));
    for (const std::string& name : names) n.nnames += size_of(name) + 1;
    n.nnames_map += 2 * size_of(names);
  }
}

// What the arrays and the user's numbers of the whole model take; single elements were counted before.
void check_footprint(const Spec& spec, const Draft& draft) {
  const Footprint total = footprint(draft.sizes);
  const bool by_size =
      draft.sizes.nkey > spec.keys.size() || total.largest.ends_with("_user") || total.largest == "userdata";
  draft.budget.check_bytes(total.model + total.data, by_size ? spec.size.place : Place{},
                           by_size ? "<size>" : "the model, most of it " + total.largest);
}

std::int64_t bounded_arena(double bytes, std::int64_t exact, const spec::Size& size, const Limits& limits,
                           Diagnostics& diagnostics) {
  if (bytes <= static_cast<double>(limits.arena_bytes)) return exact;
  diagnostics.error(size.place, "<size>",
                    "too large: the step arena would take " + bytes_text(bytes) + ", the limit is " +
                        bytes_text(static_cast<double>(limits.arena_bytes)));
  return 0;
}

// Bytes of the step arena: as given, else room for njmax constraints and nconmax contacts.
std::int64_t arena_size(const spec::Size& size, const Sizes& n, const Limits& limits,
                        Diagnostics& diagnostics) {
  if (*size.memory >= 0)
    return bounded_arena(static_cast<double>(*size.memory), *size.memory, size, limits, diagnostics);
  // in a double, which cannot overflow: a sum in reach of memory is exact in it
  const double njmax = *size.njmax >= 0 ? *size.njmax : 500;
  const double nconmax = *size.nconmax >= 0 ? *size.nconmax : 100;
  const double rows = njmax + n.neq + n.nv;
  const double objects =
      double(n.nq) + n.nv + n.nu + n.na + n.nbody + n.njnt + n.ngeom + n.nsite + n.neq + n.ntendon + n.nwrap;
  const double words = *size.nstack >= 0 ? *size.nstack : std::max(1000.0, 5 * rows * rows + 20 * objects);
  const double bytes =
      8 * words + nconmax * 576 + njmax * 144 + 12.0 * n.nv + 24 * njmax * n.nv + 12 * njmax * njmax;
  constexpr double kMegabyte = 1 << 20;
  const double whole = std::ceil(bytes / kMegabyte) * kMegabyte;
  return bounded_arena(whole, static_cast<std::int64_t>(std::min(whole, 1e18)), size, limits, diagnostics);
}

}  // namespace

void count_sizes(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  Sizes& n = draft.sizes;
  count_tree(draft, n);
  count_sparsity(draft, n, diagnostics);
  count_user(spec.size, draft, n, diagnostics);
  count_mechanisms(draft, n, diagnostics);
  count_custom(spec, draft, n);
  count_names(spec, draft, n);
  n.njmax = *spec.size.njmax;
  n.nconmax = *spec.size.nconmax;
  n.nuserdata = *spec.size.nuserdata;
  if (n.nuserdata < 0) diagnostics.error({}, "<size>", "nuserdata must not be negative");
  n.npaths = 1;
  n.narena = arena_size(spec.size, n, draft.budget.limits(), diagnostics);
}

void make_model(const Spec& spec, Draft& draft, Diagnostics&) {
  draft.sizes.nbvhstatic += draft.spare_bvh_nodes;
  draft.sizes.nbvh += draft.spare_bvh_nodes;
  check_footprint(spec, draft);
  draft.model = Model(draft.sizes);
}

}  // namespace corten
