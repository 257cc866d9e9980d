// Rows of compiler, option, size, visual and statistic.
#pragma once

#include "corten/mjcf/row.h"
#include "corten/model/option.h"
#include "corten/model/visual.h"
#include "corten/spec/settings.h"

namespace corten::mjcf {

inline constexpr auto kCompilerRows = [] {
  using N = spec::Compiler;
  using R = Of<N>;
  return rows(R::row<&N::autolimits>("autolimits"), R::row<&N::boundmass>("boundmass"),
              R::row<&N::boundinertia>("boundinertia"), R::row<&N::settotalmass>("settotalmass"),
              R::row<&N::balanceinertia>("balanceinertia"), R::row<&N::strippath>("strippath"),
              by_hand("coordinate"), R::words<&N::degree>("angle", kAngleUnit),
              R::row<&N::fitaabb>("fitaabb"), by_hand("eulerseq"), by_hand("meshdir"), by_hand("texturedir"),
              R::row<&N::discardvisual>("discardvisual"), R::row<&N::usethread>("usethread"),
              R::row<&N::fusestatic>("fusestatic"),
              R::words<&N::inertiafromgeom>("inertiafromgeom", kFalseTrueAuto),
              R::row<&N::inertiagrouprange>("inertiagrouprange"), R::row<&N::saveinertial>("saveinertial"),
              by_hand("assetdir"), R::row<&N::alignfree>("alignfree"));
}();

inline constexpr auto kLengthRangeRows = [] {
  using N = spec::LengthRange;
  using R = Of<N>;
  return rows(R::words<&N::mode>("mode", kLengthRangeMode), R::row<&N::useexisting>("useexisting"),
              R::row<&N::uselimit>("uselimit"), R::row<&N::accel>("accel"), R::row<&N::maxforce>("maxforce"),
              R::row<&N::timeconst>("timeconst"), R::row<&N::timestep>("timestep"),
              R::row<&N::inttotal>("inttotal"), R::row<&N::interval>("interval"),
              R::row<&N::tolrange>("tolrange"));
}();

inline constexpr auto kOptionRows = [] {
  using N = Option;
  using R = Of<N>;
  return rows(
      R::row<&N::timestep>("timestep"), R::row<&N::impratio>("impratio"), R::row<&N::tolerance>("tolerance"),
      R::row<&N::ls_tolerance>("ls_tolerance"), R::row<&N::noslip_tolerance>("noslip_tolerance"),
      R::row<&N::ccd_tolerance>("ccd_tolerance"), R::row<&N::sleep_tolerance>("sleep_tolerance"),
      R::row<&N::gravity>("gravity"), R::row<&N::wind>("wind"), R::row<&N::magnetic>("magnetic"),
      R::row<&N::density>("density"), R::row<&N::viscosity>("viscosity"), R::row<&N::o_margin>("o_margin"),
      R::row<&N::o_solref>("o_solref", kUpTo), R::row<&N::o_solimp>("o_solimp", kUpTo),
      R::row<&N::o_friction>("o_friction", kUpTo), R::words<&N::integrator>("integrator", kIntegrator),
      R::words<&N::cone>("cone", kCone), R::words<&N::jacobian>("jacobian", kJacobian),
      R::words<&N::solver>("solver", kSolver), R::row<&N::iterations>("iterations"),
      R::row<&N::ls_iterations>("ls_iterations"), R::row<&N::noslip_iterations>("noslip_iterations"),
      R::row<&N::ccd_iterations>("ccd_iterations"), R::row<&N::sdf_iterations>("sdf_iterations"),
      R::row<&N::sdf_initpoints>("sdf_initpoints"), by_hand("actuatorgroupdisable"));
}();

// in the order of the bits of mjtDisableBit and mjtEnableBit
inline constexpr std::string_view kDisableFlags[] = {
    "constraint", "equality",  "frictionloss", "limit",        "contact",   "spring",  "damper",
    "gravity",    "clampctrl", "warmstart",    "filterparent", "actuation", "refsafe", "sensor",
    "midphase",   "eulerdamp", "autoreset",    "nativeccd",    "island"};
inline constexpr std::string_view kEnableFlags[] = {"override",    "energy",   "fwdinv",
                                                    "invdiscrete", "multiccd", "sleep"};
inline constexpr auto kFlagRows = [] {
  std::array<Row, std::size(kDisableFlags) + std::size(kEnableFlags)> all{};
  std::size_t i = 0;
  for (std::string_view name : kDisableFlags) all[i++] = by_hand(name);
  for (std::string_view name : kEnableFlags) all[i++] = by_hand(name);
  return all;
}();

inline constexpr auto kSizeRows = [] {
  using N = spec::Size;
  using R = Of<N>;
  return rows(by_hand("memory"), R::row<&N::njmax>("njmax"), R::row<&N::nconmax>("nconmax"),
              R::row<&N::nstack>("nstack"), R::row<&N::nuserdata>("nuserdata"), R::row<&N::nkey>("nkey"),
              R::row<&N::nuser_body>("nuser_body"), R::row<&N::nuser_jnt>("nuser_jnt"),
              R::row<&N::nuser_geom>("nuser_geom"), R::row<&N::nuser_site>("nuser_site"),
              R::row<&N::nuser_cam>("nuser_cam"), R::row<&N::nuser_tendon>("nuser_tendon"),
              R::row<&N::nuser_actuator>("nuser_actuator"), R::row<&N::nuser_sensor>("nuser_sensor"));
}();

inline constexpr auto kVisualGlobalRows = [] {
  using N = VisualGlobal;
  using R = Of<N>;
  return rows(R::row<&N::cameraid>("cameraid"), R::words<&N::orthographic>("orthographic", kFalseTrue),
              R::row<&N::fovy>("fovy"), R::row<&N::ipd>("ipd"), R::row<&N::azimuth>("azimuth"),
              R::row<&N::elevation>("elevation"), R::row<&N::linewidth>("linewidth"),
              R::row<&N::glow>("glow"), R::row<&N::offwidth>("offwidth"), R::row<&N::offheight>("offheight"),
              R::row<&N::realtime>("realtime"),
              R::words<&N::ellipsoidinertia>("ellipsoidinertia", kFalseTrue),
              R::words<&N::bvactive>("bvactive", kFalseTrue));
}();

inline constexpr auto kVisualQualityRows = [] {
  using N = VisualQuality;
  using R = Of<N>;
  return rows(R::row<&N::shadowsize>("shadowsize"), R::row<&N::offsamples>("offsamples"),
              R::row<&N::numslices>("numslices"), R::row<&N::numstacks>("numstacks"),
              R::row<&N::numquads>("numquads"));
}();

inline constexpr auto kVisualHeadlightRows = [] {
  using N = VisualHeadlight;
  using R = Of<N>;
  return rows(R::row<&N::ambient>("ambient"), R::row<&N::diffuse>("diffuse"),
              R::row<&N::specular>("specular"), R::row<&N::active>("active"));
}();

inline constexpr auto kVisualMapRows = [] {
  using N = VisualMap;
  using R = Of<N>;
  return rows(R::row<&N::stiffness>("stiffness"), R::row<&N::stiffnessrot>("stiffnessrot"),
              R::row<&N::force>("force"), R::row<&N::torque>("torque"), R::row<&N::alpha>("alpha"),
              R::row<&N::fogstart>("fogstart"), R::row<&N::fogend>("fogend"), R::row<&N::znear>("znear"),
              R::row<&N::zfar>("zfar"), R::row<&N::haze>("haze"), R::row<&N::shadowclip>("shadowclip"),
              R::row<&N::shadowscale>("shadowscale"), R::row<&N::actuatortendon>("actuatortendon"));
}();

inline constexpr auto kVisualScaleRows = [] {
  using N = VisualScale;
  using R = Of<N>;
  return rows(R::row<&N::forcewidth>("forcewidth"), R::row<&N::contactwidth>("contactwidth"),
              R::row<&N::contactheight>("contactheight"), R::row<&N::connect>("connect"),
              R::row<&N::com>("com"), R::row<&N::camera>("camera"), R::row<&N::light>("light"),
              R::row<&N::selectpoint>("selectpoint"), R::row<&N::jointlength>("jointlength"),
              R::row<&N::jointwidth>("jointwidth"), R::row<&N::actuatorlength>("actuatorlength"),
              R::row<&N::actuatorwidth>("actuatorwidth"), R::row<&N::framelength>("framelength"),
              R::row<&N::framewidth>("framewidth"), R::row<&N::constraint>("constraint"),
              R::row<&N::slidercrank>("slidercrank"), R::row<&N::frustum>("frustum"));
}();

inline constexpr auto kVisualRgbaRows = [] {
  using N = VisualRgba;
  using R = Of<N>;
  return rows(R::row<&N::fog>("fog"), R::row<&N::haze>("haze"), R::row<&N::force>("force"),
              R::row<&N::inertia>("inertia"), R::row<&N::joint>("joint"), R::row<&N::actuator>("actuator"),
              R::row<&N::actuatornegative>("actuatornegative"),
              R::row<&N::actuatorpositive>("actuatorpositive"), R::row<&N::com>("com"),
              R::row<&N::camera>("camera"), R::row<&N::light>("light"),
              R::row<&N::selectpoint>("selectpoint"), R::row<&N::connect>("connect"),
              R::row<&N::contactpoint>("contactpoint"), R::row<&N::contactforce>("contactforce"),
              R::row<&N::contactfriction>("contactfriction"), R::row<&N::contacttorque>("contacttorque"),
              R::row<&N::contactgap>("contactgap"), R::row<&N::rangefinder>("rangefinder"),
              R::row<&N::constraint>("constraint"), R::row<&N::slidercrank>("slidercrank"),
              R::row<&N::crankbroken>("crankbroken"), R::row<&N::frustum>("frustum"), R::row<&N::bv>("bv"),
              R::row<&N::bvactive>("bvactive"));
}();

inline constexpr auto kStatisticRows = [] {
  using N = spec::Statistic;
  using R = Of<N>;
  return rows(R::row<&N::meaninertia>("meaninertia"), R::row<&N::meanmass>("meanmass"),
              R::row<&N::meansize>("meansize"), R::row<&N::extent>("extent"), R::row<&N::center>("center"));
}();

}  // namespace corten::mjcf
