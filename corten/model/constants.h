// Lengths of MuJoCo's fixed parameter rows.
#pragma once

#include "corten/math/scalar.h"  // kMaxVal

namespace corten {

inline constexpr int kNRef = 2;            // mjNREF: solref
inline constexpr int kNImp = 5;            // mjNIMP: solimp
inline constexpr int kNEqData = 11;        // mjNEQDATA: equality parameters
inline constexpr int kNDyn = 10;           // mjNDYN: activation dynamics parameters
inline constexpr int kNGain = 10;          // mjNGAIN: gain parameters
inline constexpr int kNBias = 10;          // mjNBIAS: bias parameters
inline constexpr int kNSens = 3;           // mjNSENS: integer sensor parameters
inline constexpr int kNFluid = 12;         // mjNFLUID: fluid interaction parameters
inline constexpr int kNTexRole = 10;       // mjNTEXROLE: texture roles of a material
inline constexpr int kNGroup = 6;          // mjNGROUP: groups visible to rays and viewers
inline constexpr int kNIsland = 20;        // mjNISLAND: islands with solver statistics
inline constexpr int kNSolver = 200;       // mjNSOLVER: iterations with solver statistics, per island
inline constexpr double kMinMu = 1e-5;     // mjMINMU: smallest friction coefficient
inline constexpr double kMinImp = 0.0001;  // mjMINIMP: smallest impedance
inline constexpr double kMaxImp = 0.9999;  // mjMAXIMP: largest impedance

}  // namespace corten
