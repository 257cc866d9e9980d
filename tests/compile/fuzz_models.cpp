// Compares verdict and compiled model with the oracle on randomly changed models, for as long as one likes:
//   fuzz_models FIRST_SEED COUNT PATH...
// Every case runs in a child process, because the oracle ends the process on some inputs. A difference is
// printed with its seed and written to fuzz_<seed>.xml in the working folder.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/support/compare_mutated.h"
#include "tests/support/model_files.h"

namespace {

using namespace corten;

std::vector<std::string> small_models(const std::vector<std::string>& paths) {
  std::vector<std::string> files = model_files(paths);
  std::erase_if(files, [](const std::string& file) { return std::filesystem::file_size(file) >= 60000; });
  return files;
}

// runs cases until one ends the process; the number of the case in work is in *progress
void run_cases(const std::vector<std::string>& files, long first, long count, volatile long* progress) {
  const auto bases = mjcf::load_bases(files);
  for (long seed = first; seed < first + count; ++seed) {
    *progress = seed;
    const mjcf::MutatedCase changed = mjcf::mutated_case(bases, static_cast<std::uint64_t>(seed));
    alarm(20);
    const std::string difference = mjcf::compare_case(changed);
    if (difference.empty()) continue;
    std::cout << "seed " << seed << " from " << changed.file << '\n' << difference << std::flush;
    std::ofstream("fuzz_" + std::to_string(seed) + ".xml") << changed.xml;
  }
  *progress = -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::vector<std::string> files = small_models({argv + 3, argv + argc});
  long first = std::atol(argv[1]);
  const long end = first + std::atol(argv[2]);
  mjcf::in_oracle();  // made before there are children
  auto* progress = static_cast<volatile long*>(mjcf::shared_memory(sizeof(long)));
  while (first < end) {
    const pid_t child = fork();
    if (child == 0) {
      run_cases(files, first, end - first, progress);
      std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (*progress < 0) break;
    std::cout << "seed " << *progress << " ended the process in "
              << (mjcf::in_oracle() ? "the oracle" : "OUR CODE") << std::endl;
    first = *progress + 1;
  }
  return 0;
}
