// Bodies and dofs as runs of consecutive ids. A stage is written once, for whom it is told: everybody, which
// is one run, or those that are awake (awake.h).
#pragma once

#include "corten/base/config.h"

namespace corten {

// Ids first … last − 1.
struct Run {
  int first = 0;
  int last = 0;
};

// One run as a list of runs. Inlined by force: the stages of lanes are compiled for another instruction set,
// and no other unit may take their copy.
struct OneRun {
  Run run;

  [[gnu::always_inline]] CORTEN_HD const Run* begin() const { return &run; }
  [[gnu::always_inline]] CORTEN_HD const Run* end() const { return &run + 1; }
  [[gnu::always_inline]] CORTEN_HD OneRun reversed() const { return *this; }
};

// Nobody sleeps. M is Model or has its sizes.
template <class M>
struct Everybody {
  const M& m;

  [[gnu::always_inline]] CORTEN_HD OneRun bodies() const { return {{1, m.nbody}}; }
  [[gnu::always_inline]] CORTEN_HD OneRun bodies_under_awake() const { return {{1, m.nbody}}; }
  [[gnu::always_inline]] CORTEN_HD OneRun dofs() const { return {{0, m.nv}}; }
  // of one of the runs of dofs: its joints, its entries in the rows of M and of qDeriv
  [[gnu::always_inline]] CORTEN_HD Run joints(Run) const { return {0, m.njnt}; }
  [[gnu::always_inline]] CORTEN_HD Run inertia_entries(Run) const { return {0, m.nC}; }
  [[gnu::always_inline]] CORTEN_HD Run derivative_entries(Run) const { return {0, m.nD}; }
  [[gnu::always_inline]] CORTEN_HD static bool asleep(int) { return false; }
};
template <class M>
Everybody(const M&) -> Everybody<M>;

// The runs of an increasing list of ids.
class Runs {
 public:
  struct End {};
  class Forward {
   public:
    Forward(const int* next, const int* end) : next_(next), end_(end) { ++*this; }
    Run operator*() const { return run_; }
    bool operator!=(End) const { return run_.first < run_.last; }
    Forward& operator++();

   private:
    Run run_;
    const int* next_;
    const int* end_;
  };
  class Backward {
   public:
    Backward(const int* begin, const int* next) : begin_(begin), next_(next) { ++*this; }
    Run operator*() const { return run_; }
    bool operator!=(End) const { return run_.first < run_.last; }
    Backward& operator++();

   private:
    Run run_;
    const int* begin_;
    const int* next_;
  };
  struct Reversed {
    const int* list;
    int count;
    Backward begin() const { return {list, list + count}; }
    End end() const { return {}; }
  };

  Runs(const int* list, int count) : list_(list), count_(count) {}
  Forward begin() const { return {list_, list_ + count_}; }
  End end() const { return {}; }
  Reversed reversed() const { return {list_, count_}; }  // from the last to the first

 private:
  const int* list_;
  int count_;
};

}  // namespace corten
