// Models and data as bytes: a header with format, version and checksum, then every field in the order of the
// visitors. Whatever is not exactly such a file is refused with a message; nothing is believed before the
// checksum is.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corten/base/diagnostics.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

std::vector<std::byte> model_to_bytes(const Model& m);
// Throws LoadError. MuJoCo's own .mjb (mjb.h) is read as well.
// `plugins`: those the model may use; a file names them.
Model model_from_bytes(std::span<const std::byte> bytes, const std::string& name = "",
                       std::shared_ptr<const PluginTable> plugins = nullptr);

// Whether the bytes begin as a saved model does, ours or MuJoCo's own.
bool is_binary(std::string_view bytes);

// Throw LoadError when the file cannot be written or read.
void save_model(const Model& m, const std::string& path);
Model load_model(const std::string& path, std::shared_ptr<const PluginTable> plugins = nullptr);

// State and everything computed from it, contacts and constraint rows included.
std::vector<std::byte> data_to_bytes(const Model& m, const Data& d);
Data data_from_bytes(const Model& m, std::span<const std::byte> bytes);

}  // namespace corten
