// Models and data as text, line by line as MuJoCo writes them (mj_printFormattedModel,
// mj_printFormattedData): memory and timers are our own.
#pragma once

#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Whether a format prints exactly one real number, such as "%- 9.2g".
bool is_real_format(const std::string& format);

// The format must be one of is_real_format.
std::string model_text(const Model& m, const std::string& format);
std::string data_text(const Model& m, const Data& d, const std::string& format);

}  // namespace corten
