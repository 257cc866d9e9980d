// Rows of deformables: flex, flexcomp and their parts; and of composite.
#pragma once

#include "corten/mjcf/flexcomp.h"
#include "corten/mjcf/rows_body.h"
#include "corten/spec/flex.h"

namespace corten::mjcf {

inline constexpr auto kFlexContactRows = [] {
  using N = spec::FlexContact;
  using R = Of<N>;
  return rows(R::row<&N::contype>("contype"), R::row<&N::conaffinity>("conaffinity"),
              R::row<&N::condim>("condim"), R::row<&N::priority>("priority"),
              R::row<&N::friction>("friction", kUpTo), R::row<&N::solmix>("solmix"),
              R::row<&N::solref>("solref", kUpTo), R::row<&N::solimp>("solimp", kUpTo),
              R::row<&N::margin>("margin"), R::row<&N::gap>("gap"), R::row<&N::internal>("internal"),
              R::words<&N::selfcollide>("selfcollide", kFlexSelf), R::row<&N::activelayers>("activelayers"),
              R::row<&N::vertcollide>("vertcollide"), R::row<&N::passive>("passive"));
}();

inline constexpr auto kFlexElasticityRows = [] {
  using N = spec::FlexElasticity;
  using R = Of<N>;
  return rows(R::row<&N::young>("young"), R::row<&N::poisson>("poisson"), R::row<&N::damping>("damping"),
              R::row<&N::thickness>("thickness"), R::words<&N::elastic2d>("elastic2d", kElastic2d));
}();

inline constexpr auto kFlexRows = [] {
  using N = spec::Flex;
  using R = Of<N>;
  return rows(R::row<&N::name>("name"), R::row<&N::group>("group"), R::row<&N::dim>("dim"),
              R::row<&N::radius>("radius"), R::row<&N::material>("material"), R::row<&N::rgba>("rgba"),
              R::row<&N::flatskin>("flatskin"), R::row<&N::vertbody>("body", kRequired),
              R::row<&N::vert>("vertex"), R::row<&N::elem>("element", kRequired),
              R::row<&N::texcoord>("texcoord"), R::row<&N::elemtexcoord>("elemtexcoord"),
              R::row<&N::nodebody>("node"));
}();
inline constexpr auto kFlexEdgeRows = [] {
  using N = spec::Flex;
  using R = Of<N>;
  return rows(R::row<&N::edgestiffness>("stiffness"), R::row<&N::edgedamping>("damping"));
}();

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
inline constexpr auto kCompositeJointRows = [] {
  using N = spec::Joint;
  using R = Of<N>;
  return rows(by_hand("kind", kRequired), R::row<&N::group>("group"), R::row<&N::stiffness>("stiffness"),
              R::row<&N::damping>("damping"), R::row<&N::armature>("armature"), by_hand("solreffix"),
              by_hand("solimpfix"), R::words<&N::type>("type", kJointType), R::row<&N::axis>("axis"),
              by_hand("limited"), R::row<&N::range>("range", kAngle), R::row<&N::margin>("margin"),
              R::row<&N::solref_limit>("solreflimit", kUpTo), R::row<&N::solimp_limit>("solimplimit", kUpTo),
              R::row<&N::frictionloss>("frictionloss"), R::row<&N::solref_friction>("solreffriction", kUpTo),
              R::row<&N::solimp_friction>("solimpfriction", kUpTo));
}();
inline constexpr auto kCompositeGeomRows = [] {
  using N = spec::Geom;
  using R = Of<N>;
  return rows(
      R::words<&N::type>("type", kGeomType), R::row<&N::contype>("contype"),
      R::row<&N::conaffinity>("conaffinity"), R::row<&N::condim>("condim"), R::row<&N::group>("group"),
      R::row<&N::priority>("priority"), R::row<&N::size>("size", kUpTo), R::row<&N::material>("material"),
      R::row<&N::rgba>("rgba"), R::row<&N::friction>("friction", kUpTo), R::row<&N::mass>("mass"),
      R::row<&N::density>("density"), R::row<&N::solmix>("solmix"), R::row<&N::solref>("solref", kUpTo),
      R::row<&N::solimp>("solimp", kUpTo), R::row<&N::margin>("margin"), R::row<&N::gap>("gap"));
}();
inline constexpr auto kCompositeSiteRows = [] {
  using N = spec::Site;
  using R = Of<N>;
  return rows(R::row<&N::group>("group"), R::row<&N::size>("size", kUpTo), R::row<&N::material>("material"),
              R::row<&N::rgba>("rgba"));
}();
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
