// What reading and compiling a model may use. Whatever multiplies (replicas, attached models, composites,
// keys, assets, sizes) draws from the budget before it makes anything, so that a short text which asks for a
// planet is refused at once, at the element that asks.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "corten/base/diagnostics.h"

namespace corten {

// Far above any model in use; raise them for one that is larger.
struct Limits {
  std::int64_t bodies = 65532;                       // collision signatures hold a body in 16 bits
  std::int64_t elements = 1'000'000;                 // of text and specification, copies included
  std::int64_t bytes = std::int64_t{768} << 20;      // assets, arrays of the Model and of one Data
  double bytes_per_file_byte = 32;                   // on top, for each byte of an asset's file: what is
                                                     // large because much was given is no bomb
  std::int64_t arena_bytes = std::int64_t{1} << 37;  // of the step arena: reserved, used as far as needed
  double seconds = std::numeric_limits<double>::infinity();
  std::function<bool()> stop{};  // asked now and then, from any thread; true ends the work
};

// A text such as "1.5 GB", for messages.
std::string bytes_text(double bytes);

// Thrown by a draw that is too large, caught by the doors of reading and compiling.
class OverBudget : public std::runtime_error {
 public:
  OverBudget(Place place, std::string element, const std::string& message, std::string hint);
  void report(Diagnostics& diagnostics) const;

 private:
  Place place_;
  std::string element_, hint_;
};

// Draws may come from several threads.
class Budget {
 public:
  explicit Budget(const Limits& limits = {});

  const Limits& limits() const { return limits_; }
  // Each names the element that asks. Nothing is drawn by a draw that throws.
  void draw_bodies(std::int64_t count, const Place& place, const std::string& element);
  void draw_elements(std::int64_t count, const Place& place, const std::string& element);
  void draw_bytes(double bytes, const Place& place, const std::string& element);
  // a file of an asset came in: the limit rises with its size, once
  void admit_file(const std::string& name, double bytes);
  // for a sum whose parts were drawn: not on top of what was
  void check_bytes(double bytes, const Place& place, const std::string& element);
  // whether there is time left and nobody wants to stop; drawing elements asks too
  void check_time(const Place& place, const std::string& element);
  bool is_time_over() const;  // the same question, for work that cannot be left by an exception

  // Reports memory that the system refused, at the element that drew last.
  void report_exhaustion(Diagnostics& diagnostics) const;

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_used() const;
  void note(const Place& place, const std::string& element);
  void require_bytes(double bytes, double left, const Place& place, const std::string& element);

  Limits limits_;
  Clock::time_point start_ = Clock::now();
  mutable std::mutex mutex_;
  std::int64_t bodies_ = 0, elements_ = 0;
  double bytes_ = 0, most_bytes_ = 0;
  std::set<std::string> files_;
  Place place_;  // of the last draw
  std::string element_;
};

// Runs work that draws; a refusal becomes a diagnostic.
template <class Work>
void within_budget(const Budget& budget, Diagnostics& diagnostics, Work&& work) {
  try {
    work();
  } catch (const OverBudget& refusal) {
    refusal.report(diagnostics);
  } catch (const std::bad_alloc&) {
    budget.report_exhaustion(diagnostics);
  } catch (const std::length_error&) {
    budget.report_exhaustion(diagnostics);
  }
}

}  // namespace corten
