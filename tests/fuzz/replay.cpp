// The main program of a target where there is no libFuzzer: runs the files and folders of its arguments, then
// `-runs=N` changed copies of them. The compiler of every day replays the corpora with it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void run(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

void change(std::string& input, const std::vector<std::string>& corpus, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n ? random() % n : 0; };
  switch (random() % 5) {
    case 0:
      if (!input.empty()) input[below(input.size())] = static_cast<char>(random());
      break;
    case 1:
      input.insert(below(input.size() + 1), 1, static_cast<char>(random()));
      break;
    case 2:
      input.erase(below(input.size() + 1), below(8));
      break;
    case 3: {
      const std::string& other = corpus[below(corpus.size())];
      input.insert(below(input.size() + 1), other.substr(below(other.size()), below(64)));
      break;
    }
    default:
      if (!input.empty()) input[below(input.size())] ^= static_cast<char>(1 << random() % 8);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> corpus;
  long runs = 0, seed = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "-runs=", 6) == 0) {
      runs = std::atol(argv[i] + 6);
    } else if (std::strncmp(argv[i], "-seed=", 6) == 0) {
      seed = std::atol(argv[i] + 6);
    } else if (fs::is_directory(argv[i])) {
      for (const auto& entry : fs::directory_iterator(argv[i])) corpus.push_back(content(entry.path()));
    } else {
      corpus.push_back(content(argv[i]));
    }
  }
  for (const std::string& input : corpus) run(input);
  if (corpus.empty()) corpus.emplace_back();
  std::mt19937 random(static_cast<unsigned>(seed));
  const char* keep = std::getenv("CORTEN_FUZZ_INPUT");  // where the current input is kept, for after a crash
  for (long i = 0; i < runs; ++i) {
    std::string input = corpus[random() % corpus.size()];
    for (unsigned k = 1 + random() % 6; k > 0; --k) change(input, corpus, random);
    if (keep)
      std::ofstream(keep, std::ios::binary).write(input.data(), static_cast<std::streamsize>(input.size()));
    run(input);
  }
  std::printf("%zu files, %ld changed copies\n", corpus.size(), runs);
}
