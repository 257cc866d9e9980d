// Rows of equality and tendon elements beside those that spec declares.
#pragma once

#include "corten/mjcf/rows_body.h"
#include "corten/spec/mechanism.h"

namespace corten::mjcf {

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

using WrapRow = Of<spec::Wrap>;
inline constexpr auto kWrapSiteRows = rows(WrapRow::row<&spec::Wrap::target>("site", kRequired));
inline constexpr auto kWrapGeomRows = rows(WrapRow::row<&spec::Wrap::target>("geom", kRequired),
                                           WrapRow::row<&spec::Wrap::sidesite>("sidesite"));
inline constexpr auto kWrapPulleyRows = rows(WrapRow::row<&spec::Wrap::prm>("divisor", kRequired));
inline constexpr auto kWrapJointRows = rows(WrapRow::row<&spec::Wrap::target>("joint", kRequired),
                                            WrapRow::row<&spec::Wrap::prm>("coef", kRequired));

}  // namespace corten::mjcf
