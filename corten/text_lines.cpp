#include "corten/text_lines.h"

#include <algorithm>
#include <cstring>

#include "corten/print_text.h"

namespace corten {

bool is_real_format(const std::string& format) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t first = i;
    while (i < format.size() && format[i] >= '0' && format[i] <= '9') ++i;
    return i - first <= 2;  // no number is wider
  };
  if (format.empty() || format[i++] != '%') return false;
  while (i < format.size() && std::strchr(" +-#0", format[i])) ++i;
  if (!digits()) return false;
  if (i < format.size() && format[i] == '.' && (++i, !digits())) return false;
  return i + 1 == format.size() && std::strchr("aAeEfFgG", format[i]);
}

void TextLines::pattern(std::string_view title, const std::vector<Row>& entries, int columns, bool follow) {
  if (columns > kWidestMatrix) return;
  const std::string edge(static_cast<std::size_t>(columns) + 2, '-');
  const auto same_columns = [](const Row& a, const Row& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first; });
  };
  std::vector<int> followers(entries.size(), 0);
  for (std::size_t row = entries.size(); follow && row-- > 1;)
    if (same_columns(entries[row - 1], entries[row])) followers[row - 1] = followers[row] + 1;
  line(title), line(edge);
  for (std::size_t row = 0; row < entries.size(); ++row) {
    std::string letters(static_cast<std::size_t>(columns), ' ');
    for (const auto& [column, letter] : entries[row]) letters[static_cast<std::size_t>(column)] = letter;
    line(" " + letters + " |" + (followers[row] ? " " + std::to_string(followers[row]) : ""));
  }
  line(edge), line();
}

}  // namespace corten
