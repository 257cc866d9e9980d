// A team of lanes without a device: one fiber per lane. Between two meetings the lanes run in an order drawn
// anew, so that a missing meeting shows as a difference. For tests and for machines without a GPU; not fast.
#pragma once

#include <array>
#include <cstring>
#include <functional>

namespace corten::gpu::emulator {

inline constexpr int kMostLanes = 128;

// Runs body on `width` fibers until all return. Throws std::logic_error when some return and others wait.
void run(int width, const std::function<void()>& body);

int lane();   // of the running fiber
void meet();  // until all lanes are here

using Slot = unsigned char[16];
Slot& slot(int lane);

template <class U>
U exchange(U v, int from) {
  static_assert(sizeof(U) <= sizeof(Slot));
  std::memcpy(slot(lane()), &v, sizeof v);
  meet();
  U result;
  std::memcpy(&result, slot(from), sizeof result);
  meet();
  return result;
}

template <class U>
std::array<U, kMostLanes> all(U v) {
  std::memcpy(slot(lane()), &v, sizeof v);
  meet();
  std::array<U, kMostLanes> result{};
  for (int i = 0; i < kMostLanes; ++i) std::memcpy(&result[static_cast<std::size_t>(i)], slot(i), sizeof v);
  meet();
  return result;
}

}  // namespace corten::gpu::emulator
