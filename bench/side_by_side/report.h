// The benchmark's table, JSON and bar chart.
#pragma once

#include <string>
#include <vector>

#include "bench/side_by_side/growth.h"
#include "bench/side_by_side/many_worlds.h"
#include "bench/side_by_side/runner.h"

namespace corten::bench {

struct Report {
  std::string command;
  std::vector<Result> models;
  std::vector<ManyWorlds> many_worlds;
  std::vector<Growth> growth;
};

void print_header();
void print_row(const Result& result);
void print_summary(const Report& report);
void write_json(const Report& report, const std::string& path);
void write_svg(const std::vector<Result>& results, const std::string& path);

}  // namespace corten::bench
