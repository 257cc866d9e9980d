// The messages whose exact words the tests of client packages assert (MuJoCo's bindings_test.py,
// rollout_test.py and specs_test.py, which downstream forks copy). Every other message is in words of our
// own.
#pragma once

#include <string>

namespace corten::python::client_text {

constexpr const char* kNotCallable = "callback is not an Optional[Callable]";
constexpr const char* kStateSize = "state size should equal mj_stateSize(m, sig)";
constexpr const char* kEulerLength = "mju_euler2Quat: seq must contain exactly 3 characters";
constexpr const char* kOneThread =
    "More than one data instance passed but rollout is configured to run on main thread";

inline std::string no_result(const char* callback, const char* expected) {
  return std::string("mjcb_") + callback + " callback did not return " + expected;
}

inline std::string euler_letter(std::size_t place, char letter) {
  return "mju_euler2Quat: seq[" + std::to_string(place) + "] is '" + letter +
         "', should be one of x, y, z, X, Y, Z";
}

inline std::string state_signature(const char* function, int signature) {
  return std::string(function) + ": invalid state signature " + std::to_string(signature) +
         (signature < 0 ? " < 0" : " >= 2^mjNSTATE");
}

inline std::string no_file(const std::string& path) { return "Error opening file '" + path + "'"; }

inline std::string no_keyframe(int nkey) {
  return "mj_setKeyframe: index must be smaller than " + std::to_string(nkey) +
         " (keyframes allocated in model)";
}

inline std::string unknown_solver(int solver) {
  return "mj_fwdConstraint: unknown solver type " + std::to_string(solver);
}

inline std::string data_per_thread(std::size_t data, int threads) {
  return "Length of data: " + std::to_string(data) + " not equal to nthread: " + std::to_string(threads);
}

inline std::string repeated_name(const std::string& name, const char* kind) {
  return "Error: repeated name '" + name + "' in " + kind;
}

}  // namespace corten::python::client_text
