// What the lanes that share a world do together: meet, exchange, sum, count. On the device a team is half a
// warp, a warp or a block; without one it is a set of fibers (emulator.h), so that the same stages run and
// are tested anywhere.
#pragma once

#include <cstring>

#include "corten/base/config.h"

#ifdef __CUDACC__
#define CORTEN_DEV __device__ __forceinline__
#define CORTEN_COLD __device__ __noinline__
#define CORTEN_UNROLL _Pragma("unroll")
#define CORTEN_UNROLL_BY(n) _Pragma(CORTEN_TEXT(unroll n))
#define CORTEN_TEXT(x) #x
#else
#define CORTEN_DEV inline
#define CORTEN_COLD inline
#define CORTEN_UNROLL
#define CORTEN_UNROLL_BY(n)
#endif

#ifndef __CUDACC__
#include "cuda/emulator.h"
#endif

namespace corten::gpu {

constexpr int kWarp = 32;

#ifdef __CUDACC__

// W lanes: 16 or 32 of one warp, or all threads of a block.
template <int W>
class Team {
 public:
  // mail: room for 3 W / 32 numbers in shared memory, teams wider than a warp only
  CORTEN_DEV explicit Team(double* mail) : mail_(mail) {
    if constexpr (W <= kWarp) {
      lane_ = int(threadIdx.x) % W;
      mask_ = W == kWarp ? 0xffffffffu : 0xffffu << (threadIdx.x & 16u);
    } else {
      lane_ = int(threadIdx.x);
      mask_ = 0xffffffffu;
    }
  }
  CORTEN_DEV int lane() const { return lane_; }
  CORTEN_DEV double* mail() const { return mail_; }
  CORTEN_DEV void sync() const {
    if constexpr (W <= kWarp)
      __syncwarp(mask_);
    else
      __syncthreads();
  }
  // the value of one lane; W ≤ 32
  template <class U>
  CORTEN_DEV U from(U v, int lane) const {
    static_assert(W <= kWarp);
    return __shfl_sync(mask_, v, lane, W);
  }
  // the same bits in every lane: at each level both partners add the same two numbers
  template <class U>
  CORTEN_DEV U sum(U v) const {
    CORTEN_UNROLL for (int m = (W < kWarp ? W : kWarp) / 2; m > 0; m /= 2) v += __shfl_xor_sync(mask_, v, m);
    if constexpr (W > kWarp) {
      U* mail = reinterpret_cast<U*>(mail_);
      if (lane_ % kWarp == 0) mail[lane_ / kWarp] = v;
      sync();
      v = mail[0];
      for (int k = 1; k < W / kWarp; ++k) v += mail[k];
      sync();
    }
    return v;
  }
  // three sums at once, whose exchanges wait for each other less
  template <class U>
  CORTEN_DEV void sum(U& a, U& b, U& c) const {
    CORTEN_UNROLL for (int m = (W < kWarp ? W : kWarp) / 2; m > 0; m /= 2) {
      const U x = __shfl_xor_sync(mask_, a, m), y = __shfl_xor_sync(mask_, b, m),
              z = __shfl_xor_sync(mask_, c, m);
      a += x, b += y, c += z;
    }
    if constexpr (W > kWarp) {
      constexpr int n = W / kWarp;
      U* mail = reinterpret_cast<U*>(mail_);
      if (lane_ % kWarp == 0)
        mail[lane_ / kWarp] = a, mail[n + lane_ / kWarp] = b, mail[2 * n + lane_ / kWarp] = c;
      sync();
      a = mail[0], b = mail[n], c = mail[2 * n];
      for (int k = 1; k < n; ++k) a += mail[k], b += mail[n + k], c += mail[2 * n + k];
      sync();
    }
  }
  // sum of n over the lanes before this one; total over all
  CORTEN_DEV int before(int n, int& total) const {
    constexpr int width = W < kWarp ? W : kWarp;
    int end = n;
    CORTEN_UNROLL for (int k = 1; k < width; k *= 2) {
      const int left = __shfl_up_sync(mask_, end, k, width);
      if (lane_ % width >= k) end += left;
    }
    if constexpr (W <= kWarp) {
      total = __shfl_sync(mask_, end, width - 1, width);
    } else {
      int* mail = reinterpret_cast<int*>(mail_);
      if (lane_ % kWarp == kWarp - 1) mail[lane_ / kWarp] = end;
      sync();
      int earlier = 0;
      total = 0;
      for (int k = 0; k < W / kWarp; ++k) {
        if (k < lane_ / kWarp) earlier += mail[k];
        total += mail[k];
      }
      end += earlier;
      sync();
    }
    return end - n;
  }
  // the same with one bit per lane
  CORTEN_DEV int before(bool one, int& total) const {
    if constexpr (W <= kWarp) {
      unsigned votes = __ballot_sync(mask_, one);
      if constexpr (W < kWarp) votes = votes >> (threadIdx.x & 16u) & 0xffffu;
      total = __popc(votes);
      return __popc(votes & ((1u << lane_) - 1));
    } else {
      return before(int(one), total);
    }
  }
  CORTEN_DEV bool any(bool p) const {
    if constexpr (W <= kWarp)
      return __any_sync(mask_, p);
    else
      return __syncthreads_or(p);
  }

 private:
  int lane_;
  unsigned mask_;
  double* mail_;
};

#else

template <int W>
class Team {
 public:
  explicit Team(double*) {}
  int lane() const { return emulator::lane(); }
  double* mail() const { return nullptr; }
  void sync() const { emulator::meet(); }
  template <class U>
  U from(U v, int lane) const {
    return emulator::exchange(v, lane);
  }
  template <class U>
  U sum(U v) const {
    for (int m = (W < kWarp ? W : kWarp) / 2; m > 0; m /= 2) v += emulator::exchange(v, lane() ^ m);
    if constexpr (W > kWarp) {
      U total = emulator::exchange(v, 0);
      for (int k = 1; k < W / kWarp; ++k) total += emulator::exchange(v, k * kWarp);
      return total;
    }
    return v;
  }
  template <class U>
  void sum(U& a, U& b, U& c) const {
    a = sum(a), b = sum(b), c = sum(c);
  }
  int before(int n, int& total) const {
    const auto all = emulator::all(n);
    int earlier = 0;
    total = 0;
    for (int k = 0; k < W; ++k) {
      if (k < lane()) earlier += all[k];
      total += all[k];
    }
    return earlier;
  }
  int before(bool one, int& total) const { return before(int(one), total); }
  bool any(bool p) const {
    int total = 0;
    before(int(p), total);
    return total > 0;
  }
};

#endif

// The lanes of one warp of a team, which meet among themselves.
class Warp {
 public:
  CORTEN_DEV explicit Warp(int team_lane) : lane_(team_lane) {}
  CORTEN_DEV int lane() const { return lane_ % kWarp; }
  CORTEN_DEV int index() const { return lane_ / kWarp; }
#ifdef __CUDACC__
  CORTEN_DEV void sync() const { __syncwarp(); }
  template <class U>
  CORTEN_DEV U from(U v, int lane) const {
    return __shfl_sync(0xffffffffu, v, lane);
  }
#else  // all warps do the same here, so that all lanes may meet
  void sync() const { emulator::meet(); }
  template <class U>
  U from(U v, int lane) const {
    return emulator::exchange(v, index() * kWarp + lane);
  }
#endif

 private:
  int lane_;
};

}  // namespace corten::gpu
