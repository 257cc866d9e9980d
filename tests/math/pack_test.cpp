// Packs compute in every lane what plain numbers compute.
#include "corten/math/pack.h"

#include <gtest/gtest.h>

#include <vector>

#include "corten/base/cpu.h"
#include "tests/math/pack_battery.h"
#include "tests/math/pack_battery_avx2.h"
#include "tests/math/sampling.h"

namespace corten {
namespace {

using battery::kInputs;
using battery::kOutputs;

template <class T, int N>
void run_packs(const T* in, T* out) {
  battery::run(reinterpret_cast<const Pack<T, N>*>(in), reinterpret_cast<Pack<T, N>*>(out));
}

// Inputs of one run: random, with exact zeros, identities and repeated directions in some of the lanes.
template <class T>
void fill(sampling::Sampler& s, int run, T* in, int stride) {
  for (int i = 0; i < kInputs; ++i) in[i * stride] = static_cast<T>(s.normal());
  const auto set = [&](int first, std::initializer_list<double> values) {
    for (double x : values) in[first++ * stride] = static_cast<T>(x);
  };
  if (run % 7 == 1) set(0, {0, 0, 0});
  if (run % 7 == 2) set(6, {1, 0, 0, 0});
  if (run % 7 == 3) set(0, {0, 0, -2});
  if (run % 7 == 4) set(14, {0, 0});
  if (run % 5 == 1) set(10, {0, 0, 0, 0});
}

template <class T, int N, class Run>
void expect_lanes_equal_scalars(Run&& run) {
  sampling::Sampler s;
  alignas(64) T in[kInputs * N], out[kOutputs * N];
  int different = 0;
  for (int i = 0; i < 1000; ++i) {
    for (int lane = 0; lane < N; ++lane) fill(s, i * N + lane, in + lane, N);
    run(in, out);
    for (int lane = 0; lane < N; ++lane) {
      T one_in[kInputs], one_out[kOutputs];
      for (int k = 0; k < kInputs; ++k) one_in[k] = in[k * N + lane];
      battery::run(one_in, one_out);
      for (int k = 0; k < kOutputs; ++k) {
        const T ours = out[k * N + lane];
        if (ours != one_out[k] && !(std::isnan(ours) && std::isnan(one_out[k]))) ++different;
      }
    }
  }
  EXPECT_EQ(different, 0);
}

TEST(Pack, FourDoublesHaveTheBitsOfScalars) {  // judge: the scalar functions
  expect_lanes_equal_scalars<double, 4>(run_packs<double, 4>);
}

TEST(Pack, EightFloatsHaveTheBitsOfScalars) {  // judge: the scalar functions
  expect_lanes_equal_scalars<float, 8>(run_packs<float, 8>);
}

TEST(Pack, Avx2DoublesHaveTheBitsOfScalars) {  // judge: the scalar functions
  if (!has(Isa::avx2)) GTEST_SKIP() << "no AVX2 here";
  expect_lanes_equal_scalars<double, 4>(battery::run_avx2_double);
}

TEST(Pack, Avx2FloatsHaveTheBitsOfScalars) {  // judge: the scalar functions
  if (!has(Isa::avx2)) GTEST_SKIP() << "no AVX2 here";
  expect_lanes_equal_scalars<float, 8>(battery::run_avx2_float);
}

TEST(Pack, MasksCombineLaneByLane) {  // judge: hand value
  const double values[]{1, 2, 3, 4};
  const auto x = Pack<double, 4>::load(values);
  using P = Pack<double, 4>;
  const auto middle = x > P(1) && x < P(4);
  const bool expected[]{false, true, true, false};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(middle.lane(i), expected[i]);
    EXPECT_EQ((!middle).lane(i), !expected[i]);
    EXPECT_EQ((middle || x == P(1)).lane(i), i < 3);
  }
  EXPECT_TRUE(any(middle));
  EXPECT_FALSE(all(middle));
  EXPECT_TRUE(all(x >= P(1)));
  EXPECT_FALSE(any(x <= P(0)));
}

TEST(Pack, MinAndMaxTreatNanAsTheStandardLibraryDoes) {  // judge: std::min, std::max
  const double a[]{1, NAN, 5, -0.0}, b[]{2, 3, NAN, 0.0};
  const auto pa = Pack<double, 4>::load(a), pb = Pack<double, 4>::load(b);
  for (int i = 0; i < 4; ++i) {
    const double low = min(pa, pb).lane(i), high = max(pa, pb).lane(i);
    EXPECT_TRUE(low == std::min(a[i], b[i]) || std::isnan(std::min(a[i], b[i])) == std::isnan(low)) << i;
    EXPECT_TRUE(high == std::max(a[i], b[i]) || std::isnan(std::max(a[i], b[i])) == std::isnan(high)) << i;
  }
}

TEST(Pack, LoadsStoresGathersAndScatters) {  // judge: hand value
  const double values[]{0, 1, 2, 3, 4, 5, 6, 7, 8};
  double plain[4], strided[9] = {};
  Pack<double, 4>::load(values + 1).store(plain);
  Pack<double, 4>::gather(values, 2).scatter(strided, 2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(plain[i], i + 1);
    EXPECT_EQ(strided[2 * i], 2 * i);
    EXPECT_EQ(strided[2 * i + 1], 0);
  }
}

}  // namespace
}  // namespace corten
