// How long both engines take to load a model.
#pragma once

#include "bench/side_by_side/models.h"
#include "bench/side_by_side/pair_of.h"
#include "corten/asset/cache.h"
#include "corten/model/model.h"
#include "tests/support/oracle.h"

namespace corten::bench {

// Throws LoadError.
Model load_ours(const BenchModel& model, AssetCache* cache = nullptr);
// Throws std::runtime_error.
oracle::ModelPtr load_theirs(const BenchModel& model);

// Milliseconds on the wall, medians; both engines read files that the system has in memory.
struct LoadTimes {
  PairOf first;  // the caches of processed assets are empty
  PairOf again;  // they know the model's meshes and pictures
};

LoadTimes time_loads(const BenchModel& model);

// One row for every model file there is that both engines accept, slowest ratio last.
void compare_loading(const std::string& only);

}  // namespace corten::bench
