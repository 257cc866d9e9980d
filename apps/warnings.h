// The warnings a simulation counted, in words.
#pragma once

#include <string>

#include "apps/json.h"
#include "corten/model/data.h"

namespace corten::app {

// One line per warning that occurred.
std::string warnings_text(const Data& d);
Json warnings_json(const Data& d);

}  // namespace corten::app
