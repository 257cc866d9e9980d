#include "apps/terminal.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "corten/base/system.h"

namespace corten::app {
namespace {

bool colours_wanted(std::FILE* file) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(file) && !(no_color && *no_color) && !(term && std::string_view(term) == "dumb");
}

}  // namespace

Paint::Paint(std::FILE* file) : on_(colours_wanted(file)) {}

std::string Paint::operator()(Colour colour, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", static_cast<int>(colour), text) : std::string(text);
}

Progress::Progress(int total, bool wanted)
    : total_(total), every_(std::max(1, total / 100)), shown_(wanted && is_terminal(stderr)) {}

void Progress::at(int done) const {
  if (!shown_ || (done % every_ && done != total_)) return;
  const int filled = static_cast<int>(40LL * done / total_);
  fmt::print(stderr, "\r[{:<40}] {:3d} %{}", std::string(static_cast<std::size_t>(filled), '#'),
             static_cast<int>(100LL * done / total_), done == total_ ? "\n" : "");
}

}  // namespace corten::app
