// Animated GIF: one palette for all frames, a fixed dither pattern against bands, and only what changed since
// the frame before (GIF89a).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "corten/base/whole_file.h"
#include "viewer/lzw.h"
#include "viewer/palette.h"
#include "viewer/picture_file.h"

namespace corten::viewer {
namespace {

constexpr int kColors = 255;
constexpr int kUnchanged = 255;  // index of "as before"
constexpr char kPixelBits = 8;
// fields of one byte, as bits: a table of 256 colours with 8 bits each; what a frame leaves stays; one index
// is transparent
constexpr char kColorTable = static_cast<char>(0x80 | 7 << 4 | 7), kKeep = 1 << 2, kTransparent = 1;

// Thresholds that spread the error of a colour over 4 × 4 pixels, the same ones in every frame.
constexpr int kDither[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

// Numbers of the file have two bytes, the lower one first.
std::string two_bytes(int value) { return {static_cast<char>(value & 255), static_cast<char>(value >> 8)}; }

// Data of any length in blocks of at most 255 bytes, each after its length, and an empty one.
std::string in_blocks(std::string_view data) {
  std::string out;
  for (; !data.empty(); data.remove_prefix(std::min<std::size_t>(255, data.size()))) {
    const std::string_view block = data.substr(0, 255);
    out += static_cast<char>(block.size());
    out += block;
  }
  return out + '\0';
}

class Gif : public Movie {
 public:
  Gif(std::string path, int width, int height, double fps)
      : path_(std::move(path)), width_(width), height_(height), fps_(fps) {
    if (width > 65535 || height > 65535) throw std::runtime_error("a GIF has at most 65535 pixels a side");
    write_whole_file(path_, "");  // better refused now than after the frames were made
  }

  void add(const Image& frame) override {
    histogram_.add(frame);
    frames_.push_back(frame);
  }

  void finish() override {
    std::string file = header(histogram_.palette(kColors));
    std::vector<std::uint8_t> before;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      std::vector<std::uint8_t> pixels = indexed(frames_[i]);
      file += frame(pixels, before, delay(static_cast<int>(i)));
      before = std::move(pixels);
    }
    write_whole_file(path_, file + ';');
  }

 private:
  // Hundredths of a second, so that rounding does not add up.
  int delay(int frame) const {
    const auto until = [&](int i) { return static_cast<int>(std::lround(100.0 * i / fps_)); };
    return std::max(1, until(frame + 1) - until(frame));
  }

  // The size, a table of 256 colours for all frames, and that they repeat for ever.
  std::string header(const std::vector<Color>& palette) {
    nearest_ = std::make_unique<NearestColor>(palette);
    std::string out = "GIF89a" + two_bytes(width_) + two_bytes(height_);
    out += {kColorTable, 0, 0};  // background: the first colour; pixels are square
    for (std::size_t i = 0; i < 256; ++i)
      for (std::size_t k = 0; k < 3; ++k) out += i < palette.size() ? static_cast<char>(palette[i][k]) : '\0';
    return out + "!\xFF\x0BNETSCAPE2.0" + in_blocks({"\1\0\0", 3});
  }

  std::vector<std::uint8_t> indexed(const Image& frame) {
    std::vector<std::uint8_t> pixels;
    pixels.reserve(frame.rgb.size() / 3);
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        const unsigned char* p = &frame.rgb[3 * static_cast<std::size_t>(y * width_ + x)];
        const int nudge = (kDither[y % 4][x % 4] - 7) / 2;
        const auto moved = [&](int k) { return std::clamp(p[k] + nudge, 0, 255); };
        pixels.push_back(static_cast<std::uint8_t>((*nearest_)(moved(0), moved(1), moved(2))));
      }
    return pixels;
  }

  std::string frame(const std::vector<std::uint8_t>& pixels, const std::vector<std::uint8_t>& before,
                    int hundredths) const {
    std::vector<std::uint8_t> changed = pixels;
    for (std::size_t i = 0; i < before.size(); ++i)
      if (before[i] == pixels[i]) changed[i] = kUnchanged;
    std::string control{before.empty() ? kKeep : static_cast<char>(kKeep | kTransparent)};
    control += two_bytes(hundredths) + (before.empty() ? '\0' : static_cast<char>(kUnchanged));
    const std::string place = two_bytes(0) + two_bytes(0) + two_bytes(width_) + two_bytes(height_) + '\0';
    return "!\xF9" + in_blocks(control) + ',' + place + kPixelBits + in_blocks(lzw_packed(changed));
  }

  std::string path_;
  int width_, height_;
  double fps_;
  Histogram histogram_;
  std::unique_ptr<NearestColor> nearest_;
  std::vector<Image> frames_;
};

}  // namespace

std::unique_ptr<Movie> make_gif(const std::string& path, int width, int height, double fps) {
  return std::make_unique<Gif>(path, width, height, fps);
}

}  // namespace corten::viewer
