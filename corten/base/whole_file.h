// Files that are there as a whole or not at all: written beside their name and moved onto it when complete.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// Replaces the file, or writes into what is none (a terminal, a pipe). Throws std::runtime_error when that
// fails, as on a full disk; what was there before is then untouched.
void write_whole_file(const std::string& path, std::string_view content);

}  // namespace corten
