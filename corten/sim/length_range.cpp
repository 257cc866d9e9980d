#include "corten/sim/length_range.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "corten/base/thread_pool.h"
#include "corten/linalg/span_kernels.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/inertia.h"

namespace corten {
namespace {

struct Interval {
  Real low = std::numeric_limits<Real>::max();
  Real high = std::numeric_limits<Real>::lowest();

  void add(Real x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

bool is_muscle(const Model& m, int i) {
  return m.actuator_gaintype[i] == mjGAIN_MUSCLE || m.actuator_biastype[i] == mjBIAS_MUSCLE;
}
bool is_user(const Model& m, int i) {
  return m.actuator_gaintype[i] == mjGAIN_USER || m.actuator_biastype[i] == mjBIAS_USER;
}

bool mode_includes(const Model& m, int i, int mode) {
  if (mode == mjLRMODE_ALL) return true;
  if (mode == mjLRMODE_MUSCLEUSER) return is_muscle(m, i) || is_user(m, i);
  return mode == mjLRMODE_MUSCLE && is_muscle(m, i);
}

// Limits of the joint or tendon the oracle looks at: entry `actuator` of the ids of all transmissions written
// two by two, which is the actuator's own target for the first one only.
bool range_from_limit(const Model& m, int actuator, Vec<Real, 2>& range) {
  const int target = m.actuator_trnid[actuator / 2][actuator % 2];
  const int kind = m.actuator_trntype[actuator];
  if (kind == mjTRN_JOINT || kind == mjTRN_JOINTINPARENT) {
    if (target < 0 || target >= m.njnt || !m.jnt_limited[target]) return false;
    range = m.jnt_range[target];
    return true;
  }
  if (kind != mjTRN_TENDON) return false;
  if (target < 0 || target >= m.ntendon || !m.tendon_limited[target]) return false;
  range = m.tendon_range[target];
  return true;
}

// Force along the moment of the actuator that would accelerate the resting mechanism by `accel`.
//   out: d.qfrc_applied
void apply_pull(const Model& m, Data& d, int actuator, Real sign, const LengthRangeOptions& options) {
  Arena::Frame frame(d.arena);
  const auto acc = frame.alloc<Real>(m.nv);
  std::fill(acc.begin(), acc.end(), Real(0));
  const int adr = d.moment_rowadr[actuator];
  for (int k = adr; k < adr + d.moment_rownnz[actuator]; ++k) acc[d.moment_colind[k]] = d.actuator_moment[k];
  std::copy(acc.begin(), acc.end(), d.qfrc_applied.begin());
  solve_m(m, d, acc);
  const Real scale = sign * options.accel / std::max(kMinVal<Real>, norm(acc));
  for (Real& force : d.qfrc_applied) force *= scale;
  const Real size = norm(d.qfrc_applied.span());
  if (options.maxforce > 0 && size > options.maxforce)
    for (Real& force : d.qfrc_applied) force *= options.maxforce / size;
}

// Pulls from the initial state; false if the simulation broke down or somebody wants to stop.
bool pull(const Model& m, Data& d, int actuator, Real sign, const LengthRangeOptions& options,
          const std::function<bool()>& stop, Interval& lengths) {
  reset_data(m, d);
  const Real decay = std::exp(-m.opt.timestep / std::max(Real(0.01), options.timeconst));
  while (d.time < options.inttotal) {
    for (Real& v : d.qvel) v *= decay;
    if (stop && stop()) return false;
    const Real before = d.time;
    step1(m, d);
    apply_pull(m, d, actuator, sign, options);
    const Real length = d.actuator_length[actuator];
    step2(m, d);
    if (!(d.time > before)) return false;  // a check has reset the data; the same would happen for ever
    if (d.time > options.inttotal - options.interval) lengths.add(length);
  }
  return true;
}

std::string said(const char* format, Real a, Real b) {
  char text[160];
  std::snprintf(text, sizeof text, format, a, b);
  return text;
}

std::string check_convergence(const Interval sides[2], Real tolrange) {
  const Real range = sides[1].high - sides[0].low;
  if (range <= 0)
    return said("the shortest length %g is not below the longest %g", sides[0].low, sides[1].high);
  for (int side = 0; side < 2; ++side)
    if (sides[side].high - sides[side].low > tolrange * range)
      return said(side ? "pulling did not settle: the upper end moves between %g and %g"
                       : "pulling did not settle: the lower end moves between %g and %g",
                  sides[side].low, sides[side].high);
  return {};
}

// The options under which ranges are found at compilation.
void pull_only(Option& opt, Real timestep) {
  opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_GRAVITY |
                     mjDSBL_ACTUATION | mjDSBL_SENSOR;
  opt.enableflags &= ~mjENBL_SLEEP;
  if (timestep > 0) opt.timestep = timestep;
}

void keep_least(std::atomic<int>& least, int value) {
  for (int now = least; value < now && !least.compare_exchange_weak(now, value);) {
  }
}

}  // namespace

bool wants_length_range(const Model& m, int actuator, const LengthRangeOptions& options) {
  const Vec<Real, 2>& given = m.actuator_lengthrange[actuator];
  return mode_includes(m, actuator, options.mode) && !(options.useexisting && given[0] < given[1]);
}

std::string find_length_range(const Model& m, Data& d, int actuator, const LengthRangeOptions& options,
                              Vec<Real, 2>& range, const std::function<bool()>& stop) {
  if (options.uselimit && range_from_limit(m, actuator, range)) return {};
  Interval sides[2];
  for (int side = 0; side < 2; ++side)
    if (!pull(m, d, actuator, side ? 1 : -1, options, stop, sides[side]))
      return "the simulation that pulls the actuator became unstable";
  range = {sides[0].low, sides[1].high};
  return check_convergence(sides, options.tolrange);
}

std::string set_length_range(Model& m, Data& d, int actuator, const LengthRangeOptions& options,
                             const std::function<bool()>& stop) {
  if (!wants_length_range(m, actuator, options)) return {};
  Vec<Real, 2> range{};
  std::string wrong = find_length_range(m, d, actuator, options, range, stop);
  if (wrong.empty()) m.actuator_lengthrange[actuator] = range;
  return wrong;
}

LengthRangeFailure set_length_ranges(Model& m, const LengthRangeOptions& options, int threads,
                                     const Progress& progress, const std::function<bool()>& stop) {
  struct Task {
    int actuator;
    Vec<Real, 2> range{};
    std::string wrong{};
  };
  std::vector<Task> tasks;
  for (int i = 0; i < m.nu; ++i)
    if (wants_length_range(m, i, options)) tasks.push_back({i});
  if (tasks.empty()) return {};

  const Option option = m.opt;
  pull_only(m.opt, options.timestep);
  const int count = static_cast<int>(tasks.size());
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  int done = 0;
  std::atomic<int> first_wrong = count;  // only the first is told: pulls after it are spared
  std::mutex telling;
  const auto tell = [&] {
    const std::lock_guard lock(telling);
    if (progress) progress("length ranges", ++done, count);
  };
  ThreadPool pool(std::min(threads > 0 ? threads : processors, count));
  pool.parallel_ranges(count, [&](int first, int last, int) {
    Data d = Data::zeros(m);  // without plugins, which are not made before the model is
    reset_data(m, d);
    for (int k = first; k < last && k < first_wrong; ++k) {
      Task& task = tasks[k];
      task.wrong = find_length_range(m, d, task.actuator, options, task.range,
                                     [&] { return first_wrong < k || (stop && stop()); });
      if (stop && stop()) return;
      if (!task.wrong.empty()) keep_least(first_wrong, k);
      tell();
    }
  });
  m.opt = option;

  for (const Task& task : tasks) {
    if (!task.wrong.empty()) return {task.actuator, task.wrong};
    m.actuator_lengthrange[task.actuator] = task.range;
  }
  return {};
}

}  // namespace corten
