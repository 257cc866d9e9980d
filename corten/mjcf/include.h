// Expansion of <include>: the child elements of the named file take its place.
#pragma once

#include "corten/asset/vfs.h"
#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {

// Expands every include below `root`, nested ones too. `model_file` is the path of the top file (empty for
// text from memory).
void expand_includes(XmlElement& root, const std::string& model_file, const Vfs& vfs,
                     Diagnostics& diagnostics, Budget* budget = nullptr);

}  // namespace corten::mjcf
