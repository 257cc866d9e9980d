// Numbers of an OBJ line, read as the oracle reads them: the last bit of a vertex depends on it.
#pragma once

#include <string_view>

namespace corten {

// Walks over one line; blanks are spaces and tabs.
class ObjLine {
 public:
  explicit ObjLine(std::string_view line) : rest_(line) {}

  void skip_blanks();
  bool done() const { return rest_.empty() || rest_[0] == '\0'; }
  bool skip(char c);  // true if c came next
  // The number the next word begins with; 0 without one. Clipped to the range of float.
  float next_float();
  // The digits that come next, with sign; 0 without digits. They may stand behind blanks and are then read
  // again, since it moves on to '/', a blank or the end.
  int next_index();

 private:
  std::string_view rest_;
};

}  // namespace corten
