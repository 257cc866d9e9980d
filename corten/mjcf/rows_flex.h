// Rows of flexcomp and composite and their parts.
#pragma once

#include "corten/mjcf/flexcomp.h"
#include "corten/mjcf/rows_body.h"

namespace corten::mjcf {

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

inline constexpr auto kFlexCompRows = [] {
  using N = FlexComp;
  using R = Of<N>;
  return join(
      rows(R::row<&N::name>("name", kRequired), R::words<&N::type>("type", kFlexCompType),
           R::row<&N::group>("group"), R::row<&N::dim>("dim"), R::words<&N::dof>("dof", kFlexCompDof),
           R::row<&N::count>("count"), R::row<&N::spacing>("spacing"), R::row<&N::radius>("radius"),
           R::row<&N::rigid>("rigid"), R::row<&N::mass>("mass"), R::row<&N::inertiabox>("inertiabox"),
           R::row<&N::scale>("scale"), by_hand("file"), R::row<&N::point>("point"),
           R::row<&N::element>("element"), R::row<&N::texcoord>("texcoord"), R::row<&N::material>("material"),
           R::row<&N::rgba>("rgba"), R::row<&N::flatskin>("flatskin"), R::row<&N::pos>("pos")),
      orientation_rows<N>(), rows(R::row<&N::origin_point>("origin")));
}();
inline constexpr auto kFlexCompEdgeRows = [] {
  using N = FlexComp;
  using R = Of<N>;
  return rows(R::words<&N::equality>("equality", kFlexEquality), R::row<&N::solref>("solref", kUpTo),
              R::row<&N::solimp>("solimp", kUpTo), R::row<&N::edgestiffness>("stiffness"),
              R::row<&N::edgedamping>("damping"));
}();
inline constexpr auto kFlexCompPinRows = [] {
  using N = FlexComp;
  using R = Of<N>;
  return rows(R::row<&N::pinid>("id"), R::row<&N::pinrange>("range"), R::row<&N::pingrid>("grid"),
              R::row<&N::pingridrange>("gridrange"));
}();

// A composite while it is read; only cables are left of it in MJCF.
struct Composite {
  std::string prefix;
  spec::Set<int> type = kCompParticle;
  spec::Set<Vec<int, 3>> count{{1, 1, 1}};
  spec::Set<Vec3<Real>> offset;
  spec::Set<Quat<Real>> quat = Quat<Real>::identity();
  spec::Set<Vec3<Real>> size{{1, 0, 0}};
  std::vector<float> vertex;
  spec::Set<std::string> initial{"ball"};
  spec::Set<std::string> curve;
};
inline constexpr auto kCompositeRows = [] {
  using N = Composite;
  using R = Of<N>;
  return rows(R::row<&N::prefix>("prefix"), R::words<&N::type>("type", kCompositeType, kRequired),
              R::row<&N::count>("count", kUpTo), R::row<&N::offset>("offset"), R::row<&N::vertex>("vertex"),
              R::row<&N::initial>("initial"), R::row<&N::curve>("curve"), R::row<&N::size>("size", kUpTo),
              R::row<&N::quat>("quat"));
}();
// Parameters of a constraint that composites no longer have; checked and dropped.
struct CompositeFix {
  spec::Set<spec::SolRef> solref;
  spec::Set<spec::SolImp> solimp;
};
inline constexpr auto kCompositeFixRows =
    rows(Of<CompositeFix>::row<&CompositeFix::solref>("solreffix", kUpTo),
         Of<CompositeFix>::row<&CompositeFix::solimp>("solimpfix", kUpTo));
inline Rows composite_joint_rows() {
  static const RowList all = joined(
      {rows(by_hand("kind", kRequired), by_hand("solreffix"), by_hand("solimpfix"), by_hand("limited")),
       pick(rows_of<spec::Joint>(),
            {"group", "stiffness", "damping", "armature", "type", "axis", "range", "margin", "solreflimit",
             "solimplimit", "frictionloss", "solreffriction", "solimpfriction"})});
  return all;
}
inline Rows composite_geom_rows() {
  static const RowList all =
      pick(rows_of<spec::Geom>(),
           {"type", "contype", "conaffinity", "condim", "group", "priority", "size", "material", "rgba",
            "friction", "mass", "density", "solmix", "solref", "solimp", "margin", "gap"});
  return all;
}
inline Rows composite_site_rows() {
  static const RowList all = pick(rows_of<spec::Site>(), {"group", "size", "material", "rgba"});
  return all;
}
// Appearance of the skin of a composite while it is read.
struct CompositeSkin {
  spec::Set<bool> texcoord = false;
  std::string material;
  spec::Set<int> group = 0;
  spec::Set<Vec<float, 4>> rgba = spec::kGrey;
  spec::Set<float> inflate = 0.0F;
  spec::Set<int> subgrid = 0;
};
inline constexpr auto kCompositeSkinRows = [] {
  using N = CompositeSkin;
  using R = Of<N>;
  return rows(R::row<&N::texcoord>("texcoord"), R::row<&N::material>("material"), R::row<&N::group>("group"),
              R::row<&N::rgba>("rgba"), R::row<&N::inflate>("inflate"), R::row<&N::subgrid>("subgrid"));
}();

}  // namespace corten::mjcf
