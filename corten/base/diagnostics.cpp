#include "corten/base/diagnostics.h"

#include <utility>

namespace corten {

std::string format(const Diagnostic& d) {
  std::string s;
  if (!d.place.file.empty()) s += d.place.file + ":";
  if (d.place.line > 0) {
    if (d.place.file.empty()) s += "line ";
    s += std::to_string(d.place.line) + ":";
    if (d.place.column > 0) s += std::to_string(d.place.column) + ":";
  }
  if (!s.empty()) s += ' ';
  if (d.severity == Severity::kWarning) s += "warning: ";
  if (!d.element.empty()) s += d.element + ": ";
  s += d.message;
  if (!d.hint.empty()) s += " (" + d.hint + ")";
  return s;
}

void Diagnostics::error(Place place, std::string element, std::string message, std::string hint) {
  if (++errors_ > kMaxErrors) return;
  all_.push_back(
      {Severity::kError, std::move(place), std::move(element), std::move(message), std::move(hint)});
}

void Diagnostics::warning(Place place, std::string element, std::string message, std::string hint) {
  if (++warnings_ > kMaxWarnings) return;
  all_.push_back(
      {Severity::kWarning, std::move(place), std::move(element), std::move(message), std::move(hint)});
}

std::string Diagnostics::text() const {
  std::string s;
  for (const Diagnostic& d : all_) s += format(d) + '\n';
  if (errors_ > kMaxErrors) s += "… and " + std::to_string(errors_ - kMaxErrors) + " more errors\n";
  if (warnings_ > kMaxWarnings) s += "… and " + std::to_string(warnings_ - kMaxWarnings) + " more warnings\n";
  return s;
}

LoadError::LoadError(Diagnostics diagnostics)
    : std::runtime_error(diagnostics.text()), diagnostics_(std::move(diagnostics)) {}

}  // namespace corten
