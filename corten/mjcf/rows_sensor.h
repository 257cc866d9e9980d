// Rows of sensors: the common ones, and the objects each kind names.
#pragma once

#include "corten/mjcf/row.h"
#include "corten/model/sensor_kinds.h"

namespace corten::mjcf {

// What sensors of a type have in common with others.
inline Rows common_rows(mjtSensor type) {
  static const Rows all = rows_of<spec::Sensor>();
  static const RowList tactile = pick(all, {"name", "user", "nsample", "interp", "delay", "interval"});
  static const RowList user =
      joined({pick(all, {"name", "user", "cutoff", "noise"}), rows_of<spec::Sensor>("user")});
  static const RowList plugin =
      joined({pick(all, {"name", "user", "cutoff"}), rows(by_hand("plugin"), by_hand("instance"))});
  switch (type) {
    case mjSENS_TACTILE:
      return tactile;
    case mjSENS_USER:
      return user;
    case mjSENS_PLUGIN:
      return plugin;
    default:
      return all;
  }
}

// Objects and options a sensor element names.
struct SensorTargets {
  spec::Set<std::string> object, objtype, reference, reftype;
  spec::Set<std::string> site, camera, geom1, geom2, body1, body2, subtree1,
      subtree2;  // of these, one or two
  spec::Set<std::string> data;
  spec::Set<int> reduce = 0, num = 1;
};

// How a sensor element names what it measures.
enum class SensorNaming {
  kByKind,    // an attribute of the object's word if only one kind will do, else a type and a name
  kOptional,  // type and name, or nothing
  kEither,    // rangefinder: site or camera
  kNumbered,  // distances: geom1 or body1, geom2 or body2
  kContact,   // the same, with subtrees and a site, or nothing
};
constexpr SensorNaming naming_of(const SensorKind& kind) {
  switch (kind.type) {
    case mjSENS_RANGEFINDER:
      return SensorNaming::kEither;
    case mjSENS_GEOMDIST:
    case mjSENS_GEOMNORMAL:
    case mjSENS_GEOMFROMTO:
      return SensorNaming::kNumbered;
    case mjSENS_CONTACT:
      return SensorNaming::kContact;
    case mjSENS_PLUGIN:
    case mjSENS_USER:
      return SensorNaming::kOptional;
    default:
      return SensorNaming::kByKind;
  }
}

// The one type of object that will do; unknown if there are several, or none.
constexpr mjtObj only_object(unsigned objects) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.type < mjNOBJECT && objects == 1u << kind.type) return kind.type;
  return mjOBJ_UNKNOWN;
}

namespace target_rows {
using N = SensorTargets;
using R = Of<N>;
inline constexpr auto kObjects =
    rows(R::row<&N::object>("site", kRequired), R::row<&N::object>("joint", kRequired),
         R::row<&N::object>("tendon", kRequired), R::row<&N::object>("actuator", kRequired),
         R::row<&N::object>("body", kRequired), R::row<&N::object>("mesh", kRequired));
inline constexpr auto kReferences =
    rows(R::row<&N::reference>("site", kRequired), R::row<&N::reference>("camera", kRequired),
         R::row<&N::reference>("geom", kRequired));
inline constexpr auto kTypedObject =
    rows(R::row<&N::objtype>("objtype", kRequired), R::row<&N::object>("objname", kRequired));
inline constexpr auto kMaybeObject = rows(R::row<&N::objtype>("objtype"), R::row<&N::object>("objname"));
inline constexpr auto kMaybeReference =
    rows(R::row<&N::reftype>("reftype"), R::row<&N::reference>("refname"));
inline constexpr auto kEither =
    rows(R::row<&N::site>("site"), R::row<&N::camera>("camera"), R::row<&N::data>("data"));
inline constexpr auto kNumbered = rows(R::row<&N::geom1>("geom1"), R::row<&N::geom2>("geom2"),
                                       R::row<&N::body1>("body1"), R::row<&N::body2>("body2"));
inline constexpr auto kContact =
    join(kNumbered, rows(R::row<&N::subtree1>("subtree1"), R::row<&N::subtree2>("subtree2"),
                         R::row<&N::site>("site"), R::row<&N::num>("num"), R::row<&N::data>("data"),
                         R::words<&N::reduce>("reduce", kContactReduce)));

// The row of a kind's word, or those of several kinds.
constexpr Rows by_kind(Rows words, unsigned objects, Rows typed) {
  if (objects == 1u << mjOBJ_UNKNOWN) return {};
  const mjtObj only = only_object(objects);
  if (only == mjOBJ_UNKNOWN) return typed;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].name == object_word(only)) return words.subspan(i, 1);
  return {};
}
}  // namespace target_rows

// Attributes of a sensor element.
struct SensorRows {
  Rows common;
  Rows object, reference;
};
inline SensorRows sensor_rows(const SensorKind& kind) {
  using namespace target_rows;
  const Rows common = common_rows(kind.type);
  switch (naming_of(kind)) {
    case SensorNaming::kEither:
      return {common, kEither, {}};
    case SensorNaming::kNumbered:
      return {common, kNumbered, {}};
    case SensorNaming::kContact:
      return {common, kContact, {}};
    case SensorNaming::kOptional:
      return {common, kMaybeObject, kind.type == mjSENS_PLUGIN ? Rows(kMaybeReference) : Rows()};
    case SensorNaming::kByKind:
      break;
  }
  return {common, by_kind(kObjects, kind.objects, kTypedObject),
          by_kind(kReferences, kind.references, kMaybeReference)};
}

}  // namespace corten::mjcf
