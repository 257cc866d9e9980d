// The refusals whose exact words the tests of client packages assert (MuJoCo's specs_test.py, which
// downstream forks copy). Every other message is in words of our own.
#pragma once

namespace corten::client_text {

constexpr const char* kNoSensorData = "data spec (intprm[0]) must be positive";

}  // namespace corten::client_text
