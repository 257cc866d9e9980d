// Rows of the elements of the tree: body, frame, inertial, joint, geom, site, camera, light.
#pragma once

#include "corten/mjcf/row.h"
#include "corten/spec/body.h"

namespace corten::mjcf {

// Name and class of an element that can have a default class.
template <class N>
constexpr auto name_class_rows() {
  return rows(Of<N>::template row<&N::name>("name", kNoDefault), by_hand("class", kNoDefault));
}

// Alternatives to quat; the reader allows one of all five.
template <class N>
constexpr auto orientation_rows() {
  using R = Of<N>;
  using A = spec::Orientation;
  return rows(R::template row<&N::quat>("quat"),
              R::template row<&N::alt, &A::axisangle>("axisangle", kAngle | kWhenSet),
              R::template row<&N::alt, &A::xyaxes>("xyaxes", kWhenSet),
              R::template row<&N::alt, &A::zaxis>("zaxis", kWhenSet),
              R::template row<&N::alt, &A::euler>("euler", kAngle | kWhenSet));
}

inline constexpr auto kBodyRows =
    join(rows(Of<spec::Body>::row<&spec::Body::name>("name"), by_hand("childclass"),
              Of<spec::Body>::row<&spec::Body::pos>("pos"), Of<spec::Body>::row<&spec::Body::mocap>("mocap")),
         orientation_rows<spec::Body>(),
         rows(Of<spec::Body>::row<&spec::Body::gravcomp>("gravcomp"),
              Of<spec::Body>::words<&spec::Body::sleep>("sleep", kBodySleep),
              Of<spec::Body>::row<&spec::Body::userdata>("user")));

inline constexpr auto kFrameRows =
    join(rows(Of<spec::Frame>::row<&spec::Frame::name>("name"), by_hand("childclass"),
              Of<spec::Frame>::row<&spec::Frame::pos>("pos")),
         orientation_rows<spec::Frame>());

inline constexpr auto kInertialRows =
    join(rows(Of<spec::Inertial>::row<&spec::Inertial::pos>("pos", kRequired),
              Of<spec::Inertial>::row<&spec::Inertial::mass>("mass", kRequired),
              Of<spec::Inertial>::row<&spec::Inertial::diaginertia>("diaginertia")),
         orientation_rows<spec::Inertial>(),
         rows(Of<spec::Inertial>::row<&spec::Inertial::fullinertia>("fullinertia")));

inline constexpr auto kJointRows = [] {
  using N = spec::Joint;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(R::words<&N::type>("type", kJointType), R::row<&N::group>("group"), R::row<&N::pos>("pos"),
           R::row<&N::axis>("axis"), R::row<&N::springdamper>("springdamper"),
           R::words<&N::limited>("limited", kFalseTrueAuto),
           R::words<&N::actfrclimited>("actuatorfrclimited", kFalseTrueAuto),
           R::row<&N::solref_limit>("solreflimit", kUpTo), R::row<&N::solimp_limit>("solimplimit", kUpTo),
           R::row<&N::solref_friction>("solreffriction", kUpTo),
           R::row<&N::solimp_friction>("solimpfriction", kUpTo), R::row<&N::stiffness>("stiffness"),
           R::row<&N::range>("range", kAngle), R::row<&N::actfrcrange>("actuatorfrcrange"),
           R::row<&N::actgravcomp>("actuatorgravcomp"), R::row<&N::margin>("margin"),
           R::row<&N::ref>("ref", kAngle), R::row<&N::springref>("springref", kAngle),
           R::row<&N::armature>("armature"), R::row<&N::damping>("damping"),
           R::row<&N::frictionloss>("frictionloss"), R::row<&N::userdata>("user")));
}();

inline constexpr auto kFreeJointRows = [] {
  using N = spec::Joint;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::row<&N::group>("group"),
              R::words<&N::align>("align", kFalseTrueAuto));
}();

inline constexpr auto kGeomRows = [] {
  using N = spec::Geom;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(R::words<&N::type>("type", kGeomType), R::row<&N::contype>("contype"),
           R::row<&N::conaffinity>("conaffinity"), R::row<&N::condim>("condim"), R::row<&N::group>("group"),
           R::row<&N::priority>("priority"), R::row<&N::size>("size", kUpTo),
           R::row<&N::material>("material"), R::row<&N::friction>("friction", kUpTo),
           R::row<&N::mass>("mass"), R::row<&N::density>("density"), R::row<&N::shellinertia>("shellinertia"),
           R::row<&N::solmix>("solmix"), R::row<&N::solref>("solref", kUpTo),
           R::row<&N::solimp>("solimp", kUpTo), R::row<&N::margin>("margin"), R::row<&N::gap>("gap"),
           R::row<&N::fromto>("fromto"), R::row<&N::pos>("pos")),
      orientation_rows<N>(),
      rows(R::row<&N::hfieldname>("hfield"), R::row<&N::meshname>("mesh"), R::row<&N::fitscale>("fitscale"),
           R::row<&N::rgba>("rgba"), R::words<&N::fluid_ellipsoid>("fluidshape", kFluidShape),
           R::row<&N::fluid_coefs>("fluidcoef", kUpTo), R::row<&N::userdata>("user")));
}();

inline constexpr auto kSiteRows = [] {
  using N = spec::Site;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(R::words<&N::type>("type", kGeomType), R::row<&N::group>("group"), R::row<&N::pos>("pos"),
           R::row<&N::material>("material"), R::row<&N::size>("size", kUpTo), R::row<&N::fromto>("fromto")),
      orientation_rows<N>(), rows(R::row<&N::rgba>("rgba"), R::row<&N::userdata>("user")));
}();

inline constexpr auto kCameraRows = [] {
  using N = spec::Camera;
  using R = Of<N>;
  return join(name_class_rows<N>(),
              rows(R::words<&N::proj>("projection", kProjection), R::row<&N::fovy>("fovy"),
                   R::row<&N::ipd>("ipd"), R::row<&N::resolution>("resolution"),
                   R::bits<&N::output>("output", kCameraOutput), R::row<&N::pos>("pos")),
              orientation_rows<N>(),
              rows(R::words<&N::mode>("mode", kCamLightMode), R::row<&N::targetbody>("target", kNoDefault),
                   R::row<&N::focal_length>("focal"), R::row<&N::focal_pixel>("focalpixel"),
                   R::row<&N::principal_length>("principal"), R::row<&N::principal_pixel>("principalpixel"),
                   R::row<&N::sensor_size>("sensorsize"), R::row<&N::userdata>("user")));
}();

inline constexpr auto kLightRows = [] {
  using N = spec::Light;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(by_hand("directional"), R::words<&N::type>("type", kLightType),
           R::row<&N::castshadow>("castshadow"), R::row<&N::active>("active"), R::row<&N::pos>("pos"),
           R::row<&N::dir>("dir"), R::row<&N::bulbradius>("bulbradius"), R::row<&N::intensity>("intensity"),
           R::row<&N::range>("range"), R::row<&N::attenuation>("attenuation"), R::row<&N::cutoff>("cutoff"),
           R::row<&N::exponent>("exponent"), R::row<&N::ambient>("ambient"), R::row<&N::diffuse>("diffuse"),
           R::row<&N::specular>("specular"), R::words<&N::mode>("mode", kCamLightMode),
           R::row<&N::targetbody>("target", kNoDefault), R::row<&N::texture>("texture", kNoDefault)));
}();

inline constexpr auto kAttachRows =
    rows(by_hand("model", kRequired), by_hand("body"), by_hand("prefix", kRequired));
inline constexpr auto kReplicateRows = rows(by_hand("count", kRequired), by_hand("sep"), by_hand("offset"),
                                            by_hand("euler", kAngle), by_hand("childclass"));
inline constexpr auto kPluginRows = rows(by_hand("plugin"), by_hand("instance"));
inline constexpr auto kConfigRows = rows(by_hand("key", kRequired), by_hand("value", kRequired));

}  // namespace corten::mjcf
