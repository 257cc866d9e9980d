// Notices which warnings a call of the engine gave first: a program is told of each kind once per simulation.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "corten/model/data.h"

namespace corten {

class WarningWatch {
 public:
  explicit WarningWatch(const Data& d) { remember(d); }
  void observe(const Data& d);  // after every step
  // what observe() found: what happened, where, what to do, and when
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  void remember(const Data& d);
  std::array<int, mjNWARNING> number_{};
  Real time_ = 0;  // when the step began: an automatic reset clears the time
  std::vector<std::string> texts_;
};

}  // namespace corten
