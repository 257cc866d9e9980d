// Progress of work that may take long, told to whoever wants to know.
#pragma once

#include <functional>
#include <string_view>

namespace corten {

// Called after each of `total` items, from one thread at a time.
using Progress = std::function<void(std::string_view what, int done, int total)>;

// A bar on the standard error stream from the first second on, removed at the end. Nothing when that is not
// a terminal.
Progress terminal_progress();

}  // namespace corten
