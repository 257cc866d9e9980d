// Rows of contact, equality and tendon elements.
#pragma once

#include "corten/mjcf/rows_body.h"
#include "corten/spec/mechanism.h"

namespace corten::mjcf {

inline constexpr auto kPairRows = [] {
  using N = spec::Pair;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(R::row<&N::geomname1>("geom1", kNoDefault), R::row<&N::geomname2>("geom2", kNoDefault),
           R::row<&N::condim>("condim"), R::row<&N::friction>("friction", kUpTo),
           R::row<&N::solref>("solref", kUpTo), R::row<&N::solreffriction>("solreffriction", kUpTo),
           R::row<&N::solimp>("solimp", kUpTo), R::row<&N::gap>("gap"), R::row<&N::margin>("margin")));
}();

inline constexpr auto kExcludeRows = [] {
  using N = spec::Exclude;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::row<&N::bodyname1>("body1", kRequired),
              R::row<&N::bodyname2>("body2", kRequired));
}();

inline constexpr auto kEqualityRows = [] {
  using N = spec::Equality;
  using R = Of<N>;
  return join(name_class_rows<N>(), rows(R::row<&N::active>("active"), R::row<&N::solref>("solref", kUpTo),
                                         R::row<&N::solimp>("solimp", kUpTo)));
}();

// What the kinds of equality elements say besides the common rows.
struct EqualityTerms {
  spec::Set<std::string> body1, body2, site1, site2;
  spec::Set<std::string> joint1, joint2, tendon1, tendon2, flex;
  spec::Set<Vec3<Real>> anchor;
  spec::Set<Vec<Real, 7>> relpose;
  spec::Set<Real> torquescale = 1;
  spec::Set<Vec<Real, 5>> polycoef{{0, 1, 0, 0, 0}};
};
using EqTerm = Of<EqualityTerms>;
inline constexpr auto kConnectRows =
    rows(EqTerm::row<&EqualityTerms::body1>("body1"), EqTerm::row<&EqualityTerms::body2>("body2"),
         EqTerm::row<&EqualityTerms::anchor>("anchor"), EqTerm::row<&EqualityTerms::site1>("site1"),
         EqTerm::row<&EqualityTerms::site2>("site2"));
inline constexpr auto kWeldRows =
    join(kConnectRows, rows(EqTerm::row<&EqualityTerms::relpose>("relpose"),
                            EqTerm::row<&EqualityTerms::torquescale>("torquescale")));
inline constexpr auto kEqJointRows = rows(EqTerm::row<&EqualityTerms::joint1>("joint1", kRequired),
                                          EqTerm::row<&EqualityTerms::joint2>("joint2"),
                                          EqTerm::row<&EqualityTerms::polycoef>("polycoef", kUpTo));
inline constexpr auto kEqTendonRows = rows(EqTerm::row<&EqualityTerms::tendon1>("tendon1", kRequired),
                                           EqTerm::row<&EqualityTerms::tendon2>("tendon2"),
                                           EqTerm::row<&EqualityTerms::polycoef>("polycoef", kUpTo));
inline constexpr auto kEqFlexRows = rows(EqTerm::row<&EqualityTerms::flex>("flex", kRequired));

// rows of all tendons, then those of spatial ones only
inline constexpr auto kTendonRows = [] {
  using N = spec::Tendon;
  using R = Of<N>;
  return join(
      name_class_rows<N>(),
      rows(R::row<&N::group>("group"), R::words<&N::limited>("limited", kFalseTrueAuto),
           R::words<&N::actfrclimited>("actuatorfrclimited", kFalseTrueAuto, kNoDefault),
           R::row<&N::range>("range"), R::row<&N::actfrcrange>("actuatorfrcrange", kNoDefault),
           R::row<&N::solref_limit>("solreflimit", kUpTo), R::row<&N::solimp_limit>("solimplimit", kUpTo),
           R::row<&N::solref_friction>("solreffriction", kUpTo),
           R::row<&N::solimp_friction>("solimpfriction", kUpTo), R::row<&N::frictionloss>("frictionloss"),
           by_hand("springlength"), R::row<&N::margin>("margin"), R::row<&N::stiffness>("stiffness"),
           R::row<&N::damping>("damping"), R::row<&N::armature>("armature", kNoDefault),
           R::row<&N::userdata>("user")));
}();
inline constexpr auto kSpatialRows = [] {
  using N = spec::Tendon;
  using R = Of<N>;
  return rows(R::row<&N::width>("width"), R::row<&N::material>("material"), R::row<&N::rgba>("rgba"));
}();

using WrapRow = Of<spec::Wrap>;
inline constexpr auto kWrapSiteRows = rows(WrapRow::row<&spec::Wrap::target>("site", kRequired));
inline constexpr auto kWrapGeomRows = rows(WrapRow::row<&spec::Wrap::target>("geom", kRequired),
                                           WrapRow::row<&spec::Wrap::sidesite>("sidesite"));
inline constexpr auto kWrapPulleyRows = rows(WrapRow::row<&spec::Wrap::prm>("divisor", kRequired));
inline constexpr auto kWrapJointRows = rows(WrapRow::row<&spec::Wrap::target>("joint", kRequired),
                                            WrapRow::row<&spec::Wrap::prm>("coef", kRequired));

}  // namespace corten::mjcf
