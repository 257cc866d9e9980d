// Names over a picture, in small letters.
#pragma once

#include <span>
#include <string_view>

#include "viewer/camera.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// Writes the labels of things where they are seen, whether or not something stands before them.
void draw_labels(std::span<const VisualGeom> geoms, const View& view, int width, int height,
                 std::span<unsigned char> rgb);

// A line of text in a picture of this size, its upper left corner at x y [pixel]; letters are `scale` times 5
// by 7 points. What lies outside is cut.
struct TextStyle {
  unsigned char rgb[3] = {255, 255, 255};
  int scale = 1;
};
void write_text(std::string_view text, int x, int y, const TextStyle& style, int width, int height,
                std::span<unsigned char> rgb);
constexpr int kLetterWidth = 6, kLineHeight = 10;  // with what is between letters and lines, at scale 1

}  // namespace corten::viewer
