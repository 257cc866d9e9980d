#include "corten/base/budget.h"

#include <array>
#include <cstdio>
#include <utility>

namespace corten {
namespace {

constexpr const char* kRaise = "a model that is meant to be so large needs higher load limits";

}  // namespace

std::string bytes_text(double bytes) {
  constexpr std::array kUnits = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %s", bytes, kUnits[unit]);
  return text;
}

OverBudget::OverBudget(Place place, std::string element, const std::string& message, std::string hint)
    : std::runtime_error(message),
      place_(std::move(place)),
      element_(std::move(element)),
      hint_(std::move(hint)) {}

void OverBudget::report(Diagnostics& diagnostics) const {
  diagnostics.error(place_, element_, what(), hint_);
}

Budget::Budget(const Limits& limits) : limits_(limits), most_bytes_(static_cast<double>(limits.bytes)) {}

void Budget::note(const Place& place, const std::string& element) {
  place_ = place;
  element_ = element;
}

void Budget::draw_bodies(std::int64_t count, const Place& place, const std::string& element) {
  const std::lock_guard lock(mutex_);
  note(place, element);
  if (count > limits_.bodies - bodies_)
    throw OverBudget(place, element, "too many bodies",
                     "a model has at most " + std::to_string(limits_.bodies) + " besides the world");
  bodies_ += count;
}

void Budget::draw_elements(std::int64_t count, const Place& place, const std::string& element) {
  check_time(place, element);
  const std::lock_guard lock(mutex_);
  note(place, element);
  if (count > limits_.elements - elements_)
    throw OverBudget(
        place, element,
        "too many elements: the limit is " + std::to_string(limits_.elements) + ", copies included", kRaise);
  elements_ += count;
}

void Budget::require_bytes(double bytes, double left, const Place& place, const std::string& element) {
  note(place, element);
  if (bytes <= left) return;
  throw OverBudget(place, element,
                   "too large: it needs " + bytes_text(bytes) + " of memory, and of the limit of " +
                       bytes_text(most_bytes_) + " " + bytes_text(left) + " are left",
                   kRaise);
}

void Budget::draw_bytes(double bytes, const Place& place, const std::string& element) {
  const std::lock_guard lock(mutex_);
  require_bytes(bytes, most_bytes_ - bytes_, place, element);
  bytes_ += bytes;
}

void Budget::admit_file(const std::string& name, double bytes) {
  const std::lock_guard lock(mutex_);
  if (files_.insert(name).second) most_bytes_ += limits_.bytes_per_file_byte * bytes;
}

void Budget::check_bytes(double bytes, const Place& place, const std::string& element) {
  const std::lock_guard lock(mutex_);
  require_bytes(bytes, most_bytes_, place, element);
}

void Budget::check_time(const Place& place, const std::string& element) {
  if (limits_.stop && limits_.stop()) throw OverBudget(place, element, "loading was stopped", {});
  if (seconds_used() > limits_.seconds)
    throw OverBudget(place, element, "loading takes longer than the limit allows", kRaise);
}

bool Budget::is_time_over() const {
  return (limits_.stop && limits_.stop()) || seconds_used() > limits_.seconds;
}

double Budget::seconds_used() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void Budget::report_exhaustion(Diagnostics& diagnostics) const {
  const std::lock_guard lock(mutex_);
  diagnostics.error(place_, element_.empty() ? "<mujoco>" : element_,
                    "the system has not enough memory for the model");
}

}  // namespace corten
