#include "bench/side_by_side/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

#include "bench/side_by_side/json.h"

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

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

void add_pair(Json& json, const char* name, const PairOf& pair) {
  json.open('{', name).number("ours", pair.ours).number("oracle", pair.oracle).close('}');
}

void add_result(Json& json, const Result& r) {
  json.open('{').string("model", r.name).string("failure", r.failure).number("ratio", r.ratio);
  json.string("file", r.file).string("xml", r.xml);
  json.number("drift", r.drift).number("own_drift", r.own_drift).number("nv", r.nv);
  add_pair(json, "per_second", r.per_second);
  add_pair(json, "first_load_ms", r.load_ms.first);
  add_pair(json, "load_ms", r.load_ms.again);
  add_pair(json, "contacts", r.contacts);
  add_pair(json, "rows", r.rows);
  add_pair(json, "iterations", r.iterations);
  add_pair(json, "data_mb", r.data_mb);
  json.open('{', "stages_us");
  for (const StageTimes& stage : r.stages) add_pair(json, stage.name, {stage.ours, stage.oracle});
  json.close('}').close('}');
}

void add_growth(Json& json, const Growth& g) {
  json.open('{').string("name", g.name);
  add_pair(json, "step_exponent", g.step_exponent);
  add_pair(json, "collision_exponent", g.collision_exponent);
  json.open('[', "points");
  for (const GrowthPoint& p : g.points) {
    json.open('{').number("size", p.size);
    add_pair(json, "step", p.step);
    add_pair(json, "collision", p.collision);
    json.close('}');
  }
  json.close(']').close('}');
}

void add_many_worlds(Json& json, const ManyWorlds& w) {
  json.open('{').string("model", w.name).number("threads", w.threads);
  add_pair(json, "per_second", w.per_second);
  add_pair(json, "cpu_us_per_step", w.cpu_us_per_step);
  json.close('}');
}

}  // namespace

void print_header() {
  fmt::print("{:<22}{:>12}{:>12}{:>8}{:>8}{:>8}{:>7}{:>7}{:>7}{:>11}{:>11}{:>16}\n", "model", "ours/s",
             "MuJoCo/s", "ratio", "load", "again", "ncon", "nefc", "iter", "drift", "MuJoCo's",
             "collision µs");
}

void print_row(const Result& r) {
  if (!r.failure.empty()) {
    fmt::print("{:<22}skipped: {}\n", r.name, r.failure);
  } else {
    PairOf collision;
    for (const StageTimes& stage : r.stages)
      if (std::string(stage.name) == "collision") collision = {stage.ours, stage.oracle};
    fmt::print(
        "{:<22}{:>12.0f}{:>12.0f}{:>8.2f}{:>8.2f}{:>8.2f}{:>7}{:>7}{:>7.1f}{:>11.1e}{:>11.1e}{:>8.1f}{:>8.1f}"
        "\n",
        r.name, r.per_second.ours, r.per_second.oracle, r.ratio,
        r.load_ms.first.oracle / r.load_ms.first.ours, r.load_ms.again.oracle / r.load_ms.again.ours,
        r.contacts.oracle, r.rows.oracle, r.iterations.oracle, r.drift, r.own_drift, collision.ours,
        collision.oracle);
  }
  std::fflush(stdout);
}

void print_summary(const Report& report) {
  fmt::print("\ngeometric mean of the ratios: {:.2f} (above 1: faster than MuJoCo)\n",
             geometric_mean(report.models));
  for (const ManyWorlds& w : report.many_worlds)
    fmt::print("many worlds  {:<20}{:>2} threads  ours {:>10.0f}/s  MuJoCo {:>10.0f}/s\n", w.name, w.threads,
               w.per_second.ours, w.per_second.oracle);
  for (const Growth& g : report.growth)
    fmt::print("growth with {:<8} step ours {:.2f} MuJoCo {:.2f}   collision ours {:.2f} MuJoCo {:.2f}\n",
               g.name, g.step_exponent.ours, g.step_exponent.oracle, g.collision_exponent.ours,
               g.collision_exponent.oracle);
}

void write_json(const Report& report, const std::string& path) {
  Json json;
  json.open('{').string("command", report.command).string("processor", processor());
  json.number("processors", std::thread::hardware_concurrency()).string("compiler", __VERSION__);
  json.number("geometric_mean", geometric_mean(report.models)).open('[', "models");
  for (const Result& r : report.models) add_result(json, r);
  json.close(']').open('[', "many_worlds");
  for (const ManyWorlds& w : report.many_worlds) add_many_worlds(json, w);
  json.close(']').open('[', "growth");
  for (const Growth& g : report.growth) add_growth(json, g);
  json.close(']').close('}');
  fmt::print(open(path).get(), "{}\n", json.text());
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
