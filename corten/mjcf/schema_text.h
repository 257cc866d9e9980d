// The schema of MJCF as a table for people.
#pragma once

#include <string>

namespace corten::mjcf {

// plain, or HTML rows indented by padding or by spaces
std::string schema_text(bool flg_html, bool flg_pad);

}  // namespace corten::mjcf
