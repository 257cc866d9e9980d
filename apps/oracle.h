// MuJoCo's library, when it is installed: loaded at run time, so that the command needs neither its headers
// nor its presence. Models and data stay opaque; times and states are all we ask for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "corten/model/enums.h"

namespace corten::app {

class Oracle {
 public:
  // From `path`, or looked for: $MUJOCO_LIBRARY, the loader's folders, then where `corten conform` finds
  // Python: that of $CORTEN_PYTHON, environments that are active, hold this command, or lie in this or a
  // parent folder of the caller or of the command, and python3 of the path. Null when there is none.
  static std::unique_ptr<Oracle> find(const std::string& path = "");
  ~Oracle();

  std::string version() const { return version_string_(); }
  // Why the model is refused; empty when it is loaded. In the initial state or that of a keyframe.
  std::string load(const std::string& path, int key);
  void step() { step_(model_, data_); }
  // adds to every velocity
  void disturb(double amount);
  std::vector<double> qpos() const { return state(mjSTATE_QPOS); }
  // Parts of the state by mjtState, one after the other.
  std::vector<double> state(int parts) const;
  void set_state(int parts, const std::vector<double>& values);

 private:
  explicit Oracle(void* library);
  bool complete() const;

  void* library_;
  void* model_ = nullptr;
  void* data_ = nullptr;
  const char* (*version_string_)() = nullptr;
  void* (*load_xml_)(const char*, const void*, char*, int) = nullptr;
  void* (*make_data_)(const void*) = nullptr;
  void (*reset_keyframe_)(const void*, void*, int) = nullptr;
  void (*step_)(const void*, void*) = nullptr;
  int (*state_size_)(const void*, int) = nullptr;
  void (*get_state_)(const void*, const void*, double*, int) = nullptr;
  void (*set_state_)(const void*, void*, const double*, int) = nullptr;
  void (*delete_data_)(void*) = nullptr;
  void (*delete_model_)(void*) = nullptr;
};

}  // namespace corten::app
