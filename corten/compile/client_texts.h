// The refusals whose exact words the tests of client packages assert (MuJoCo's specs_test.py, which
// downstream forks copy, and its tests in C++). Where those look for a few words only, our sentence contains
// them at its place. Every other message is in words of our own.
#pragma once

#include <string>

namespace corten::client_text {

constexpr const char* kNoSensorData = "data spec (intprm[0]) must be positive";
constexpr const char* kNotCompiled = "Only compiled model can be written";
constexpr const char* kPendingKeys = "Model has pending keyframes";
constexpr const char* kNoModel = "Cannot write empty model";

inline std::string unrecognized_attribute(const std::string& key) {
  return "Error: unrecognized attribute 'plugin:" + key + "'";
}

inline std::string text_too_short(int needed) {
  return "Output string too short, should be at least " + std::to_string(needed);
}

}  // namespace corten::client_text
