// The refusals whose exact words the tests of client packages assert (MuJoCo's specs_test.py, which
// downstream forks copy, and user_api_test.cc). Every other message is in words of our own.
#pragma once

#include <string>

namespace corten::client_text {

constexpr const char* kNoSensorData = "data spec (intprm[0]) must be positive";
constexpr const char* kNotCompiled = "Only compiled model can be written";
constexpr const char* kPendingKeys = "Model has pending keyframes";

inline std::string unrecognized_attribute(const std::string& key) {
  return "Error: unrecognized attribute 'plugin:" + key + "'";
}

}  // namespace corten::client_text
