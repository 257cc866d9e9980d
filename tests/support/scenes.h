// Scenes and random states for comparing constraint rows and solvers with the oracle.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/support/oracle.h"

namespace corten::oracle {

struct Scene {
  std::string name;
  std::string xml;
};

// Small models that together have every kind of constraint row.
const std::vector<Scene>& small_scenes();

// Developer models rich in constraints: few enough to load in seconds.
std::vector<std::string> constraint_models();

// A reproducible state near the default or a keyframe, two steps into motion.
DataPtr random_state(const mjModel* m, int seed);

// Sets one of the kCombinations of solver × cone × jacobian in m->opt; returns its text.
inline constexpr int kCombinations = 12;
std::string set_options(mjModel* m, int combination);
// Calls test(text) with every solver × cone × jacobian set in m->opt, then restores the options.
void for_options(mjModel* m, const std::function<void(const std::string&)>& test);

// Calls check(m, d, what) for every small scene, every combination of options and four random states after
// mj_forward.
using Check = std::function<void(const mjModel*, const mjData*, const std::string& what)>;
void on_small_scenes(const Check& check);

}  // namespace corten::oracle
