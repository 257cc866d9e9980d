// What the device does not have yet, by name.
#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

#include "corten/model/names.h"
#include "cuda/candidates.h"
#include "cuda/plan.h"

namespace corten::gpu {
namespace {

class Reasons {
 public:
  void add_if(bool missing, const std::string& what) {
    if (missing) text_ << (text_.tellp() > 0 ? "\n" : "") << what;
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

// An enumerator's name from its value: "mjGEOM_BOX" of mjtGeom 6.
std::string enumerator(std::string_view enumeration, int value) {
  for (const EnumText& e : enum_texts()) {
    if (e.name != enumeration) continue;
    std::istringstream list{std::string(e.enumerators)};
    for (std::string item; std::getline(list, item, ',');) {
      const std::size_t start = item.find_first_not_of(' '), equals = item.find(" = ");
      if (equals != std::string::npos && std::stoi(item.substr(equals + 3)) == value)
        return item.substr(start, equals - start);
    }
  }
  return std::to_string(value);
}

std::string named(const Model& m, int type, int id) {
  const char* name = id2name(m, type, id);
  return name && *name ? "'" + std::string(name) + "'" : std::to_string(id);
}

void check_options(const Model& m, Reasons& r) {
  r.add_if(m.opt.solver == mjSOL_PGS, "solver PGS (Newton and CG are there)");
  r.add_if(m.opt.noslip_iterations > 0, "option noslip_iterations");
  const bool implicit = m.opt.integrator == mjINT_IMPLICIT, fast = m.opt.integrator == mjINT_IMPLICITFAST;
  const int largest = m.ntree > 0 ? *std::ranges::max_element(m.tree_dofnum) : 0;
  r.add_if(implicit && largest > kWarp, "integrator implicit with a tree of more than 32 dofs");
  r.add_if(has_medium(m) && (implicit || fast),
           "a medium (density, viscosity) with the integrators implicit and implicitfast");
  r.add_if(m.opt.enableflags & mjENBL_SLEEP, "flag sleep");
  r.add_if(m.opt.enableflags & mjENBL_OVERRIDE, "flag override of contact parameters");
}

void check_actuators(const Model& m, Reasons& r) {
  bool user = false;
  for (int i = 0; i < m.nu; ++i)
    user |= m.actuator_gaintype[i] == mjGAIN_USER || m.actuator_biastype[i] == mjBIAS_USER ||
            m.actuator_dyntype[i] == mjDYN_USER;
  r.add_if(user, "user-defined actuators");
  r.add_if(m.nhistory > 0, "delays of actuators or sensors");
}

// One reason for each pair of types, with the first geoms that have it.
void check_geoms(const Model& m, Reasons& r) {
  r.add_if(m.ngeom > 65535, "more than 65535 geoms");
  std::set<std::pair<int, int>> told;
  bool searched = false;
  for (const Candidate& c : candidates(m)) {
    const int type1 = m.geom_type[c.geom1], type2 = m.geom_type[c.geom2];
    searched |= search_of(type1, type2) == kConvexSearch;
    if (most_contacts(type1, type2) > 0 || !told.insert({type1, type2}).second) continue;
    r.add_if(true, "contacts of " + enumerator("mjtGeom", type1) + " with " + enumerator("mjtGeom", type2) +
                       ", as of geoms " + named(m, mjOBJ_GEOM, c.geom1) + " and " +
                       named(m, mjOBJ_GEOM, c.geom2));
  }
  r.add_if(searched && m.opt.enableflags & mjENBL_MULTICCD, "flag multiccd with pairs of convex shapes");
}

bool readable(int type) {
  switch (type) {
    case mjSENS_GEOMDIST:
    case mjSENS_GEOMNORMAL:
    case mjSENS_GEOMFROMTO:
    case mjSENS_TACTILE:
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return false;
    default:
      return true;
  }
}

// a camera that is not fixed to its body
bool moving_camera(const Model& m, int type, int id) {
  return type == mjOBJ_CAMERA && m.cam_mode[id] != mjCAMLIGHT_FIXED;
}

bool has_fields(const Model& m) {
  return std::ranges::any_of(m.geom_type, [](int type) { return type == mjGEOM_SDF; });
}

// One reason for each type. A model steps without its sensors when its flag says so.
void check_sensors(const Model& m, Reasons& r) {
  if (m.opt.disableflags & mjDSBL_SENSOR) return;
  std::set<int> told;
  for (int s = 0; s < m.nsensor; ++s) {
    const int type = m.sensor_type[s];
    const bool camera = moving_camera(m, m.sensor_objtype[s], m.sensor_objid[s]) ||
                        moving_camera(m, m.sensor_reftype[s], m.sensor_refid[s]),
               energy = type == mjSENS_E_KINETIC && m.opt.enableflags & mjENBL_ENERGY,
               field = type == mjSENS_RANGEFINDER && has_fields(m),
               sticky = type == mjSENS_ACTUATORVEL && m.actuator_trntype[m.sensor_objid[s]] == mjTRN_BODY;
    if ((readable(type) && !camera && !energy && !field && !sticky) || !told.insert(type).second) continue;
    r.add_if(true, "sensors " + enumerator("mjtSensor", type) +
                       (camera   ? " of cameras that track or aim"
                        : energy ? " with the flag energy"
                        : field  ? " among distance fields (sdf)"
                        : sticky ? " of adhesion"
                                 : "") +
                       ", as " + named(m, mjOBJ_SENSOR, s) +
                       " (the flag sensor=\"disable\" leaves sensors out)");
  }
}

void check_equalities(const Model& m, Reasons& r) {
  bool flex = false;
  for (int i = 0; i < m.neq; ++i) flex |= m.eq_type[i] > mjEQ_TENDON;
  r.add_if(flex, "equalities of flexes");
}

}  // namespace

std::string unsupported(const Model& m) {
  Reasons r;
  r.add_if(m.nflex > 0, "flexes");
  r.add_if(m.nplugin > 0, "plugins");
  check_options(m, r);
  check_actuators(m, r);
  check_equalities(m, r);
  check_geoms(m, r);
  check_sensors(m, r);
  return r.text();
}

}  // namespace corten::gpu
