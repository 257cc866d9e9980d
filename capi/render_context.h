// What stands behind an mjrContext: a copy of the model that pictures are taken of, and buffers of pixels.
// There is no window: the offscreen buffer and the auxiliary ones are memory.
#pragma once

#include <memory>
#include <vector>

#include "capi/problem.h"
#include "capi/render_abi.h"
#include "viewer/renderer.h"

namespace corten::capi {

// Rows from the top; depth as OpenGL has it, 0 at the near plane and 1 at the far one.
struct PixelBuffer {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;
  std::vector<float> depth;

  void resize(int w, int h);
  // A row of pixels counted from the bottom, as OpenGL does.
  std::size_t row(int from_bottom) const {
    return static_cast<std::size_t>(height - 1 - from_bottom) * static_cast<std::size_t>(width);
  }
};

struct ContextBox {
  std::unique_ptr<Model> model;  // null: nothing to draw but text and rectangles
  std::unique_ptr<viewer::Renderer> renderer;
  PixelBuffer offscreen;
  PixelBuffer aux[kMaxAux];
  int current_aux = -1;  // the buffer drawn to, −1: offscreen

  PixelBuffer& current() { return current_aux < 0 ? offscreen : aux[current_aux]; }
};

// Throws Problem if it was not made by mjr_makeContext.
ContextBox& box_of(const mjrContext* con);
// The context that was made or chosen last on this thread, as OpenGL keeps one; null if none.
ContextBox* latest_context();

// The part of a rectangle that lies in a buffer.
mjrRect clipped(const mjrRect& rect, const PixelBuffer& buffer);
// A rectangle of one colour over what is there.
void fill(PixelBuffer& buffer, const mjrRect& rect, const float rgba[4]);

}  // namespace corten::capi
