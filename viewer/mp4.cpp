// MP4 by the ffmpeg command, which is fed raw frames.
#include <stdexcept>

#include "corten/base/system.h"
#include "viewer/picture_file.h"

namespace corten::viewer {
namespace {

class Mp4 : public Movie {
 public:
  Mp4(std::string path, int width, int height, double fps) : path_(std::move(path)) {
    if (!ffmpeg_.start({"ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                        std::to_string(width) + "x" + std::to_string(height), "-r", std::to_string(fps), "-i",
                        "-", "-an",
                        // players want even sizes and this pixel format
                        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", path_}))
      throw std::runtime_error("'" + path_ +
                               "' needs ffmpeg, which is not installed (apt install ffmpeg); "
                               "an animated .gif needs nothing");
  }

  void add(const Image& frame) override {
    if (!ffmpeg_.write(frame.rgb.data(), frame.rgb.size()))
      throw std::runtime_error("ffmpeg did not accept '" + path_ + "'");
  }

  void finish() override {
    if (ffmpeg_.finish() != 0) throw std::runtime_error("ffmpeg could not write '" + path_ + "'");
  }

 private:
  std::string path_;
  FedProgram ffmpeg_;
};

}  // namespace

std::unique_ptr<Movie> make_mp4(const std::string& path, int width, int height, double fps) {
  return std::make_unique<Mp4>(path, width, height, fps);
}

}  // namespace corten::viewer
