// Compiled models of both engines, compared field by field.
#pragma once

#include <string>
#include <vector>

#include "tests/support/oracle.h"

namespace corten::oracle {

struct Difference {
  std::string field;
  double error = 0;  // infinite when shapes differ
};

// Sizes, options, visual settings, statistics and arrays that differ: integers and text at all, reals by more
// than `tolerance` relative to max(1, |theirs|). nbuffer and the signature are ours alone.
std::vector<Difference> model_differences(const mjModel* theirs, const Model& ours, double tolerance = 1e-10);
std::vector<Difference> model_differences(const Model& theirs, const Model& ours, double tolerance = 1e-10);

std::string to_text(const std::vector<Difference>& differences);

}  // namespace corten::oracle
