// Files of assets: where they are looked for, and how a failure to use one is told.
#pragma once

#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "corten/asset/asset_error.h"
#include "corten/asset/vfs.h"
#include "corten/compile/draft.h"
#include "corten/compile/refuse.h"

namespace corten {

enum class AssetFolder { kMesh, kTexture };  // meshdir also serves height fields and skins

// The path as the model keeps it: without folders if the compiler strips them.
std::string stored_path(const Spec& spec, const std::string& file);

// Where a file of the element is looked for.
std::string asset_path(const Spec& spec, const spec::Node& node, const std::string& file, AssetFolder folder);

// Throws AssetError when there is no such file.
File open_asset(const Spec& spec, const Draft& draft, const spec::Node& node, const std::string& file,
                AssetFolder folder);

// Why work() failed; empty when it did not. Nothing an asset file contains may end the program.
template <class Work>
std::string failure_of(Work&& work) {
  try {
    work();
    return {};
  } catch (const AssetError& error) {
    return error.what();
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::length_error&) {
    return "too large";
  }
}

// Memory an asset asks for before it is made: it is there twice, as read and in the model.
inline void draw_asset(const Draft& draft, const char* tag, const spec::Node& node, double bytes,
                       const std::string& file = {}) {
  draft.budget.draw_bytes(2 * bytes, node.place,
                          element_text(tag, node) + (file.empty() ? "" : ": file '" + file + "'"));
}

// The failure with the file it is about, if there is one.
std::string in_file(const std::string& file, const std::string& failure);

// One asset to process.
struct AssetJob {
  const char* tag;
  const spec::Node* node;  // to blame
  const std::string& file;
  bool large;                  // worth a thread, which costs more than a small asset
  std::function<void()> work;  // fails as failure_of says
};

template <class Item>
bool comes_from_file(const Item& item) {
  return !item.spec->file.empty();
}

// Adds work(item) for every item.
template <class Items, class Large, class Work>
void add_jobs(const char* tag, Items& items, Large&& large, Work work, std::vector<AssetJob>& jobs) {
  for (auto& item : items)
    jobs.push_back({tag, item.spec, item.spec->file, large(item), [work, &item] { work(item); }});
}

void add_mesh_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs);
void add_texture_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs);
void add_hfield_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs);

// Several at once if the compiler may use threads and more than one is large; failures are reported in order.
void run_jobs(const Spec& spec, const std::vector<AssetJob>& jobs, Diagnostics& diagnostics);

}  // namespace corten
