// Rows of sensors: the common ones, and the objects each kind names.
#pragma once

#include "corten/mjcf/row.h"
#include "corten/spec/mechanism.h"

namespace corten::mjcf {

inline constexpr auto kSensorHistoryRows = [] {
  using N = spec::Sensor;
  using R = Of<N>;
  return rows(R::row<&N::nsample>("nsample"), R::words<&N::interp>("interp", kInterp),
              R::row<&N::delay>("delay"), R::row<&N::interval>("interval", kUpTo));
}();
inline constexpr auto kSensorNameRows = rows(Of<spec::Sensor>::row<&spec::Sensor::name>("name"),
                                             Of<spec::Sensor>::row<&spec::Sensor::userdata>("user"));
inline constexpr auto kSensorCutoffRows = rows(Of<spec::Sensor>::row<&spec::Sensor::cutoff>("cutoff"));
inline constexpr auto kSensorNoiseRows = rows(Of<spec::Sensor>::row<&spec::Sensor::noise>("noise"));
inline constexpr auto kSensorRows =
    join(kSensorNameRows, kSensorHistoryRows, kSensorCutoffRows, kSensorNoiseRows);
inline constexpr auto kTactileRows = join(kSensorNameRows, kSensorHistoryRows);
inline constexpr auto kUserSensorRows =
    join(kSensorNameRows, kSensorCutoffRows, kSensorNoiseRows,
         rows(Of<spec::Sensor>::words<&spec::Sensor::datatype>("datatype", kDataType),
              Of<spec::Sensor>::words<&spec::Sensor::needstage>("needstage", kStage),
              Of<spec::Sensor>::row<&spec::Sensor::dim>("dim", kRequired)));
inline constexpr auto kSensorPluginRows =
    join(kSensorNameRows, kSensorCutoffRows, rows(by_hand("plugin"), by_hand("instance")));

// Objects and options a sensor element names.
struct SensorTargets {
  spec::Set<std::string> site, camera, joint, tendon, actuator, body, geom, mesh;
  spec::Set<std::string> geom1, geom2, body1, body2, subtree1, subtree2;
  spec::Set<std::string> objtype, objname, reftype, refname, data;
  spec::Set<int> reduce = 0, num = 1;
};
namespace target_rows {
using N = SensorTargets;
using R = Of<N>;
inline constexpr auto kSite = rows(R::row<&N::site>("site", kRequired));
inline constexpr auto kCamProjection = join(kSite, rows(R::row<&N::camera>("camera", kRequired)));
inline constexpr auto kRangefinder =
    rows(R::row<&N::site>("site"), R::row<&N::camera>("camera"), R::row<&N::data>("data"));
inline constexpr auto kJoint = rows(R::row<&N::joint>("joint", kRequired));
inline constexpr auto kTendon = rows(R::row<&N::tendon>("tendon", kRequired));
inline constexpr auto kActuator = rows(R::row<&N::actuator>("actuator", kRequired));
inline constexpr auto kBody = rows(R::row<&N::body>("body", kRequired));
inline constexpr auto kObject =
    rows(R::row<&N::objtype>("objtype", kRequired), R::row<&N::objname>("objname", kRequired));
inline constexpr auto kMaybeObject = rows(R::row<&N::objtype>("objtype"), R::row<&N::objname>("objname"));
inline constexpr auto kReference = rows(R::row<&N::reftype>("reftype"), R::row<&N::refname>("refname"));
inline constexpr auto kFrame = join(kObject, kReference);
inline constexpr auto kInsideSite = join(kSite, kObject);
inline constexpr auto kDistance = rows(R::row<&N::geom1>("geom1"), R::row<&N::geom2>("geom2"),
                                       R::row<&N::body1>("body1"), R::row<&N::body2>("body2"));
inline constexpr auto kContact =
    join(kDistance, rows(R::row<&N::subtree1>("subtree1"), R::row<&N::subtree2>("subtree2"),
                         R::row<&N::site>("site"), R::row<&N::num>("num"), R::row<&N::data>("data"),
                         R::words<&N::reduce>("reduce", kContactReduce)));
inline constexpr auto kTactile =
    rows(R::row<&N::geom>("geom", kRequired), R::row<&N::mesh>("mesh", kRequired));
inline constexpr auto kPlugin = join(kMaybeObject, kReference);
}  // namespace target_rows

struct SensorKind {
  std::string_view name;
  mjtSensor type;
  Rows common;
  Rows targets;
};
inline constexpr SensorKind kSensorKinds[] = {
    {"touch", mjSENS_TOUCH, kSensorRows, target_rows::kSite},
    {"accelerometer", mjSENS_ACCELEROMETER, kSensorRows, target_rows::kSite},
    {"velocimeter", mjSENS_VELOCIMETER, kSensorRows, target_rows::kSite},
    {"gyro", mjSENS_GYRO, kSensorRows, target_rows::kSite},
    {"force", mjSENS_FORCE, kSensorRows, target_rows::kSite},
    {"torque", mjSENS_TORQUE, kSensorRows, target_rows::kSite},
    {"magnetometer", mjSENS_MAGNETOMETER, kSensorRows, target_rows::kSite},
    {"camprojection", mjSENS_CAMPROJECTION, kSensorRows, target_rows::kCamProjection},
    {"rangefinder", mjSENS_RANGEFINDER, kSensorRows, target_rows::kRangefinder},
    {"jointpos", mjSENS_JOINTPOS, kSensorRows, target_rows::kJoint},
    {"jointvel", mjSENS_JOINTVEL, kSensorRows, target_rows::kJoint},
    {"tendonpos", mjSENS_TENDONPOS, kSensorRows, target_rows::kTendon},
    {"tendonvel", mjSENS_TENDONVEL, kSensorRows, target_rows::kTendon},
    {"actuatorpos", mjSENS_ACTUATORPOS, kSensorRows, target_rows::kActuator},
    {"actuatorvel", mjSENS_ACTUATORVEL, kSensorRows, target_rows::kActuator},
    {"actuatorfrc", mjSENS_ACTUATORFRC, kSensorRows, target_rows::kActuator},
    {"jointactuatorfrc", mjSENS_JOINTACTFRC, kSensorRows, target_rows::kJoint},
    {"tendonactuatorfrc", mjSENS_TENDONACTFRC, kSensorRows, target_rows::kTendon},
    {"ballquat", mjSENS_BALLQUAT, kSensorRows, target_rows::kJoint},
    {"ballangvel", mjSENS_BALLANGVEL, kSensorRows, target_rows::kJoint},
    {"jointlimitpos", mjSENS_JOINTLIMITPOS, kSensorRows, target_rows::kJoint},
    {"jointlimitvel", mjSENS_JOINTLIMITVEL, kSensorRows, target_rows::kJoint},
    {"jointlimitfrc", mjSENS_JOINTLIMITFRC, kSensorRows, target_rows::kJoint},
    {"tendonlimitpos", mjSENS_TENDONLIMITPOS, kSensorRows, target_rows::kTendon},
    {"tendonlimitvel", mjSENS_TENDONLIMITVEL, kSensorRows, target_rows::kTendon},
    {"tendonlimitfrc", mjSENS_TENDONLIMITFRC, kSensorRows, target_rows::kTendon},
    {"framepos", mjSENS_FRAMEPOS, kSensorRows, target_rows::kFrame},
    {"framequat", mjSENS_FRAMEQUAT, kSensorRows, target_rows::kFrame},
    {"framexaxis", mjSENS_FRAMEXAXIS, kSensorRows, target_rows::kFrame},
    {"frameyaxis", mjSENS_FRAMEYAXIS, kSensorRows, target_rows::kFrame},
    {"framezaxis", mjSENS_FRAMEZAXIS, kSensorRows, target_rows::kFrame},
    {"framelinvel", mjSENS_FRAMELINVEL, kSensorRows, target_rows::kFrame},
    {"frameangvel", mjSENS_FRAMEANGVEL, kSensorRows, target_rows::kFrame},
    {"framelinacc", mjSENS_FRAMELINACC, kSensorRows, target_rows::kObject},
    {"frameangacc", mjSENS_FRAMEANGACC, kSensorRows, target_rows::kObject},
    {"subtreecom", mjSENS_SUBTREECOM, kSensorRows, target_rows::kBody},
    {"subtreelinvel", mjSENS_SUBTREELINVEL, kSensorRows, target_rows::kBody},
    {"subtreeangmom", mjSENS_SUBTREEANGMOM, kSensorRows, target_rows::kBody},
    {"insidesite", mjSENS_INSIDESITE, kSensorRows, target_rows::kInsideSite},
    {"distance", mjSENS_GEOMDIST, kSensorRows, target_rows::kDistance},
    {"normal", mjSENS_GEOMNORMAL, kSensorRows, target_rows::kDistance},
    {"fromto", mjSENS_GEOMFROMTO, kSensorRows, target_rows::kDistance},
    {"contact", mjSENS_CONTACT, kSensorRows, target_rows::kContact},
    {"e_potential", mjSENS_E_POTENTIAL, kSensorRows, {}},
    {"e_kinetic", mjSENS_E_KINETIC, kSensorRows, {}},
    {"clock", mjSENS_CLOCK, kSensorRows, {}},
    {"tactile", mjSENS_TACTILE, kTactileRows, target_rows::kTactile},
    {"user", mjSENS_USER, kUserSensorRows, target_rows::kMaybeObject},
    {"plugin", mjSENS_PLUGIN, kSensorPluginRows, target_rows::kPlugin},
};

}  // namespace corten::mjcf
