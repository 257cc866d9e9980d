// Files of assets.
#include "corten/compile/assets_files.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "corten/asset/path.h"
#include "corten/base/client_texts.h"
#include "corten/base/thread_pool.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

// an element of an attached model keeps that model's folders
const spec::Compiler& compiler_of(const Spec& spec, const spec::Node& node) {
  return node.origin == 0 ? spec.compiler : spec.origins[node.origin - 1].compiler;
}

const std::string& model_folder_of(const Spec& spec, const spec::Node& node) {
  return node.origin == 0 ? spec.modelfiledir : spec.origins[node.origin - 1].modelfiledir;
}

// relative to the folder of the model
std::string asset_name(const Spec& spec, const spec::Node& node, const std::string& file,
                       AssetFolder folder) {
  const spec::Compiler& compiler = compiler_of(spec, node);
  const std::string& asset_folder = folder == AssetFolder::kMesh ? *compiler.meshdir : *compiler.texturedir;
  return combine_path(asset_folder, stored_path(spec, file));
}

}  // namespace

std::string stored_path(const Spec& spec, const std::string& file) {
  return *spec.compiler.strippath ? base_name(file) : file;
}

std::string in_file(const std::string& file, const std::string& failure) {
  return file.empty() || failure.empty() ? failure : "file " + quoted(file) + ": " + failure;
}

std::string asset_path(const Spec& spec, const spec::Node& node, const std::string& file,
                       AssetFolder folder) {
  return reduce_path(combine_path(model_folder_of(spec, node), asset_name(spec, node, file, folder)));
}

File open_asset(const Spec& spec, const Draft& draft, const spec::Node& node, const std::string& file,
                AssetFolder folder) {
  static const Vfs kDisk;
  const Vfs& vfs = draft.options && draft.options->vfs ? *draft.options->vfs : kDisk;
  draft.budget.check_time(node.place, quoted(file));
  const std::string name = asset_name(spec, node, file, folder), path = asset_path(spec, node, file, folder);
  if (std::optional<File> opened = vfs.open(model_folder_of(spec, node), name)) {
    draft.budget.admit_file(path, static_cast<double>(opened->bytes().size()));
    return *opened;
  }
  throw AssetError(client_text::kNoFile + quoted(path) + ": it is not there or not readable");
}

void run_jobs(const Spec& spec, const std::vector<AssetJob>& jobs, Diagnostics& diagnostics) {
  const int count = static_cast<int>(jobs.size());
  std::vector<std::string> failures(jobs.size());
  std::atomic<int> next = 0;
  const auto run = [&](int, int, int) {
    for (int i; (i = next++) < count;) failures[i] = in_file(jobs[i].file, failure_of(jobs[i].work));
  };
  const auto larges = std::count_if(jobs.begin(), jobs.end(), [](const AssetJob& job) { return job.large; });
  if (*spec.compiler.usethread && larges > 1) {
    ThreadPool pool(static_cast<int>(std::min<std::ptrdiff_t>(larges, std::thread::hardware_concurrency())));
    pool.parallel_ranges(count, run);
  } else {
    run(0, count, 0);
  }
  for (int i = 0; i < count; ++i)
    if (!failures[i].empty()) refuse(diagnostics, jobs[i].tag, *jobs[i].node, failures[i]);
}

void process_assets(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  std::vector<AssetJob> jobs;
  add_mesh_jobs(spec, draft, jobs);
  add_texture_jobs(spec, draft, jobs);
  add_hfield_jobs(spec, draft, jobs);
  run_jobs(spec, jobs, diagnostics);
}

}  // namespace corten
