// Warnings of an engine call, told after it: the first of each kind and simulation goes to the user's
// callback (set_mju_user_warning), or to the standard output and MUJOCO_LOG.TXT as in MuJoCo.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "corten/model/data.h"

namespace corten::python {

// Notices which warning counters leave zero. observe() needs no interpreter lock, report() does.
class WarningWatch {
 public:
  explicit WarningWatch(const Data& d) { remember(d); }
  void observe(const Data& d);  // after every step
  void report() const;

 private:
  void remember(const Data& d);
  std::array<int, mjNWARNING> number_{};
  Real time_ = 0;  // when the step began: an automatic reset clears the time
  std::vector<std::string> texts_;
};

}  // namespace corten::python
