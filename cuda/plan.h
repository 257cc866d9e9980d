// What the host works out once for a model: whether the device can step it, tables, how many lanes a world
// gets and how much memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "corten/model/model.h"
#include "cuda/context.h"

namespace corten::gpu {

// Why the device cannot step the model, one reason per line; empty when it can.
std::string unsupported(const Model& m);

inline bool has_medium(const Model& m) { return m.opt.density != 0 || m.opt.viscosity != 0; }

// Lanes per world; one kernel per value, scalar and kind. Plain kernels have no features, and 28 numbers in a
// row of 32 lanes, which loads from shared memory like.
enum class Tier { lanes16, lanes32, block };
enum class Kind { plain, robot, full, varied_robot, varied, spill };
struct TierShape {
  int width;      // lanes per world, or the most of them
  int row;        // dofs in registers, 0 for none
  int per_block;  // worlds in a block
  int tree_row;   // dofs of a tree that is solved apart
  bool own;       // worlds have models of their own
};
TierShape shape_of(Tier tier, Kind kind);
Tier tier_for(const Model& m);
// lanes of a world: a warp for each of the trees that are solved apart
template <class T>
int lanes_for(const Model& m, const Tables<T>& tables);
// the smallest that has the features of the tables and in which the model's rows fit
template <class T>
Kind kind_for(const Model& m, const Tables<T>& tables);

// Shared memory that the device lends: in all of one multiprocessor, and to one block.
struct SharedMemory {
  std::size_t multiprocessor = 228 << 10;
  std::size_t block = 227 << 10;
  std::size_t reserved = 1 << 10;  // of each block, beside what its kernel declares (kMailBytes)
};

// What every block has in shared memory beside its worlds: the mail of teams wider than a warp.
constexpr int kMailNumbers = 12;
constexpr std::size_t kMailBytes = kMailNumbers * sizeof(double);

// Memory of a world: in shared memory, or in device memory with room for all rows that could be.
struct MemoryPlan {
  bool fits_shared = false;
  WorldLayout shared{};
  WorldLayout spill{};
  int resident = 1;  // worlds of one multiprocessor in shared memory
};
template <class T>
MemoryPlan plan_memory(const Model& m, const Tables<T>& tables, Kind kind, const SharedMemory& memory);

// The model and its tables as one piece of memory at `base`; with a null base only its size is right.
template <class T>
struct ModelImage {
  OwnModel<T> own;  // also the first bytes
  std::byte* base = nullptr;
  std::vector<std::byte> bytes;
  std::size_t common_from = 0;  // from here on what no world has otherwise: meshes and height fields
};
// With the image of a model of the same structure: whatever is as there is looked for there.
template <class T>
ModelImage<T> make_image(const Model& m, std::byte* base, const ModelImage<T>* common = nullptr);
// Whether a world with the one can run with the memory that was planned for the other.
template <class T>
bool same_structure(const ModelImage<T>& a, const ModelImage<T>& b);

}  // namespace corten::gpu
