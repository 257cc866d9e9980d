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

// whether the device multiplies matrices of doubles faster than it does number by number
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)
constexpr bool kMatrixUnits = true;
#else
constexpr bool kMatrixUnits = false;
#endif

// W lanes: 16 or 32 of one warp, or all threads of a block, at most W.
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
  CORTEN_DEV int width() const { return W <= kWarp ? W : int(blockDim.x); }
  CORTEN_DEV int index() const { return int(threadIdx.x) / W; }  // of the team in its block
  CORTEN_DEV int place() const {                                 // and among all that run
    return int(blockIdx.x) * int(blockDim.x / width()) + int(threadIdx.x) / width();
  }
  CORTEN_DEV const Team& own() const { return *this; }
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
    if constexpr (W > kWarp) v = gather(v);
    return v;
  }
  // sum of what the warps of a block have, one number each
  template <class U>
  CORTEN_DEV U gather(U v) const {
    U* mail = reinterpret_cast<U*>(mail_);
    if (lane_ % kWarp == 0) mail[lane_ / kWarp] = v;
    sync();
    v = mail[0];
    for (int k = 1; k < width() / kWarp; ++k) v += mail[k];
    sync();
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
    if constexpr (W > kWarp) gather(a, b, c);
  }
  template <class U>
  CORTEN_DEV void gather(U& a, U& b, U& c) const {
    const int n = width() / kWarp;
    U* mail = reinterpret_cast<U*>(mail_);
    if (lane_ % kWarp == 0)
      mail[lane_ / kWarp] = a, mail[n + lane_ / kWarp] = b, mail[2 * n + lane_ / kWarp] = c;
    sync();
    a = mail[0], b = mail[n], c = mail[2 * n];
    for (int k = 1; k < n; ++k) a += mail[k], b += mail[n + k], c += mail[2 * n + k];
    sync();
  }
  // sum of n over the lanes before this one; total over all
  CORTEN_DEV int before(int n, int& total) const {
    constexpr int together = W < kWarp ? W : kWarp;
    int end = n;
    CORTEN_UNROLL for (int k = 1; k < together; k *= 2) {
      const int left = __shfl_up_sync(mask_, end, k, together);
      if (lane_ % together >= k) end += left;
    }
    if constexpr (W <= kWarp) {
      total = __shfl_sync(mask_, end, together - 1, together);
    } else {
      int* mail = reinterpret_cast<int*>(mail_);
      if (lane_ % kWarp == kWarp - 1) mail[lane_ / kWarp] = end;
      sync();
      int earlier = 0;
      total = 0;
      for (int k = 0; k < width() / kWarp; ++k) {
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
  // bit k: what lane k says; W = 32
  CORTEN_DEV unsigned votes(bool p) const {
    static_assert(W == kWarp);
    return __ballot_sync(mask_, p);
  }
  CORTEN_DEV bool any(bool p) const {
    if constexpr (W <= kWarp)
      return __any_sync(mask_, p);
    else
      return __syncthreads_or(p);
  }

  // c[i, j] += Σ over four rows of x wᵀ, in tiles of eight by eight on and below the diagonal. The lane
  // brings of row lane % 4 its weight and its numbers at lane / 4, lane / 4 + 8, …; of each tile it keeps row
  // lane / 4, columns 2 (lane % 4) and the next.
  template <int N>
  CORTEN_DEV void add_outer(const double (&x)[N], double weight, double (&c)[N * (N + 1) / 2][2]) const {
    static_assert(W == kWarp);
    CORTEN_UNROLL for (int i = 0; i < N; ++i) {
      const double a = x[i] * weight;
      CORTEN_UNROLL for (int j = 0; j <= i; ++j) {
        double(&t)[2] = c[i * (i + 1) / 2 + j];
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                     : "+d"(t[0]), "+d"(t[1])
                     : "d"(a), "d"(x[j]));
      }
    }
  }

 private:
  int lane_;
  unsigned mask_;
  double* mail_;
};

#else

constexpr bool kMatrixUnits = true;

template <int W>
class Team {
 public:
  explicit Team(double*) {}
  int lane() const { return emulator::lane() % width(); }
  int width() const { return W <= kWarp ? W : emulator::width(); }
  int index() const { return emulator::lane() / width(); }
  int place() const { return 0; }
  const Team& own() const { return *this; }
  double* mail() const { return nullptr; }
  void sync() const { emulator::meet(width()); }
  template <class U>
  U from(U v, int lane) const {
    return emulator::exchange(v, lane, width());
  }
  template <class U>
  U sum(U v) const {
    for (int m = (W < kWarp ? W : kWarp) / 2; m > 0; m /= 2) v += from(v, lane() ^ m);
    if constexpr (W > kWarp) v = gather(v);
    return v;
  }
  template <class U>
  U gather(U v) const {
    U total = from(v, 0);
    for (int k = 1; k < width() / kWarp; ++k) total += from(v, k * kWarp);
    return total;
  }
  template <class U>
  void gather(U& a, U& b, U& c) const {
    a = gather(a), b = gather(b), c = gather(c);
  }
  template <class U>
  void sum(U& a, U& b, U& c) const {
    a = sum(a), b = sum(b), c = sum(c);
  }
  int before(int n, int& total) const {
    const auto all = emulator::all(n, width());
    int earlier = 0;
    total = 0;
    for (int k = 0; k < width(); ++k) {
      if (k < lane()) earlier += all[static_cast<std::size_t>(k)];
      total += all[static_cast<std::size_t>(k)];
    }
    return earlier;
  }
  int before(bool one, int& total) const { return before(int(one), total); }
  unsigned votes(bool p) const {
    static_assert(W == kWarp);
    const auto all = emulator::all(p, width());
    unsigned bits = 0;
    for (int k = 0; k < W; ++k) bits |= all[static_cast<std::size_t>(k)] ? 1u << k : 0u;
    return bits;
  }
  bool any(bool p) const {
    int total = 0;
    before(int(p), total);
    return total > 0;
  }
  template <int N>
  void add_outer(const double (&x)[N], double weight, double (&c)[N * (N + 1) / 2][2]) const {
    struct Row {
      double x[N], weight;
    } mine;
    for (int i = 0; i < N; ++i) mine.x[i] = x[i];
    mine.weight = weight;
    const auto all = emulator::all(mine, width());
    for (int i = 0; i < N; ++i)
      for (int j = 0; j <= i; ++j)
        for (int e = 0; e < 2; ++e)
          for (int k = 0; k < 4; ++k) {
            const Row& left = all[static_cast<std::size_t>(lane() / 4 * 4 + k)];
            const Row& right = all[static_cast<std::size_t>((2 * (lane() % 4) + e) * 4 + k)];
            c[i * (i + 1) / 2 + j][e] += left.x[i] * left.weight * right.x[j];
          }
  }
};

#endif

// The lanes of a warp with a tree of its own, in a block of W at most: alone, or joint with the other warps,
// with which it then meets and sums; it counts alone. Which of them is known only when it runs: two kinds of
// code would push each other out of the instruction cache. own(): the warp for itself.
template <int W>
class TreeTeam : public Team<kWarp> {
 public:
  CORTEN_DEV TreeTeam(double* mail, bool joint) : Team<kWarp>(nullptr), block_(mail), joint_(joint) {}
  CORTEN_DEV const Team<kWarp>& own() const { return *this; }
  CORTEN_DEV const Team<W>& block() const { return block_; }
  CORTEN_DEV bool joint() const { return joint_; }
  CORTEN_DEV void sync() const {
    if (joint_)
      block_.sync();
    else
      Team<kWarp>::sync();
  }
  template <class U>
  CORTEN_DEV U sum(U v) const {
    v = Team<kWarp>::sum(v);
    return joint_ ? block_.gather(v) : v;
  }
  template <class U>
  CORTEN_DEV void sum(U& a, U& b, U& c) const {
    Team<kWarp>::sum(a, b, c);
    if (joint_) block_.gather(a, b, c);
  }

 private:
  Team<W> block_;
  bool joint_;
};

}  // namespace corten::gpu
