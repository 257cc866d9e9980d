// A team of lanes without a device: one fiber per lane. Between two meetings the lanes run in an order drawn
// anew, so that a missing meeting shows as a difference. For tests and for machines without a GPU; not fast.
#pragma once

#include <array>
#include <cstring>
#include <functional>

namespace corten::gpu::emulator {

inline constexpr int kMostLanes = 128;

// Runs body on `width` fibers until all return. Throws std::logic_error when lanes wait for each other for
// ever.
void run(int width, const std::function<void()>& body);

int lane();   // of the running fiber
int width();  // lanes that run
void meet(
    int group);  // until all lanes of this group are here: lanes k group, k group + 1, … (k + 1) group − 1

using Slot = unsigned char[64];
Slot& slot(int lane);

// values of the lanes of a group, in its order
template <class U>
std::array<U, kMostLanes> all(U v, int group) {
  static_assert(sizeof(U) <= sizeof(Slot));
  std::memcpy(slot(lane()), &v, sizeof v);
  meet(group);
  std::array<U, kMostLanes> result;
  const int first = lane() / group * group;
  for (int i = 0; i < group; ++i)
    std::memcpy(&result[static_cast<std::size_t>(i)], slot(first + i), sizeof v);
  meet(group);
  return result;
}

template <class U>
U exchange(U v, int from, int group) {
  static_assert(sizeof(U) <= sizeof(Slot));
  std::memcpy(slot(lane()), &v, sizeof v);
  meet(group);
  U result;
  std::memcpy(&result, slot(lane() / group * group + from), sizeof result);
  meet(group);
  return result;
}

}  // namespace corten::gpu::emulator
