// Cameras: pose, target, intrinsics.
#include <cmath>

#include "corten/base/client_texts.h"
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

using Float2 = Vec<float, 2>;

bool given(const Float2& v) { return v[0] != 0 || v[1] != 0; }

const char* check_camera(const spec::Camera& node) {
  const bool has_sensor = (*node.sensor_size)[0] > 0 && (*node.sensor_size)[1] > 0;
  const bool has_lens = given(*node.focal_length) || given(*node.focal_pixel) ||
                        given(*node.principal_length) || given(*node.principal_pixel);
  if (*node.fovy >= 180) return "fovy too large: it must be below 180 degrees";
  if (has_lens && !has_sensor) return client_text::kLensNeedsSensor;
  if (has_sensor && ((*node.resolution)[0] <= 0 || (*node.resolution)[1] <= 0))
    return client_text::kSensorNeedsResolution;
  return nullptr;
}

// lengths in pixels win over lengths in metres
Float2 in_metres(const Float2& pixels, const Float2& metres, const Float2& density) {
  return {pixels[0] != 0 ? pixels[0] / density[0] : metres[0],
          pixels[1] != 0 ? pixels[1] / density[1] : metres[1]};
}

// Pinhole with a sensor of known size: float arithmetic, as the oracle has it.
void calibrate(DraftCamera& camera) {
  const spec::Camera& node = *camera.spec;
  const Float2& sensor = *node.sensor_size;
  const Float2 density{static_cast<float>((*node.resolution)[0]) / sensor[0],
                       static_cast<float>((*node.resolution)[1]) / sensor[1]};
  const Float2 focal = in_metres(*node.focal_pixel, *node.focal_length, density);
  const Float2 principal = in_metres(*node.principal_pixel, *node.principal_length, density);
  camera.intrinsic = {focal[0], focal[1], principal[0], principal[1]};
  camera.fovy = static_cast<double>(std::atan2(sensor[1] / 2, focal[1])) * 360.0 / build::kPi;
}

}  // namespace

void place_cameras(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftCamera& camera : draft.cameras) {
    const spec::Camera& node = *camera.spec;
    if (const char* wrong = check_camera(node)) refuse(diagnostics, "camera", node, wrong);
    camera.pose = in_frame(spec, *camera.owner, node.frame, resolve_pose(spec, "camera", node, diagnostics));
    build::normalize(camera.pose.quat);
    camera.fovy = *node.fovy;
    camera.intrinsic = {spec.visual.map.znear, spec.visual.map.znear, 0, 0};
    if ((*node.sensor_size)[0] > 0 && (*node.sensor_size)[1] > 0) calibrate(camera);
  }
}

void aim_cameras(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (DraftCamera& camera : draft.cameras) {
    if (camera.spec->targetbody.empty()) continue;
    camera.target = draft.names.find(mjOBJ_BODY, camera.spec->targetbody);
    if (camera.target < 0)
      refuse_unknown(draft, mjOBJ_BODY, "body", "target", camera.spec->targetbody, "camera", *camera.spec,
                     diagnostics);
  }
}

}  // namespace corten
