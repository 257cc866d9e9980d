// Files of assets: where they are looked for, and how a failure to use one is told.
#pragma once

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "corten/asset/asset_error.h"
#include "corten/asset/vfs.h"
#include "corten/base/thread_pool.h"
#include "corten/compile/draft.h"
#include "corten/compile/refuse.h"

namespace corten {

enum class AssetFolder { kMesh, kTexture };  // meshdir also serves height fields and skins

// The path as the model keeps it: without folders if the compiler strips them.
std::string stored_path(const Spec& spec, const std::string& file);

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

template <class Item>
bool comes_from_file(const Item& item) {
  return !item.spec->file.empty();
}

// work(item) for every item, several at once if the compiler may use threads and more than one is `large`: a
// thread costs more than a small asset. Failures are reported in the order of the items, whose `spec` is the
// element to blame.
template <class Items, class Large, class Work>
void process_each(const Spec& spec, const char* tag, Items& items, Diagnostics& diagnostics, Large&& large,
                  Work&& work) {
  const int count = static_cast<int>(items.size());
  std::vector<std::string> failures(items.size());
  std::atomic<int> next = 0;
  const auto run = [&](int, int, int) {
    for (int i; (i = next++) < count;) failures[i] = failure_of([&] { work(items[i]); });
  };
  const auto larges = std::count_if(items.begin(), items.end(), large);
  if (*spec.compiler.usethread && larges > 1) {
    ThreadPool pool(static_cast<int>(std::min<std::ptrdiff_t>(larges, std::thread::hardware_concurrency())));
    pool.parallel_ranges(count, run);
  } else {
    run(0, count, 0);
  }
  for (int i = 0; i < count; ++i)
    if (!failures[i].empty()) refuse(diagnostics, tag, *items[i].spec, failures[i]);
}

}  // namespace corten
