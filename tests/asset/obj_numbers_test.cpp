// Numbers of OBJ files: to 64 bits first, to single precision then, as x87 does it and the oracle with it.
#include "corten/asset/obj_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/support/oracle.h"

namespace corten {
namespace {

constexpr bool kHasX87 = std::numeric_limits<long double>::digits == 64;
const float kAboveOne = std::nextafter(1.0f, 2.0f);

float read(const std::string& word) { return ObjLine(word).next_float(); }

// 1 + 2⁻²⁴ = 1.000000059604644775390625 is between two floats; 64 bits round to it what is within 2⁻⁶⁴
// = 5.4e-20.
TEST(ObjNumbers, WhatIsNearAMidpointCountsAsTheMidpoint) {  // judge: hand values
  EXPECT_EQ(read("1.000000059604644775390625"), 1.0f);
  EXPECT_EQ(read("1.0000000596046447754"), 1.0f);  // 0.9e-20 above it: rounded once, the next float
  EXPECT_EQ(read("1.00000005960464477539062500000000000000000000001"), 1.0f);
  EXPECT_EQ(read("1.0000000596046447755"), kAboveOne);  // 10.9e-20 above: a double would not see it
  EXPECT_EQ(read("0x1.000001p0"), 1.0f);
  EXPECT_EQ(read("0x1.0000010000000001p0"), 1.0f);  // 2⁻⁶⁴: a tie of 64 bits, to even
  EXPECT_EQ(read("0x1.00000100000000010000000000000000000001p0"), kAboveOne);
}

// 2⁻¹⁵⁰ is a midpoint and a power of two: 64 bits are half as far apart below it.
TEST(ObjNumbers, MidpointsOfSubnormalsToo) {  // judge: hand values
  EXPECT_EQ(read("0x1p-150"), 0.0f);
  EXPECT_EQ(read("0x1.0000000000000001p-150"), 0.0f);
  EXPECT_EQ(read("0x1.0000000000000002p-150"), std::numeric_limits<float>::denorm_min());
}

TEST(ObjNumbers, NumbersBeyondTheRangeAreItsEnds) {  // judge: hand values
  const float most = std::numeric_limits<float>::max();
  EXPECT_EQ(read("-1e400"), -most);
  EXPECT_EQ(read("1e99999999999999999999"), most);
  EXPECT_EQ(read("1e-99999999999999999999"), 0.0f);
  EXPECT_EQ(read("0." + std::string(500, '0') + "1"), 0.0f);
  EXPECT_EQ(read(std::string(400, '9') + "e-5"), most);
}

// Decimals of a midpoint of floats, moved by a power of two around half a unit of the 64th bit.
std::string near_midpoint(std::mt19937& random) {
  const float f = std::ldexp(1 + static_cast<float>(random() % (1 << 23)) / (1 << 23),
                             static_cast<int>(random() % 40) - 20);
  const long double middle = (static_cast<long double>(f) + std::nextafter(f, 2 * f)) / 2;
  const long double moved = std::ldexp(middle, -60 - static_cast<int>(random() % 8));
  char text[128];
  std::snprintf(text, sizeof text, "%.*Lf", 19 + static_cast<int>(random() % 60),
                random() % 2 ? middle + moved : middle - moved);
  return text;
}

std::string any_number(std::mt19937& random) {
  std::string word;
  const auto digits = [&](unsigned count) {
    while (count-- > 0) word += static_cast<char>('0' + random() % 10);
  };
  if (random() % 2) word += '-';
  digits(1 + random() % 20);
  word += '.';
  digits(random() % 24);
  if (random() % 2) word += random() % 2 ? "e-" : "e", digits(1 + random() % 2);
  return word;
}

TEST(ObjNumbers, EveryNumberIsThatOfExtendedPrecision) {  // judge: the processor's 80-bit arithmetic
  if (!kHasX87) GTEST_SKIP() << "long double has other bits here";
  std::mt19937 random(3);
  constexpr long double kMost = std::numeric_limits<float>::max();
  for (int i = 0; i < 100000; ++i) {
    const std::string word = i % 2 ? near_midpoint(random) : any_number(random);
    const long double wide = std::strtold(word.c_str(), nullptr);
    ASSERT_EQ(read(word), static_cast<float>(std::clamp(wide, -kMost, kMost))) << word;
  }
}

// Vertices of a flex keep the numbers of the file: they are positions of its bodies.
TEST(ObjNumbers, HardNumbersAreTheOracles) {  // judge: oracle
  if (!kHasX87) GTEST_SKIP() << "the oracle of this machine reads with other bits than that of x86-64";
  std::mt19937 random(4);
  std::vector<std::string> words;
  for (int i = 0; i < 300; ++i) words.push_back(near_midpoint(random));
  const std::string file = testing::TempDir() + "corten_hard_numbers.obj";
  {
    std::ofstream out(file);
    for (std::size_t i = 0; i < words.size(); ++i)
      out << "v " << words[i] << ' ' << i << ' ' << i * i % 101 << '\n';
    for (std::size_t i = 1; i + 2 <= words.size(); ++i)
      out << "f " << i << ' ' << i + 1 << ' ' << i + 2 << '\n';
  }
  const auto m = oracle::load_string(
      "<mujoco><worldbody><body name='b'><flexcomp name='f' type='mesh' dim='2' mass='1' radius='0.001' "
      "file='" +
      file + "'/></body></worldbody></mujoco>");
  std::filesystem::remove(file);
  ASSERT_NE(m, nullptr);
  const int first = m->nbody - static_cast<int>(words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    EXPECT_EQ(static_cast<double>(read(words[i])), m->body_pos[3 * (first + static_cast<int>(i))])
        << words[i];
}

}  // namespace
}  // namespace corten
