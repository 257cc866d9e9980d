// Parameters of actuator shortcuts.
#pragma once

#include "corten/mjcf/rows_body.h"

namespace corten::mjcf {

// Parameters of the shortcuts, mapped to general form by the reader.
struct Shortcut {
  spec::Set<Real> kp, kv, dampratio, timeconst;  // position, intvelocity, velocity, damper
  spec::Set<Real> area, diameter;                // cylinder, with timeconst
  spec::Set<Vec3<Real>> bias;                    // cylinder
  spec::Set<Vec<Real, 2>> timeconst2, range;     // muscle
  spec::Set<Real> tausmooth, force, scale, lmin, lmax, vmax, fpmax, fvmax;  // muscle
  spec::Set<Real> gain;                                                     // adhesion
};
namespace shortcut_rows {
using N = Shortcut;
using R = Of<N>;
inline constexpr auto kKv = rows(R::row<&N::kv>("kv"));
inline constexpr auto kServo =
    rows(R::row<&N::kp>("kp"), R::row<&N::kv>("kv"), R::row<&N::dampratio>("dampratio"));
inline constexpr auto kPosition = join(kServo, rows(R::row<&N::timeconst>("timeconst")));
inline constexpr auto kCylinder = rows(R::row<&N::timeconst>("timeconst"), R::row<&N::area>("area"),
                                       R::row<&N::diameter>("diameter"), R::row<&N::bias>("bias"));
inline constexpr auto kMuscle =
    rows(R::row<&N::timeconst2>("timeconst"), R::row<&N::tausmooth>("tausmooth", kNoDefault),
         R::row<&N::range>("range"), R::row<&N::force>("force"), R::row<&N::scale>("scale"),
         R::row<&N::lmin>("lmin"), R::row<&N::lmax>("lmax"), R::row<&N::vmax>("vmax"),
         R::row<&N::fpmax>("fpmax"), R::row<&N::fvmax>("fvmax"));
inline constexpr auto kAdhesion = rows(R::row<&N::gain>("gain"));
}  // namespace shortcut_rows

}  // namespace corten::mjcf
