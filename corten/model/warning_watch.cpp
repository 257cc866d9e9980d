#include "corten/model/warning_watch.h"

#include <cstdio>

#include "corten/model/warning.h"

namespace corten {

void WarningWatch::remember(const Data& d) {
  for (std::size_t kind = 0; kind < number_.size(); ++kind) number_[kind] = d.warning[kind].number;
  time_ = d.time;
}

void WarningWatch::observe(const Data& d) {
  for (std::size_t kind = 0; kind < number_.size(); ++kind)
    if (number_[kind] == 0 && d.warning[kind].number > 0) {
      char time[32];
      std::snprintf(time, sizeof time, "; time %.4f", time_);
      texts_.push_back(warning_text(static_cast<int>(kind), d.warning[kind].lastinfo) + time);
    }
  remember(d);
}

}  // namespace corten
