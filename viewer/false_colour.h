// Depth and segmentation as pictures for the eye.
#pragma once

#include "viewer/renderer.h"

namespace corten::viewer {

// Grey: the nearest point white, the farthest one dark, nothing black.
Image depth_picture(Renderer& renderer);
// A colour per object, the same in every picture; nothing black.
Image segmentation_picture(Renderer& renderer);

}  // namespace corten::viewer
