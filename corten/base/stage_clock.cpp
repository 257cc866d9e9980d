#include "corten/base/stage_timer.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace corten {

#if defined(__x86_64__) && defined(__GNUC__)
namespace {

// leaf 0x80000007: the counter has one rate in all states of the processor
bool counter_is_steady() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

struct Moment {
  double seconds;
  unsigned long long ticks;
};

// Both clocks at once: of several tries the one that took least, as none of it was spent elsewhere.
Moment moment() {
  Moment best{};
  double least = 1;
  for (int i = 0; i < 10; ++i) {
    const double before = steady_seconds();
    const unsigned long long ticks = __rdtsc();
    const double took = steady_seconds() - before;
    if (took < least) least = took, best = {before + took / 2, ticks};
  }
  return best;
}

// seconds of a tick, 0 when the counter is no clock
double measure_tick() {
  if (!counter_is_steady()) return 0;
  constexpr double kLong = 1e-3;  // a moment is known to 1e-7 s: the rate to 1e-4
  const Moment first = moment();
  while (steady_seconds() - first.seconds < kLong) {
  }
  const Moment second = moment();
  return (second.seconds - first.seconds) / static_cast<double>(second.ticks - first.ticks);
}

}  // namespace

double stage_seconds(void*) {
  static const double tick = measure_tick();
  return tick > 0 ? static_cast<double>(__rdtsc()) * tick : steady_seconds();
}
#else
double stage_seconds(void*) { return steady_seconds(); }
#endif

}  // namespace corten
