// The benchmark's table, JSON and bar chart.
#pragma once

#include <string>
#include <vector>

#include "bench/side_by_side/runner.h"

namespace corten::bench {

void print_header();
void print_row(const Result& result);
void print_summary(const std::vector<Result>& results);
void write_json(const std::vector<Result>& results, const std::string& path);
void write_svg(const std::vector<Result>& results, const std::string& path);

}  // namespace corten::bench
