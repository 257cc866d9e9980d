// Derivatives of a step and of inverse dynamics by finite differences.
#pragma once

#include <span>
#include <string>

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// Derivatives of one step, row-major, rows are outputs; empty ones are not computed. The state is (change of
// qpos in nv coordinates, qvel, act), ndx = 2 nv + na; inputs are ctrl.
struct TransitionDerivatives {
  std::span<Real> A{};  // next state by state, ndx × ndx
  std::span<Real> B{};  // next state by ctrl, ndx × nu
  std::span<Real> C{};  // sensordata by state, nsensordata × ndx
  std::span<Real> D{};  // sensordata by ctrl, nsensordata × nu
};

// mjd_transitionFD. State, ctrl and warm start keep their values, derived fields belong to the last
// perturbation. Controls are not moved beyond their range. Returns what the model has that cannot be
// differentiated (RK4, delays), empty if nothing.
std::string transition_fd(const Model& m, Data& d, Real eps, bool centered, const TransitionDerivatives& out,
                          const Hooks& hooks = {});

// Derivatives of inverse dynamics, row-major, rows are inputs; empty ones are not computed.
struct InverseDerivatives {
  std::span<Real> DfDq{}, DfDv{}, DfDa{};  // qfrc_inverse by qpos, qvel, qacc: nv × nv
  std::span<Real> DsDq{}, DsDv{}, DsDa{};  // sensordata: nv × nsensordata
  std::span<Real> DmDq{};                  // qM by qpos: nv × nM
};

// mjd_inverseFD, forward differences; with `actuation` actuator forces are subtracted from qfrc_inverse.
// Returns what cannot be differentiated (RK4, noslip), empty if nothing.
std::string inverse_fd(const Model& m, Data& d, Real eps, bool actuation, const InverseDerivatives& out,
                       const Hooks& hooks = {});

}  // namespace corten
