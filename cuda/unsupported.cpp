// What the device does not have yet, by name.
#include <sstream>

#include "corten/model/names.h"
#include "cuda/candidates.h"
#include "cuda/plan.h"

namespace corten::gpu {
namespace {

class Reasons {
 public:
  void add_if(bool missing, const char* what) {
    if (missing) text_ << (text_.tellp() > 0 ? "\n" : "") << what;
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

void check_options(const Model& m, Reasons& r) {
  r.add_if(m.opt.solver != mjSOL_NEWTON, "solver: only Newton");
  r.add_if(m.opt.noslip_iterations > 0, "option noslip_iterations");
  r.add_if(m.opt.integrator == mjINT_IMPLICIT, "integrator implicit (Euler, implicitfast and RK4 are there)");
  r.add_if(m.opt.density != 0 || m.opt.viscosity != 0, "a medium: density, viscosity");
  r.add_if(m.opt.enableflags & mjENBL_SLEEP, "flag sleep");
}

void check_tendons(const Model& m, Reasons& r) {
  bool spatial = false, armature = false;
  for (int i = 0; i < m.ntendon; ++i) {
    spatial |= m.wrap_type[m.tendon_adr[i]] != mjWRAP_JOINT;
    armature |= m.tendon_armature[i] != 0;
  }
  r.add_if(spatial, "spatial tendons");
  r.add_if(armature, "armature of tendons");
}

void check_actuators(const Model& m, Reasons& r) {
  bool crank = false, body = false, reference = false, user = false;
  for (int i = 0; i < m.nu; ++i) {
    crank |= m.actuator_trntype[i] == mjTRN_SLIDERCRANK;
    body |= m.actuator_trntype[i] == mjTRN_BODY;
    reference |= m.actuator_trntype[i] == mjTRN_SITE && m.actuator_trnid[i][1] >= 0;
    user |= m.actuator_gaintype[i] == mjGAIN_USER || m.actuator_biastype[i] == mjBIAS_USER ||
            m.actuator_dyntype[i] == mjDYN_USER;
  }
  r.add_if(crank, "transmission slidercrank");
  r.add_if(body, "transmission body (adhesion)");
  r.add_if(reference, "transmission site with refsite");
  r.add_if(user, "user-defined actuators");
  r.add_if(m.nhistory > 0, "delays of actuators or sensors");
}

void check_geoms(const Model& m, Reasons& r) {
  r.add_if(m.ngeom > 65535, "more than 65535 geoms");
  for (const Candidate& c : candidates(m)) {
    const int type1 = m.geom_type[c.geom1], type2 = m.geom_type[c.geom2];
    if (most_contacts(type1, type2) > 0) continue;
    std::ostringstream text;
    text << "contacts of geom types " << type1 << " and " << type2 << ", as of geoms " << c.geom1 << " and "
         << c.geom2;
    return r.add_if(true, text.str().c_str());
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
  check_tendons(m, r);
  check_actuators(m, r);
  check_equalities(m, r);
  check_geoms(m, r);
  return r.text();
}

}  // namespace corten::gpu
