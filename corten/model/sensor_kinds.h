// What each type of sensor may refer to and what it puts out.
#pragma once

#include "corten/model/enums.h"

namespace corten {

struct SensorKind {
  unsigned objects;     // bits 1 << mjtObj
  unsigned references;  // bits 1 << mjtObj
  int dim;              // 0: depends on the sensor
  mjtStage needstage;
  mjtDataType datatype;
};

// `type` is a valid mjtSensor.
const SensorKind& sensor_kind(int type);

inline bool allows(unsigned objects, int type) {
  return type >= 0 && type < mjNOBJECT && (objects >> type & 1u);
}

// numbers per ray or contact for a set of data fields
int ray_data_size(int bits);
int contact_data_size(int bits);

}  // namespace corten
