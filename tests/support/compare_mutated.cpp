#include "tests/support/compare_mutated.h"

#include <sys/mman.h>

#include <filesystem>

#include "tests/support/compare_models.h"
#include "tests/support/compile_text.h"
#include "tests/support/oracle_reader.h"

namespace corten::mjcf {
namespace {

volatile bool* oracle_flag() {
  static volatile bool* flag = static_cast<volatile bool*>(shared_memory(sizeof(bool)));
  return flag;
}

}  // namespace

void* shared_memory(std::size_t bytes) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

bool in_oracle() { return *oracle_flag(); }

std::vector<MutationBase> load_bases(const std::vector<std::string>& files) {
  std::vector<MutationBase> bases;
  for (const std::string& file : files)
    if (auto root = parse_model_file(file); root && root->name == "mujoco")
      bases.push_back({file, std::move(*root)});
  return bases;
}

MutatedCase mutated_case(const std::vector<MutationBase>& bases, std::uint64_t seed) {
  std::mt19937_64 random(seed * 7919 + 1);
  const MutationBase& base = bases[random() % bases.size()];
  XmlElement root = base.root;
  ModelMutator(seed).mutate(root, 1 + static_cast<int>(random() % 6));
  return {base.file, to_text(root)};
}

std::string compare_case(const MutatedCase& changed) {
  load_oracle_plugins();
  const std::filesystem::path here = std::filesystem::current_path();
  const std::string folder = std::filesystem::path(changed.file).parent_path().string() + "/";
  std::filesystem::current_path(folder);  // for the models it attaches
  Diagnostics diagnostics;
  const auto ours = compile_ours(changed.xml, folder, diagnostics);
  std::string message;
  *oracle_flag() = true;
  mj_clearCache(mj_getCache());  // it does not know all settings that meshes depend on
  const auto theirs = compile_theirs(changed.xml, folder, message);
  *oracle_flag() = false;
  std::filesystem::current_path(here);
  if ((!theirs && !ours) || diagnostics.text().find("not supported yet") != std::string::npos) return {};
  if (!theirs) return "  WE ACCEPT, oracle: " + message + "\n";
  if (!ours) return "  WE REFUSE: " + diagnostics.text().substr(0, 300) + "\n";
  std::vector<oracle::Difference> differences = oracle::model_differences(theirs.get(), *ours);
  std::erase_if(differences,  // comes from simulation
                [](const auto& d) { return d.field == "actuator_lengthrange" && d.error < 1e-6; });
  return oracle::to_text(differences);
}

}  // namespace corten::mjcf
