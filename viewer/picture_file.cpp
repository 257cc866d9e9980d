// PNG files, and which kind of moving picture a path asks for.
#include "viewer/picture_file.h"

#include <lodepng.h>

#include <stdexcept>

namespace corten::viewer {

void write_png(const std::string& path, const Image& image) {
  const unsigned error = lodepng::encode(path, image.rgb, static_cast<unsigned>(image.width),
                                         static_cast<unsigned>(image.height), LCT_RGB);
  if (error)
    throw std::runtime_error("cannot write '" + path + "': " + std::string(lodepng_error_text(error)));
}

bool is_movie(const std::string& path) { return path.ends_with(".gif") || path.ends_with(".mp4"); }

std::unique_ptr<Movie> make_movie(const std::string& path, int width, int height, double fps) {
  if (path.ends_with(".gif")) return make_gif(path, width, height, fps);
  if (path.ends_with(".mp4")) return make_mp4(path, width, height, fps);
  throw std::runtime_error("'" + path + "': a moving picture ends with .gif or .mp4");
}

}  // namespace corten::viewer
