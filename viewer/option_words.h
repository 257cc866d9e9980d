// The words people use for what a picture may show: "contactpoint" for mjVIS_CONTACTPOINT.
#pragma once

#include <string>
#include <vector>

#include "corten/model/enums.h"

namespace corten::viewer {

struct OptionWord {
  std::string word;
  int value = 0;
};

// Enumerators that begin with the prefix, without it and in small letters, in their order.
std::vector<OptionWord> option_words(const EnumText& text, const std::string& prefix);

inline std::vector<OptionWord> flag_words() { return option_words(mjtVisFlag_text, "mjVIS_"); }
inline std::vector<OptionWord> label_words() { return option_words(mjtLabel_text, "mjLABEL_"); }
inline std::vector<OptionWord> frame_words() { return option_words(mjtFrame_text, "mjFRAME_"); }

// The value of one of the words. Throws std::invalid_argument naming those there are.
int value_of_word(const std::vector<OptionWord>& words, const std::string& word);

}  // namespace corten::viewer
