#include "corten/base/progress.h"

#include <chrono>
#include <cstdio>
#include <string>

#include "corten/base/system.h"

namespace corten {
namespace {

constexpr int kWidth = 30;
constexpr auto kPatience = std::chrono::seconds(1);

class Bar {
 public:
  void operator()(std::string_view what, int done, int total) {
    if (std::chrono::steady_clock::now() - start_ < kPatience) return;
    if (done == total) {
      std::fprintf(stderr, "\r\033[K");
    } else {
      const int filled = kWidth * done / total;
      std::fprintf(stderr, "\r%.*s [%s%s] %d/%d", static_cast<int>(what.size()), what.data(),
                   std::string(static_cast<std::size_t>(filled), '#').c_str(),
                   std::string(static_cast<std::size_t>(kWidth - filled), '.').c_str(), done, total);
    }
    std::fflush(stderr);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

Progress terminal_progress() {
  if (!is_terminal(stderr)) return {};
  return Bar();
}

}  // namespace corten
