#include "bench/side_by_side/loading.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "bench/side_by_side/both.h"
#include "corten/base/stage_timer.h"
#include "corten/load.h"
#include "tests/support/model_files.h"

namespace corten::bench {
namespace {

constexpr int kFewest = 3, kMost = 15;  // rounds
constexpr double kSeconds = 1;          // of all rounds, but for the fewest

// The clock on the wall, because both load with threads. What was loaded is freed outside.
template <class Load>
double milliseconds(Load&& load) {
  const double start = steady_seconds();
  const auto loaded = load();
  return 1e3 * (steady_seconds() - start);
}

struct Samples {
  std::vector<double> ours, oracle;
  PairOf medians() const { return {median(ours), median(oracle)}; }
};

void time_both(const BenchModel& model, AssetCache& cache, bool ours_first, Samples& samples) {
  const auto ours = [&] { samples.ours.push_back(milliseconds([&] { return load_ours(model, &cache); })); };
  if (ours_first) ours();
  samples.oracle.push_back(milliseconds([&] { return load_theirs(model); }));
  if (!ours_first) ours();
}

double ratio(const PairOf& ms) { return ms.oracle / ms.ours; }

struct Row {
  std::string name;
  LoadTimes ms;
  double worst() const { return std::min(ratio(ms.first), ratio(ms.again)); }
};

void print(const Row& row) {
  fmt::print("{:<60}{:>9.2f}{:>9.2f}{:>7.2f}{:>11.2f}{:>9.2f}{:>7.2f}\n", row.name, row.ms.first.ours,
             row.ms.first.oracle, ratio(row.ms.first), row.ms.again.ours, row.ms.again.oracle,
             ratio(row.ms.again));
}

}  // namespace

Model load_ours(const BenchModel& model, AssetCache* cache) {
  LoadOptions options;
  options.cache = cache;
  return model.path.empty() ? load_text(model.xml, options).value() : load(model.path, options).value();
}

oracle::ModelPtr load_theirs(const BenchModel& model) {
  mj_setCacheCapacity(mj_getCache(), AssetCache::kDefaultCapacity);  // tests switch it off
  char error[1000] = "";
  const char* name = model.path.empty() ? "model.xml" : model.path.c_str();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  if (model.path.empty()) mj_addBufferVFS(&vfs, name, model.xml.data(), static_cast<int>(model.xml.size()));
  oracle::ModelPtr om(mj_loadXML(name, &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
  if (!om) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return om;
}

LoadTimes time_loads(const BenchModel& model) {
  AssetCache cache;
  load_theirs(model);  // brings the files into memory
  load_ours(model);
  Samples first, again;
  const double start = steady_seconds();
  for (int i = 0; i < kFewest || (i < kMost && steady_seconds() - start < kSeconds); ++i) {
    cache.clear();
    mj_clearCache(mj_getCache());
    time_both(model, cache, i % 2 == 0, first);
    time_both(model, cache, i % 2 == 0, again);
  }
  return {first.medians(), again.medians()};
}

void compare_loading(const std::string& only) {
  std::vector<Row> rows;
  for (const std::string& file : model_files()) {
    const std::filesystem::path path(file);
    const std::string name = path.parent_path().filename() / path.filename();
    if (file.find(only) == std::string::npos) continue;
    try {
      rows.push_back({name, time_loads({name, file, ""})});
    } catch (const std::exception&) {
      continue;  // one of the engines refuses it
    }
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.worst() > b.worst(); });
  fmt::print("{:<60}{:>9}{:>9}{:>7}{:>11}{:>9}{:>7}\n", "load [ms]", "first", "MuJoCo", "ratio", "again",
             "MuJoCo", "ratio");
  for (const Row& row : rows) print(row);
}

}  // namespace corten::bench
