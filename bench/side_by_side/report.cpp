#include "bench/side_by_side/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace corten::bench {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
std::unique_ptr<std::FILE, Close> open(const std::string& path) {
  std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "w"));
  if (!file) throw std::runtime_error("cannot write '" + path + "'");
  return file;
}

double geometric_mean(const std::vector<Result>& results) {
  double sum = 0;
  int n = 0;
  for (const Result& r : results)
    if (r.ratio > 0) sum += std::log(r.ratio), ++n;
  return n ? std::exp(sum / n) : 0;
}

}  // namespace

void print_header() {
  fmt::print("{:<22}{:>12}{:>12}{:>8}{:>8}{:>7}{:>7}{:>7}{:>11}\n", "model", "ours/s", "MuJoCo/s", "ratio",
             "load", "ncon", "nefc", "iter", "drift");
}

void print_row(const Result& r) {
  if (!r.failure.empty()) {
    fmt::print("{:<22}{}\n", r.name, r.failure);
  } else {
    fmt::print("{:<22}{:>12.0f}{:>12.0f}{:>8.2f}{:>8.2f}{:>7}{:>7}{:>7.1f}{:>11.1e}\n", r.name,
               r.ours_per_second, r.oracle_per_second, r.ratio, r.load_ratio, r.contacts, r.rows,
               r.iterations, r.drift);
  }
  std::fflush(stdout);
}

void print_summary(const std::vector<Result>& results) {
  fmt::print("\ngeometric mean of the ratios: {:.2f} (above 1: faster than MuJoCo)\n",
             geometric_mean(results));
}

void write_json(const std::vector<Result>& results, const std::string& path) {
  auto file = open(path);
  fmt::print(file.get(), "[\n");
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& r = results[i];
    fmt::print(
        file.get(),
        R"(  {{"model": "{}", "ours_per_second": {:.6g}, "oracle_per_second": {:.6g}, "ratio": {:.4g}, )"
        R"("load_ratio": {:.4g}, "contacts": {}, "rows": {}, "iterations": {:.3g}, "drift": {:.3g}, "data_mb": {:.4g}, "failed": {}}}{})"
        "\n",
        r.name, r.ours_per_second, r.oracle_per_second, r.ratio, r.load_ratio, r.contacts, r.rows,
        r.iterations, r.drift, r.data_mb, !r.failure.empty(), i + 1 < results.size() ? "," : "");
  }
  fmt::print(file.get(), "]\n");
}

void write_svg(const std::vector<Result>& results, const std::string& path) {
  constexpr int kRow = 22, kLeft = 170, kWidth = 640;
  double largest = 1.5;
  for (const Result& r : results) largest = std::max(largest, r.ratio);
  const double scale = (kWidth - kLeft - 60) / largest;
  auto file = open(path);
  fmt::print(
      file.get(),
      R"(<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="12">)"
      "\n",
      kWidth, kRow * (static_cast<int>(results.size()) + 2));
  fmt::print(file.get(),
             R"(<text x="{}" y="16">steps per second relative to MuJoCo 3.5.0</text>)"
             "\n",
             kLeft);
  int y = kRow;
  for (const Result& r : results) {
    fmt::print(
        file.get(),
        R"(<text x="{}" y="{}" text-anchor="end">{}</text><rect x="{}" y="{}" width="{:.1f}" height="14" fill="{}"/><text x="{:.1f}" y="{}">{:.2f}</text>)"
        "\n",
        kLeft - 8, y + 15, r.name, kLeft, y + 4, r.ratio * scale, r.ratio >= 1 ? "#4a7" : "#c75",
        kLeft + r.ratio * scale + 6, y + 15, r.ratio);
    y += kRow;
  }
  fmt::print(
      file.get(),
      R"(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}" stroke="#333" stroke-dasharray="4 3"/></svg>)"
      "\n",
      kLeft + scale, kRow, y);
}

}  // namespace corten::bench
