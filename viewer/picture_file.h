// Pictures and moving pictures as files: PNG, animated GIF, and MP4 where ffmpeg is installed.
#pragma once

#include <memory>
#include <string>

#include "viewer/image.h"

namespace corten::viewer {

// Both throw std::runtime_error with a reason when the file cannot be written.
void write_png(const std::string& path, const Image& image);

class Movie {
 public:
  virtual ~Movie() = default;
  virtual void add(const Image& frame) = 0;
  // Completes the file; without it the file is not usable.
  virtual void finish() = 0;
};

// By the ending of the path: .gif or .mp4. All frames have this size.
std::unique_ptr<Movie> make_movie(const std::string& path, int width, int height, double fps);
bool is_movie(const std::string& path);

std::unique_ptr<Movie> make_gif(const std::string& path, int width, int height, double fps);
std::unique_ptr<Movie> make_mp4(const std::string& path, int width, int height, double fps);

}  // namespace corten::viewer
