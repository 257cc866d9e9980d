#include "apps/controls.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "apps/npy.h"
#include "corten/base/real_from_chars.h"
#include "corten/model/names.h"

namespace corten::app {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error(fmt::format("'{}': {}", path, why));
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words(1);
  for (const char c : line) {
    if (c == ',')
      words.emplace_back();
    else if (c != ' ' && c != '\r' && c != '\t' && c != '"')
      words.back() += c;
  }
  return words;
}

std::optional<double> number(const std::string& word) {
  double value = 0;
  const auto [end, error] = real_from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

// −1: no such actuator
int actuator_of(const Model& m, const std::string& column) {
  const int named = name2id(m, mjOBJ_ACTUATOR, column);
  if (named >= 0) return named;
  for (int i = 0; i < m.nu; ++i)
    if (column == fmt::format("ctrl_{}", i)) return i;
  return -1;
}

}  // namespace

Controls::Controls(const Model& m, const std::string& path) {
  if (!std::filesystem::exists(path)) refuse(path, "no such file");
  if (path.ends_with(".npy"))
    read_npy_file(m, path);
  else if (path.ends_with(".csv"))
    read_csv(m, path);
  else
    refuse(path, "controls are read from .csv or .npy");
  if (rows_.empty()) refuse(path, "has no rows");
}

void Controls::read_npy_file(const Model& m, const std::string& path) {
  const NpyArray array = read_npy(path);
  if (array.shape.size() != 2 || array.shape[1] != m.nu)
    refuse(path, fmt::format("must have shape (steps, {}): one column per actuator", m.nu));
  actuators_.resize(static_cast<std::size_t>(m.nu));
  std::iota(actuators_.begin(), actuators_.end(), 0);
  for (int row = 0; row < array.shape[0]; ++row) {
    const auto first = array.values.begin() + static_cast<std::ptrdiff_t>(row) * m.nu;
    rows_.emplace_back(first, first + m.nu);
  }
}

void Controls::read_csv(const Model& m, const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::vector<int> columns(static_cast<std::size_t>(m.nu));  // actuator, or −1 for time
  std::iota(columns.begin(), columns.end(), 0);
  for (int line_number = 1; std::getline(file, line); ++line_number) {
    const std::vector<std::string> words = split(line);
    if (words.size() == 1 && words[0].empty()) continue;
    if (line_number == 1 && !number(words[0])) {
      columns.clear();
      for (const std::string& word : words) {
        columns.push_back(word == "time" ? -1 : actuator_of(m, word));
        if (word != "time" && columns.back() < 0)
          refuse(path, fmt::format("column '{}' is neither 'time' nor an actuator", word));
      }
      continue;
    }
    if (words.size() != columns.size())
      refuse(path,
             fmt::format("line {} has {} numbers instead of {}", line_number, words.size(), columns.size()));
    std::vector<double>& row = rows_.emplace_back();
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::optional<double> value = number(words[i]);
      if (!value) refuse(path, fmt::format("line {}: '{}' is not a number", line_number, words[i]));
      (columns[i] < 0 ? times_ : row).push_back(*value);
    }
  }
  std::erase(columns, -1);
  actuators_ = columns;
  if (!std::is_sorted(times_.begin(), times_.end())) refuse(path, "times must not go back");
}

std::size_t Controls::row_at(double time, int step) const {
  if (times_.empty()) return std::min(static_cast<std::size_t>(step), rows_.size() - 1);
  // rounding of a sum of time steps must not delay a row by one step
  const auto after = std::upper_bound(times_.begin(), times_.end(), time + 1e-9);
  return after == times_.begin() ? 0 : static_cast<std::size_t>(after - times_.begin()) - 1;
}

void Controls::apply(Data& d, int step) const {
  if (rows_.empty()) return;
  const std::vector<double>& row = rows_[row_at(d.time, step)];
  for (std::size_t i = 0; i < actuators_.size(); ++i) d.ctrl[actuators_[i]] = row[i];
}

}  // namespace corten::app
