// Median cut: the box of colours with the largest spread is cut at its weighted middle until there are
// enough.
#include "viewer/palette.h"

#include <algorithm>
#include <cmath>

namespace corten::viewer {
namespace {

constexpr int kBits = 5;  // per channel of the histogram
constexpr int kSteps = 1 << kBits;
constexpr int kTableBits = 6;  // per channel of the table of nearest colours
constexpr int kTable = 1 << kTableBits;

struct Entry {
  std::array<int, 3> color;
  std::uint32_t count;
};

struct Group {
  std::vector<Entry> entries;
  std::uint64_t weight = 0;
  int axis = 0;    // channel with the largest range
  int spread = 0;  // that range

  explicit Group(std::vector<Entry> e) : entries(std::move(e)) {
    for (const Entry& entry : entries) weight += entry.count;
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] =
          std::minmax_element(entries.begin(), entries.end(), [i](const Entry& a, const Entry& b) {
            return a.color[static_cast<std::size_t>(i)] < b.color[static_cast<std::size_t>(i)];
          });
      const int range = high->color[static_cast<std::size_t>(i)] - low->color[static_cast<std::size_t>(i)];
      if (range > spread) {
        spread = range;
        axis = i;
      }
    }
  }
  // many pixels far apart are cut first; rare ones count for something too
  double urgency() const { return entries.size() < 2 ? 0 : spread * std::sqrt(static_cast<double>(weight)); }
  Color mean() const {
    std::array<std::uint64_t, 3> sum{};
    for (const Entry& entry : entries)
      for (std::size_t i = 0; i < 3; ++i)
        sum[i] += std::uint64_t{entry.count} * static_cast<std::uint64_t>(entry.color[i]);
    Color color{};
    for (std::size_t i = 0; i < 3; ++i) {
      const double middle = (static_cast<double>(sum[i]) / static_cast<double>(weight) + 0.5) * 256 / kSteps;
      color[i] = static_cast<unsigned char>(std::clamp(middle, 0.0, 255.0));
    }
    return color;
  }
};

std::pair<Group, Group> cut(Group group) {
  const auto axis = static_cast<std::size_t>(group.axis);
  std::sort(group.entries.begin(), group.entries.end(), [axis](const Entry& a, const Entry& b) {
    return a.color[axis] != b.color[axis] ? a.color[axis] < b.color[axis] : a.color < b.color;
  });
  std::uint64_t below = 0;
  std::size_t middle = 0;
  while (middle + 1 < group.entries.size() && 2 * below < group.weight)
    below += group.entries[middle++].count;
  const auto at = group.entries.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(middle, 1));
  return {Group({group.entries.begin(), at}), Group({at, group.entries.end()})};
}

}  // namespace

Histogram::Histogram() : counts_(kSteps * kSteps * kSteps) {}

void Histogram::add(const Image& image) {
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
    const int r = image.rgb[i] >> (8 - kBits);
    const int g = image.rgb[i + 1] >> (8 - kBits);
    const int b = image.rgb[i + 2] >> (8 - kBits);
    ++counts_[static_cast<std::size_t>((r * kSteps + g) * kSteps + b)];
  }
}

std::vector<Color> Histogram::palette(int size) const {
  std::vector<Entry> entries;
  for (int i = 0; i < kSteps * kSteps * kSteps; ++i)
    if (const std::uint32_t count = counts_[static_cast<std::size_t>(i)])
      entries.push_back({{i / (kSteps * kSteps), i / kSteps % kSteps, i % kSteps}, count});
  if (entries.empty()) return {Color{}};
  std::vector<Group> groups{Group(std::move(entries))};
  while (static_cast<int>(groups.size()) < size) {
    const auto widest = std::max_element(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      return a.urgency() < b.urgency();
    });
    if (widest->urgency() == 0) break;
    auto [low, high] = cut(std::move(*widest));
    *widest = std::move(low);
    groups.push_back(std::move(high));
  }
  std::vector<Color> colors;
  for (const Group& group : groups) colors.push_back(group.mean());
  return colors;
}

NearestColor::NearestColor(std::vector<Color> palette)
    : palette_(std::move(palette)), known_(kTable * kTable * kTable, -1) {}

int NearestColor::operator()(int red, int green, int blue) {
  const int drop = 8 - kTableBits;
  std::int16_t& answer =
      known_[static_cast<std::size_t>(((red >> drop) * kTable + (green >> drop)) * kTable + (blue >> drop))];
  if (answer >= 0) return answer;
  const int half = 1 << (drop - 1);
  const int wanted[3] = {(red >> drop << drop) + half, (green >> drop << drop) + half,
                         (blue >> drop << drop) + half};
  int best = 1 << 30;
  for (std::size_t i = 0; i < palette_.size(); ++i) {
    int distance = 0;
    for (int k = 0; k < 3; ++k) {
      const int d = wanted[k] - palette_[i][static_cast<std::size_t>(k)];
      distance += d * d;
    }
    if (distance < best) {
      best = distance;
      answer = static_cast<std::int16_t>(i);
    }
  }
  return answer;
}

}  // namespace corten::viewer
