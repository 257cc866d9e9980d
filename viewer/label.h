// Names over a picture, in small letters.
#pragma once

#include <span>

#include "viewer/camera.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// Writes the labels of things where they are seen, whether or not something stands before them.
void draw_labels(std::span<const VisualGeom> geoms, const View& view, int width, int height,
                 std::span<unsigned char> rgb);

}  // namespace corten::viewer
