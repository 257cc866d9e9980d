// Texts and figures over a picture (mjr_text, mjr_overlay, mjr_label, mjr_figure).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "capi/numbers.h"
#include "capi/render_context.h"
#include "viewer/label.h"

namespace corten::capi {
namespace {

constexpr int kBigFont = 2;  // mjFONT_BIG; the others are normal and with a shadow

struct Pen {
  PixelBuffer& buffer;
  int scale;

  int letter() const { return viewer::kLetterWidth * scale; }
  int line() const { return viewer::kLineHeight * scale; }
  // x and y of the lower left corner, as OpenGL counts
  void write(std::string_view text, int x, int y, float r, float g, float b) const {
    const auto byte_of = [](float c) {
      return static_cast<unsigned char>(std::clamp(c, 0.0F, 1.0F) * 255 + 0.5F);
    };
    const viewer::TextStyle style{{byte_of(r), byte_of(g), byte_of(b)}, scale};
    viewer::write_text(text, x, buffer.height - y - 8 * scale, style, buffer.width, buffer.height,
                       buffer.rgb);
  }
};

Pen pen_of(int font, const mjrContext* con) {
  ContextBox& box = box_of(con);
  return {box.current(), std::max(1, con->fontScale / 50) + (font == kBigFont)};
}

template <class Fn>
int for_lines(std::string_view text, Fn&& fn) {
  int n = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    fn(text.substr(0, end), n++);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return n;
}

std::pair<int, int> size_of(std::string_view text) {  // longest line, lines
  std::size_t longest = 0;
  const int lines =
      for_lines(text, [&](std::string_view line, int) { longest = std::max(longest, line.size()); });
  return {static_cast<int>(std::min<std::size_t>(longest, 10000)), lines};
}

}  // namespace

// At x y in fractions of the buffer.
CORTEN_API void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g,
                         float b) {
  perform("mjr_text", [=] {
    const Pen pen = pen_of(font, con);
    if (!(std::abs(x) < 10 && std::abs(y) < 10)) return;
    pen.write(given(txt, "txt"), static_cast<int>(x * static_cast<float>(pen.buffer.width)),
              static_cast<int>(y * static_cast<float>(pen.buffer.height)), r, g, b);
  });
}

// Two columns of lines on a dark ground at a side or corner of the viewport.
CORTEN_API void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay,
                            const char* overlay2, const mjrContext* con) {
  perform("mjr_overlay", [=] {
    const Pen pen = pen_of(font, con);
    if (gridpos < 0 || gridpos > 7)
      throw Problem("no place of the grid has the number " + std::to_string(gridpos));
    const std::string_view first(overlay ? overlay : ""), second(overlay2 ? overlay2 : "");
    const auto [letters1, lines1] = size_of(first);
    const auto [letters2, lines2] = size_of(second);
    const int margin = 2 * pen.scale, gap = letters2 ? 2 : 0;
    const int width = (letters1 + gap + letters2) * pen.letter() + 2 * margin;
    const int height = std::max(lines1, lines2) * pen.line() + 2 * margin;
    // top left, top right, bottom left, bottom right, top, bottom, left, right
    const bool right = gridpos == 1 || gridpos == 3 || gridpos == 7,
               left = gridpos == 0 || gridpos == 2 || gridpos == 6;
    const bool top = gridpos == 0 || gridpos == 1 || gridpos == 4,
               bottom = gridpos == 2 || gridpos == 3 || gridpos == 5;
    const int x = viewport.left + (left ? 0 : right ? viewport.width - width : (viewport.width - width) / 2);
    const int y = viewport.bottom + (bottom ? 0
                                     : top  ? viewport.height - height
                                            : (viewport.height - height) / 2);
    const float ground[4] = {0, 0, 0, 0.5F};
    fill(pen.buffer, {x, y, width, height}, ground);
    const auto column = [&](std::string_view text, int at) {
      for_lines(text, [&](std::string_view line, int n) {
        pen.write(line, at, y + height - margin - (n + 1) * pen.line() + pen.scale, 1, 1, 1);
      });
    };
    column(first, x + margin), column(second, x + margin + (letters1 + gap) * pen.letter());
  });
}

// One line in the middle of a rectangle of one colour.
CORTEN_API void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a,
                          float rt, float gt, float bt, const mjrContext* con) {
  perform("mjr_label", [=] {
    const Pen pen = pen_of(font, con);
    const float ground[4] = {r, g, b, a};
    fill(pen.buffer, viewport, ground);
    if (!txt) return;
    const int width = size_of(txt).first * pen.letter();
    pen.write(txt, viewport.left + (viewport.width - width) / 2,
              viewport.bottom + (viewport.height - pen.line()) / 2 + pen.scale, rt, gt, bt);
  });
}

// ---- figures ----
namespace {

void draw_line(PixelBuffer& buffer, float x0, float y0, float x1, float y1, int thick, const float rgb[3]) {
  const float reach = std::max(std::abs(x1 - x0), std::abs(y1 - y0));
  if (!(reach < 1e5F)) return;
  const int steps = std::max(1, static_cast<int>(std::ceil(reach)));
  const float color[4] = {rgb[0], rgb[1], rgb[2], 1};
  for (int i = 0; i <= steps; ++i) {
    const float s = static_cast<float>(i) / static_cast<float>(steps);
    fill(buffer,
         {static_cast<int>(x0 + s * (x1 - x0)) - thick / 2, static_cast<int>(y0 + s * (y1 - y0)) - thick / 2,
          thick, thick},
         color);
  }
}

struct Range {
  float low, high;
  float at(float v) const { return (v - low) / (high - low); }
};

int points_of(const mjvFigure& fig, int line) { return std::clamp(fig.linepnt[line], 0, kMaxLinePoint); }

// Of an axis: as set, or what the lines need where it is not or may be extended.
Range range_of(const mjvFigure& fig, int axis) {
  Range range{fig.range[axis][0], fig.range[axis][1]};
  const bool set = range.low < range.high;
  if (set && !fig.flg_extend) return range;
  if (!set) range = {INFINITY, -INFINITY};
  for (int line = 0; line < kMaxLine; ++line)
    for (int i = 0; i < points_of(fig, line); ++i) {
      const float v = fig.linedata[line][2 * i + axis];
      if (std::isfinite(v)) range.low = std::min(range.low, v), range.high = std::max(range.high, v);
    }
  if (!(range.low < range.high))
    return {std::isfinite(range.low) ? range.low - 0.5F : 0, std::isfinite(range.low) ? range.low + 0.5F : 1};
  return range;
}

}  // namespace

// Axes with a grid and lines; formats of ticks are printed only if they are harmless.
CORTEN_API void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con) {
  perform("mjr_figure", [=] {
    const Pen pen = pen_of(0, con);
    const mjvFigure& f = *given(fig, "fig");
    fill(pen.buffer, viewport, f.figurergba);
    const int side = 6 * pen.letter(), below = 2 * pen.line(), above = 2 * pen.line();
    const mjrRect pane{viewport.left + side, viewport.bottom + below, viewport.width - side - pen.letter(),
                       viewport.height - below - above};
    if (pane.width <= 0 || pane.height <= 0) return;
    fill(pen.buffer, pane, f.panergba);
    const Range x = range_of(f, 0), y = range_of(f, 1);
    const auto grid = [&](int axis, const Range& range) {
      const int n = std::clamp(f.gridsize[axis], 2, 50);
      for (int i = 0; i < n; ++i) {
        const float s = static_cast<float>(i) / static_cast<float>(n - 1);
        const auto px = static_cast<float>(pane.left) + s * static_cast<float>(pane.width - 1);
        const auto py = static_cast<float>(pane.bottom) + s * static_cast<float>(pane.height - 1);
        const auto left = static_cast<float>(pane.left),
                   right = static_cast<float>(pane.left + pane.width - 1);
        const auto low = static_cast<float>(pane.bottom),
                   high = static_cast<float>(pane.bottom + pane.height - 1);
        axis == 0 ? draw_line(pen.buffer, px, low, px, high, 1, f.gridrgb)
                  : draw_line(pen.buffer, left, py, right, py, 1, f.gridrgb);
        if (!f.flg_ticklabel[axis]) continue;
        char text[32];
        std::snprintf(text, sizeof text, "%.3g",
                      static_cast<double>(range.low + s * (range.high - range.low)));
        axis == 0 ? pen.write(text, static_cast<int>(px), pane.bottom - pen.line(), f.textrgb[0],
                              f.textrgb[1], f.textrgb[2])
                  : pen.write(text, viewport.left, static_cast<int>(py) - pen.line() / 2, f.textrgb[0],
                              f.textrgb[1], f.textrgb[2]);
      }
    };
    grid(0, x), grid(1, y);
    const auto place = [&](int line, int i, float& px, float& py) {
      px = static_cast<float>(pane.left) + x.at(f.linedata[line][2 * i]) * static_cast<float>(pane.width - 1);
      py = static_cast<float>(pane.bottom) +
           std::clamp(y.at(f.linedata[line][2 * i + 1]), 0.0F, 1.0F) * static_cast<float>(pane.height - 1);
      return std::isfinite(px) && std::isfinite(py);
    };
    const int thick = std::clamp(static_cast<int>(f.linewidth), 1, 10);
    for (int line = 0; line < kMaxLine; ++line)
      for (int i = 0; i + 1 < points_of(f, line); ++i) {
        float x0, y0, x1, y1;
        if (place(line, i, x0, y0) && place(line, i + 1, x1, y1))
          draw_line(pen.buffer, x0, y0, x1, y1, thick, f.linergb[line]);
      }
    const std::string_view title(f.title, strnlen(f.title, sizeof f.title)),
        xlabel(f.xlabel, strnlen(f.xlabel, sizeof f.xlabel));
    const auto centred = [&](std::string_view text, int at) {
      pen.write(text, viewport.left + (viewport.width - static_cast<int>(text.size()) * pen.letter()) / 2, at,
                f.textrgb[0], f.textrgb[1], f.textrgb[2]);
    };
    centred(title, viewport.bottom + viewport.height - pen.line() - pen.scale),
        centred(xlabel, viewport.bottom + pen.scale);
    const auto set = [](int(&pixels)[2], float(&data)[2], int first, int size, const Range& range) {
      pixels[0] = first, pixels[1] = first + size, data[0] = range.low, data[1] = range.high;
    };
    set(fig->xaxispixel, fig->xaxisdata, pane.left, pane.width, x),
        set(fig->yaxispixel, fig->yaxisdata, pane.bottom, pane.height, y);
  });
}

}  // namespace corten::capi
