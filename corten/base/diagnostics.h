// Problems found at the door: collected with their place, so that a user sees all of them at once.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace corten {

enum class Severity { kWarning, kError };

// Where in the text; line and column count from 1. Line 0 means the whole file, column 0 the whole line, an
// empty file means text from memory.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Diagnostic {
  Severity severity = Severity::kError;
  Place place;
  std::string element;  // e.g. <joint name="elbow">
  std::string message;
  std::string hint;  // what to do, e.g. did you mean 'damping'?
};

// robot.xml:42: <joint name="elbow">: unknown attribute 'dampping' (did you mean 'damping'?)
std::string format(const Diagnostic& diagnostic);

class Diagnostics {
 public:
  static constexpr int kMaxErrors = 20;
  static constexpr int kMaxWarnings = 100;

  void error(Place place, std::string element, std::string message, std::string hint = {});
  void warning(Place place, std::string element, std::string message, std::string hint = {});

  bool ok() const { return errors_ == 0; }
  bool full() const { return errors_ >= kMaxErrors; }  // no need to look for more
  const std::vector<Diagnostic>& all() const { return all_; }
  std::string text() const;  // one line each

 private:
  std::vector<Diagnostic> all_;
  int errors_ = 0;
  int warnings_ = 0;
};

// Thrown by the convenience loaders when a file or model is refused; carries every diagnostic.
class LoadError : public std::runtime_error {
 public:
  explicit LoadError(Diagnostics diagnostics);
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
};

}  // namespace corten
