#include "corten/base/near_word.h"

#include <algorithm>
#include <numeric>

namespace corten {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> previous(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::vector<std::size_t> current{i + 1};
    for (std::size_t j = 0; j < b.size(); ++j) {
      current.push_back(std::min({previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] != b[j])}));
    }
    previous = std::move(current);
  }
  return previous.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = word.size() / 3 + 2;
  for (std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best.empty() ? std::string() : "did you mean '" + std::string(best) + "'?";
}

}  // namespace corten
