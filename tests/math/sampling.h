// Random and degenerate inputs for the comparison with the oracle, and the comparison itself.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "corten/math/mat3.h"

namespace corten::sampling {

inline constexpr int kCount = 10000;
inline constexpr double kTolerance = 1e-14;

class Sampler {
 public:
  explicit Sampler(unsigned seed = 1) : engine_(seed) {}
  double normal() { return normal_(engine_); }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vec3<double> vec3() { return {normal(), normal(), normal()}; }
  Quat<double> raw_quat() { return {normal(), normal(), normal(), normal()}; }
  Quat<double> unit_quat() { return unit(raw_quat()); }
  Mat3<double> mat3() {
    Mat3<double> m;
    for (double& x : m.e) x = normal();
    return m;
  }
  Mat3<double> symmetric() {
    const Mat3<double> a = mat3();
    Mat3<double> m = a;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) = 0.5 * (a(i, j) + a(j, i));
    return m;
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

// random ones, then those where branches turn
inline std::vector<Vec3<double>> vectors() {
  Sampler s(11);
  std::vector<Vec3<double>> v{{0, 0, 0},     {1, 0, 0},       {0, 1, 0},           {0, 0, 1},
                              {0, 0, -1},    {-1, 0, 0},      {1e-16, 0, 0},       {0, 2e-15, 0},
                              {0, 1e-15, 0}, {1e-8, 1e-9, 0}, {1e-8, 0, -1},       {1e-16, 0, -1},
                              {1e-16, 0, 1}, {1e-300, 0, 0},  {3, 4, 0},           {1e10, 0, 1},
                              {0, -0.0, 0},  {-0.0, 0, 5},    {1e100, 1e100, 1e5}, {0, 0.5, 0.5}};
  while (static_cast<int>(v.size()) < kCount) v.push_back(s.vec3());
  return v;
}

inline std::vector<Quat<double>> quats() {
  Sampler s(12);
  const double h = std::sqrt(0.5);
  std::vector<Quat<double>> q{
      {1, 0, 0, 0},     {-1, 0, 0, 0},          {0, 1, 0, 0},          {0, 0, 1, 0},      {0, 0, 0, 1},
      {0, 0, 0, -1},    {0, 0, 0, 0},           {1e-16, 0, 0, 0},      {2, 0, 0, 0},      {h, h, 0, 0},
      {h, 0, -h, 0},    {1 + 4.4e-16, 0, 0, 0}, {1 + 4e-15, 0, 0, 0},  {1, 1e-16, 0, 0},  {1, 1e-9, 0, 0},
      {1e-17, 0, 0, 1}, {-1e-17, 0, 1, 0},      {0.5, 0.5, 0.5, -0.5}, {-1, 1e-16, 0, 0}, {1e5, -2e5, 0, 3}};
  while (static_cast<int>(q.size()) < kCount) q.push_back(q.size() % 3 ? s.unit_quat() : s.raw_quat());
  return q;
}

// Number of differing entries, and the largest |ours − theirs| / max(1, |theirs|).
class Comparison {
 public:
  void add(const double* ours, const double* theirs, int n) {
    for (int i = 0; i < n; ++i) {
      ++entries_;
      if (ours[i] == theirs[i] || (std::isnan(ours[i]) && std::isnan(theirs[i]))) continue;
      ++different_;
      const double error = std::abs(ours[i] - theirs[i]) / std::max(1.0, std::abs(theirs[i]));
      worst_ = std::isnan(error) ? INFINITY : std::max(worst_, error);
    }
  }
  void expect_close() const {
    EXPECT_LE(worst_, kTolerance) << different_ << " of " << entries_ << " differ";
  }
  void expect_equal_bits() const { EXPECT_EQ(different_, 0) << "of " << entries_ << ", worst " << worst_; }

 private:
  int entries_ = 0, different_ = 0;
  double worst_ = 0;
};

}  // namespace corten::sampling
