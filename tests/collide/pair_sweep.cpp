// Compares pair functions with the oracle over very many poses, and the contacts of all developer models.
//   pair_sweep [poses per type, default 1000000] [seed] [pair name, "pairs", "models", "scenes" or "all"]
//   [JSON file]
// Rows of the JSON file that are not run anew stay as they are, so a long sweep can be made pair by pair.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/model_contacts.h"
#include "tests/support/model_files.h"
#include "tests/support/pair_poses.h"
#include "tests/support/random_scenes.h"
#include "tests/support/random_state.h"

namespace {

using corten::oracle::PairCase;
using corten::oracle::PairScene;

struct SweepResult {
  const char* pair;
  long poses;
  long touching = 0, equal = 0, off = 0;  // poses; off by more than 1e-10
  double worst = 0;
};

SweepResult sweep(const PairCase& types, long poses, unsigned long seed) {
  PairScene scene(types);
  std::mt19937_64 rng(seed);
  SweepResult result{types.name, poses};
  auto& [pair, count, touching, equal, off, worst] = result;
  for (long pose = 0; pose < poses; ++pose) {
    scene.randomize(rng);
    const std::string difference = scene.run();
    touching += scene.contacts() > 0;
    if (difference.empty()) {
      ++equal;
      continue;
    }
    const double error = corten::oracle::contact_error(scene.od(), scene.d());
    worst = std::max(worst, error);
    if (error > 1e-10 && off++ < 3)
      std::printf("%s pose %ld: %s\n%s", types.name, pose, difference.c_str(), scene.describe().c_str());
  }
  std::printf("%-20s %9ld %9ld %10.5f%% %9ld %10.2g\n", types.name, poses, touching,
              100.0 * static_cast<double>(equal) / static_cast<double>(poses), off, worst);
  std::fflush(stdout);
  return result;
}

std::string json_row(const SweepResult& r) {
  std::ostringstream out;
  out << "{\"pair\": \"" << r.pair << "\", \"poses\": " << r.poses << ", \"touching\": " << r.touching
      << ", \"equal\": " << r.equal << ", \"off\": " << r.off
      << ", \"worst\": " << std::min(r.worst, std::numeric_limits<double>::max()) << "}";
  return out.str();
}

// Rows of a file written before, by the name of the pair; one row is one line.
std::map<std::string, std::string> rows_of(const char* file) {
  const std::string start = "{\"pair\": \"";
  std::map<std::string, std::string> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(start, 0) != 0) continue;
    const std::string name = line.substr(start.size(), line.find('"', start.size()) - start.size());
    rows[name] = line.substr(0, line.find('}') + 1);
  }
  return rows;
}

void write_json(const char* file, const std::vector<PairCase>& pairs,
                const std::vector<SweepResult>& results) {
  std::map<std::string, std::string> rows = rows_of(file);
  for (const SweepResult& r : results) rows[r.pair] = json_row(r);
  std::ofstream out(file);
  out << "{\"pairs\": [";
  const char* separator = "\n";
  for (const PairCase& types : pairs) {
    const auto row = rows.find(types.name);
    if (row == rows.end()) continue;
    out << separator << row->second;
    separator = ",\n";
  }
  out << "\n]}\n";
}

std::vector<PairCase> all_pairs() {
  std::vector<PairCase> pairs;
  for (const auto& group : {corten::oracle::analytic_pairs(), corten::oracle::convex_pairs()})
    pairs.insert(pairs.end(), group.begin(), group.end());
  return pairs;
}

// number of model states whose contact lists differ
long sweep_models() {
  long off = 0, models = 0, states = 0, contacts = 0, uncovered = 0;
  for (const std::string& file : corten::model_files()) {
    const corten::oracle::ModelContacts result = corten::oracle::compare_model_contacts(file);
    models += result.loaded;
    states += result.states;
    contacts += result.contacts;
    uncovered += result.uncovered;
    off += static_cast<long>(result.differences.size());
    for (const std::string& difference : result.differences)
      std::printf("%s at %s\n", file.c_str(), difference.c_str());
  }
  std::printf("%ld models, %ld states, %ld contacts (%ld of flex or sdf not compared): %ld states differ\n",
              models, states, contacts, uncovered, off);
  return off;
}

// number of random scenes in which contacts, distances or rays differ
long sweep_scenes(long scenes, unsigned long seed) {
  long off = 0, loaded = 0, contacts = 0;
  for (long i = 0; i < scenes; ++i) {
    const unsigned number = static_cast<unsigned>(1000003 * seed + static_cast<unsigned long>(i));
    corten::oracle::ModelPtr model = corten::oracle::load_scene(corten::oracle::random_scene(number), number);
    if (!model) continue;
    ++loaded;
    corten::oracle::ContactScene scene(std::move(model));
    for (unsigned state = 0; state < 10; ++state) {
      const std::string difference = corten::oracle::compare_scene(scene, 1000 * number + state);
      contacts += scene.od->ncon;
      if (difference.empty()) continue;
      std::printf("scene %u state %u: %s\n", number, state, difference.c_str());
      std::fflush(stdout);
      ++off;
      break;
    }
  }
  std::printf("%ld random scenes, 10 states each, %ld contacts: %ld scenes differ\n", loaded, contacts, off);
  return off;
}

}  // namespace

int main(int argc, char** argv) {
  const long poses = argc > 1 ? std::atol(argv[1]) : 1000000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 7;
  const std::string only = argc > 3 ? argv[3] : "all";
  std::printf("%-20s %9s %9s %11s %9s %10s\n", "pair", "poses", "touching", "bit-equal", "off 1e-10",
              "worst");
  std::vector<SweepResult> results;
  long off = 0;
  const std::vector<PairCase> pairs = all_pairs();
  for (const PairCase& types : pairs) {
    if (only != "all" && only != "pairs" && only != types.name) continue;
    results.push_back(sweep(types, poses, seed));
    off += results.back().off;
  }
  if (argc > 4) write_json(argv[4], pairs, results);
  if (only == "all" || only == "models") off += sweep_models();
  if (only == "scenes") off += sweep_scenes(poses, seed);
  return off ? 1 : 0;
}
