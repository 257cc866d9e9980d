// The nearest of several words to a misspelt one, as a hint for a diagnostic.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace corten {

// "did you mean 'damping'?", empty if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace corten
