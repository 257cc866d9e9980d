// MP4 by the ffmpeg command, which is fed raw frames.
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>

#include "viewer/picture_file.h"

extern char** environ;

namespace corten::viewer {
namespace {

class Mp4 : public Movie {
 public:
  Mp4(std::string path, int width, int height, double fps) : path_(std::move(path)) {
    // a socket instead of a pipe: writing to an ffmpeg that ended is then an error and not a signal
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::runtime_error("cannot talk to ffmpeg");
    feed_ = ends[0];
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    const std::string rate = std::to_string(fps);
    const char* arguments[] = {"ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
                               "-s", size.c_str(), "-r", rate.c_str(), "-i", "-", "-an",
                               // players want even sizes and this pixel format
                               "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", path_.c_str(),
                               nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    const int error = posix_spawnp(&process_, arguments[0], &actions, nullptr,
                                   const_cast<char* const*>(arguments), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error) {
      close(feed_);
      throw std::runtime_error("'" + path_ +
                               "' needs ffmpeg, which is not installed (apt install ffmpeg); "
                               "an animated .gif needs nothing");
    }
  }
  ~Mp4() override {
    if (process_ > 0) wait_for_end();
  }
  Mp4(const Mp4&) = delete;
  Mp4& operator=(const Mp4&) = delete;

  void add(const Image& frame) override {
    std::size_t sent = 0;
    while (sent < frame.rgb.size()) {
      const ssize_t n = send(feed_, frame.rgb.data() + sent, frame.rgb.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) throw std::runtime_error("ffmpeg did not accept '" + path_ + "'");
      sent += static_cast<std::size_t>(n);
    }
  }

  void finish() override {
    if (wait_for_end() != 0) throw std::runtime_error("ffmpeg could not write '" + path_ + "'");
  }

 private:
  int wait_for_end() {
    close(feed_);
    int status = -1;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }

  std::string path_;
  int feed_ = -1;
  pid_t process_ = 0;
};

}  // namespace

std::unique_ptr<Movie> make_mp4(const std::string& path, int width, int height, double fps) {
  return std::make_unique<Mp4>(path, width, height, fps);
}

}  // namespace corten::viewer
