// Settings of <compiler> that apply while orientations are read.
#include <gtest/gtest.h>

#include "tests/compile/same_model.h"

namespace corten {
namespace {

std::string with_sequence(const std::string& sequence) {
  return "<mujoco><compiler eulerseq='" + sequence +
         "'/><worldbody><frame euler='7 -30 55'><geom size='.1' euler='10 20 -40'/></frame>"
         "<replicate count='2' euler='5 15 25'><site euler='80 1 -2'/></replicate></worldbody></mujoco>";
}

TEST(Compiler, EverySequenceOfEulerAnglesIsTheOracles) {  // judge: oracle
  const std::string letters = "xyzXYZ";
  for (const char a : letters)
    for (const char b : letters)
      for (const char c : letters) expect_same_model(with_sequence({a, b, c}));
}

TEST(Compiler, RepeatedSectionsMergeAndTheLastValueWins) {  // judge: oracle
  expect_same_model(
      "<mujoco><compiler angle='radian' boundmass='2'/><option timestep='.1'/><size nuser_body='2'/>"
      "<worldbody><body euler='1 0 0'><joint range='-1 1'/><geom size='.1'/></body></worldbody>"
      "<option gravity='0 0 -1'><flag contact='disable'/></option><compiler autolimits='true'/>"
      "<worldbody><body><joint/><geom size='.2'/></body></worldbody><size nuser_geom='1'/>"
      "<option timestep='.2'><flag limit='disable'/></option><compiler boundmass='3'/></mujoco>");
}

}  // namespace
}  // namespace corten
