#include "viewer/option_words.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace corten::viewer {

std::vector<OptionWord> option_words(const EnumText& text, const std::string& prefix) {
  std::vector<OptionWord> words;
  std::istringstream entries{std::string(text.enumerators)};  // "prefixWORD = value, …"
  std::string name, equals, comma;
  for (int value = 0; entries >> name >> equals >> value; std::getline(entries, comma, ',')) {
    if (!name.starts_with(prefix)) continue;
    std::string word = name.substr(prefix.size());
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    words.push_back({std::move(word), value});
  }
  return words;
}

int value_of_word(const std::vector<OptionWord>& words, const std::string& word) {
  std::string known;
  for (const OptionWord& entry : words) {
    if (entry.word == word) return entry.value;
    known += (known.empty() ? "" : ", ") + entry.word;
  }
  throw std::invalid_argument("nothing to show is called '" + word + "' (there are: " + known + ")");
}

}  // namespace corten::viewer
