// Rows of actuators: what all have in common, and the parameters of the shortcuts.
#pragma once

#include "corten/mjcf/rows_body.h"
#include "corten/spec/mechanism.h"

namespace corten::mjcf {

namespace actuator_rows {
using N = spec::Actuator;
using R = Of<N>;
inline constexpr auto kName = name_class_rows<N>();
inline constexpr auto kHistory = rows(R::row<&N::group>("group"), R::row<&N::nsample>("nsample"),
                                      R::words<&N::interp>("interp", kInterp), R::row<&N::delay>("delay"));
inline constexpr auto kCtrlLimited = rows(R::words<&N::ctrllimited>("ctrllimited", kFalseTrueAuto));
inline constexpr auto kForce = rows(R::words<&N::forcelimited>("forcelimited", kFalseTrueAuto),
                                    R::row<&N::ctrlrange>("ctrlrange"), R::row<&N::forcerange>("forcerange"));
inline constexpr auto kLength = rows(R::row<&N::lengthrange>("lengthrange", kNoDefault),
                                     R::row<&N::gear>("gear", kUpTo), R::row<&N::cranklength>("cranklength"));
inline constexpr auto kUser = rows(R::row<&N::userdata>("user"));
inline constexpr auto kActLimited = rows(R::words<&N::actlimited>("actlimited", kFalseTrueAuto));
inline constexpr auto kActRange = rows(R::row<&N::actrange>("actrange"));
inline constexpr auto kInheritRange = rows(R::row<&N::inheritrange>("inheritrange"));
inline constexpr auto kTargets =
    rows(by_hand("joint", kNoDefault), by_hand("jointinparent", kNoDefault), by_hand("tendon", kNoDefault),
         by_hand("slidersite", kNoDefault), by_hand("cranksite", kNoDefault));
inline constexpr auto kSite = rows(by_hand("site", kNoDefault));
inline constexpr auto kRefSite = rows(by_hand("refsite", kNoDefault));
inline constexpr auto kBody = rows(by_hand("body", kNoDefault));
inline constexpr auto kDynamics =
    rows(R::row<&N::actdim>("actdim"), R::words<&N::dyntype>("dyntype", kDynType),
         R::row<&N::dynprm>("dynprm", kUpTo), R::row<&N::actearly>("actearly"));
inline constexpr auto kGainBias =
    rows(R::words<&N::gaintype>("gaintype", kGainType), R::words<&N::biastype>("biastype", kBiasType),
         R::row<&N::gainprm>("gainprm", kUpTo), R::row<&N::biasprm>("biasprm", kUpTo));
// of damper, the least of those with a transmission of their choice
inline constexpr auto kDriven = join(kName, kHistory, kForce, kLength, kUser, kTargets);
}  // namespace actuator_rows

inline constexpr auto kMotorRows =
    join(actuator_rows::kDriven, actuator_rows::kCtrlLimited, actuator_rows::kSite, actuator_rows::kRefSite);
inline constexpr auto kGeneralRows =
    join(kMotorRows, actuator_rows::kActLimited, actuator_rows::kActRange, actuator_rows::kBody,
         actuator_rows::kDynamics, actuator_rows::kGainBias);
inline constexpr auto kPositionRows = join(kMotorRows, actuator_rows::kInheritRange);
inline constexpr auto kIntVelocityRows = join(kPositionRows, actuator_rows::kActRange);
inline constexpr auto kDamperRows =
    join(actuator_rows::kDriven, actuator_rows::kSite, actuator_rows::kRefSite);
inline constexpr auto kMuscleRows = join(actuator_rows::kDriven, actuator_rows::kCtrlLimited);
inline constexpr auto kAdhesionRows = join(actuator_rows::kName, actuator_rows::kHistory,
                                           actuator_rows::kForce, actuator_rows::kUser, actuator_rows::kBody);
inline constexpr auto kActuatorPluginRows = join(
    actuator_rows::kDriven, actuator_rows::kCtrlLimited, actuator_rows::kActLimited, actuator_rows::kActRange,
    actuator_rows::kSite, actuator_rows::kDynamics, rows(by_hand("plugin"), by_hand("instance")));

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
