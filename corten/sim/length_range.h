// Length ranges: the least and the largest length of an actuator that its mechanism allows, found by pulling.
#pragma once

#include <functional>
#include <string>

#include "corten/base/progress.h"
#include "corten/model/data.h"
#include "corten/model/enums.h"
#include "corten/model/model.h"

namespace corten {

// Attributes of compiler/lengthrange (mjLROpt).
struct LengthRangeOptions {
  int mode = mjLRMODE_MUSCLE;  // which actuators
  int useexisting = 1;         // a range that was given stays
  int uselimit = 0;            // limits of joints and tendons are ranges, nothing is pulled
  Real accel = 20;             // acceleration the pull would give at rest
  Real maxforce = 0;           // largest norm of the pull; 0: any
  Real timeconst = 1;          // velocities decay with this time constant [s]
  Real timestep = 0.01;        // of the pull at compilation; 0: the model's [s]
  Real inttotal = 10;          // length of a pull [s]
  Real interval = 2;           // its last part, where lengths are recorded [s]
  Real tolrange = 0.05;        // lengths recorded on one side may differ by this part of the range

  template <class Self, class Fn>
  static void visit(Self& o, Fn&& fn) {
    fn("mode", o.mode), fn("useexisting", o.useexisting), fn("uselimit", o.uselimit);
    fn("accel", o.accel), fn("maxforce", o.maxforce), fn("timeconst", o.timeconst);
    fn("timestep", o.timestep), fn("inttotal", o.inttotal), fn("interval", o.interval);
    fn("tolrange", o.tolrange);
  }
};

// Whether the mode and the range that is there ask for a new one.
bool wants_length_range(const Model& m, int actuator, const LengthRangeOptions& options);

// Finds the range of one actuator, whatever its kind, with the model's own options. `d` is workspace.
// `stop`, asked at every step, ends it early.
// Returns what went wrong, empty if nothing; `range` then is the result.
std::string find_length_range(const Model& m, Data& d, int actuator, const LengthRangeOptions& options,
                              Vec<Real, 2>& range, const std::function<bool()>& stop = {});

// mj_setLengthRange: writes m.actuator_lengthrange of one actuator if the options want it.
std::string set_length_range(Model& m, Data& d, int actuator, const LengthRangeOptions& options = {},
                             const std::function<bool()>& stop = {});

// All actuators as at compilation: pulled without contacts, friction, springs, dampers, gravity and
// actuation, on up to `threads` threads (0: one per processor) with the same result. Tells its progress and
// asks `stop` at every step, from any of the threads.
// Returns the first actuator that failed and why, or −1.
struct LengthRangeFailure {
  int actuator = -1;
  std::string what;
};
LengthRangeFailure set_length_ranges(Model& m, const LengthRangeOptions& options, int threads = 0,
                                     const Progress& progress = {}, const std::function<bool()>& stop = {});

}  // namespace corten
