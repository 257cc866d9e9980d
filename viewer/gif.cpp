// Animated GIF: one palette for all frames, a fixed dither pattern against bands, and only what changed since
// the frame before.
#include <fcntl.h>
#include <gif_lib.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "viewer/palette.h"
#include "viewer/picture_file.h"

namespace corten::viewer {
namespace {

constexpr int kColors = 255;
constexpr int kUnchanged = 255;  // index of "as before"

// Thresholds that spread the error of a colour over 4 × 4 pixels, the same ones in every frame.
constexpr int kDither[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

struct CloseGif {
  void operator()(GifFileType* file) const {
    int error = 0;
    EGifCloseFile(file, &error);
  }
};

struct FreeColors {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};

class Gif : public Movie {
 public:
  Gif(std::string path, int width, int height, double fps)
      : path_(std::move(path)), width_(width), height_(height), fps_(fps) {
    if (width > 65535 || height > 65535) throw std::runtime_error("a GIF has at most 65535 pixels a side");
    open();
  }

  void add(const Image& frame) override {
    histogram_.add(frame);
    frames_.push_back(frame);
  }

  void finish() override {
    write_header(histogram_.palette(kColors));
    std::vector<GifPixelType> before;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      std::vector<GifPixelType> pixels = indexed(frames_[i]);
      write_frame(pixels, before, delay(static_cast<int>(i)));
      before = std::move(pixels);
    }
    int error = 0;
    if (EGifCloseFile(file_.release(), &error) == GIF_ERROR) fail(error);
  }

 private:
  [[noreturn]] void fail(int error) const {
    const char* reason = GifErrorString(error);
    throw std::runtime_error("cannot write '" + path_ + "': " + (reason ? reason : "unknown error"));
  }
  void check(int result) const {
    if (result == GIF_ERROR) fail(file_->Error);
  }

  void open() {
    // opened here, for giflib would make a file that only its owner may read
    const int handle = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (handle < 0) fail(E_GIF_ERR_OPEN_FAILED);
    int error = 0;
    file_.reset(EGifOpenFileHandle(handle, &error));
    if (!file_) fail(error);
  }

  // Hundredths of a second, so that rounding does not add up.
  int delay(int frame) const {
    const auto until = [&](int i) { return static_cast<int>(std::lround(100.0 * i / fps_)); };
    return std::max(1, until(frame + 1) - until(frame));
  }

  void write_header(const std::vector<Color>& palette) {
    std::unique_ptr<ColorMapObject, FreeColors> map(GifMakeMapObject(256, nullptr));
    for (std::size_t i = 0; i < palette.size(); ++i)
      map->Colors[i] = {palette[i][0], palette[i][1], palette[i][2]};
    nearest_ = std::make_unique<NearestColor>(palette);
    EGifSetGifVersion(file_.get(), true);
    check(EGifPutScreenDesc(file_.get(), width_, height_, 8, 0, map.get()));
    const GifByteType forever[] = {1, 0, 0};
    check(EGifPutExtensionLeader(file_.get(), APPLICATION_EXT_FUNC_CODE));
    check(EGifPutExtensionBlock(file_.get(), 11, "NETSCAPE2.0"));
    check(EGifPutExtensionBlock(file_.get(), 3, forever));
    check(EGifPutExtensionTrailer(file_.get()));
  }

  std::vector<GifPixelType> indexed(const Image& frame) {
    std::vector<GifPixelType> pixels;
    pixels.reserve(frame.rgb.size() / 3);
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        const unsigned char* p = &frame.rgb[3 * static_cast<std::size_t>(y * width_ + x)];
        const int nudge = (kDither[y % 4][x % 4] - 7) / 2;
        const auto moved = [&](int k) { return std::clamp(p[k] + nudge, 0, 255); };
        pixels.push_back(static_cast<GifPixelType>((*nearest_)(moved(0), moved(1), moved(2))));
      }
    return pixels;
  }

  void write_frame(const std::vector<GifPixelType>& pixels, const std::vector<GifPixelType>& before,
                   int hundredths) {
    GraphicsControlBlock control{};
    control.DisposalMode = DISPOSE_DO_NOT;
    control.DelayTime = hundredths;
    control.TransparentColor = before.empty() ? NO_TRANSPARENT_COLOR : kUnchanged;
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    check(EGifPutExtension(file_.get(), GRAPHICS_EXT_FUNC_CODE, 4, bytes));
    check(EGifPutImageDesc(file_.get(), 0, 0, width_, height_, false, nullptr));
    std::vector<GifPixelType> row(static_cast<std::size_t>(width_));
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        const auto i = static_cast<std::size_t>(y * width_ + x);
        const bool same = !before.empty() && before[i] == pixels[i];
        row[static_cast<std::size_t>(x)] = same ? kUnchanged : pixels[i];
      }
      check(EGifPutLine(file_.get(), row.data(), width_));
    }
  }

  std::string path_;
  int width_, height_;
  double fps_;
  std::unique_ptr<GifFileType, CloseGif> file_;
  Histogram histogram_;
  std::unique_ptr<NearestColor> nearest_;
  std::vector<Image> frames_;
};

}  // namespace

std::unique_ptr<Movie> make_gif(const std::string& path, int width, int height, double fps) {
  return std::make_unique<Gif>(path, width, height, fps);
}

}  // namespace corten::viewer
