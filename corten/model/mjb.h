// MuJoCo 3.5.0's own binary models (.mjb): five numbers that tell the release, sizes, settings, arrays,
// without gaps; no signature. Read and written byte for byte as MuJoCo does; what is read is validated before
// it is believed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "corten/base/diagnostics.h"
#include "corten/model/model.h"

namespace corten {

bool is_mjb(std::span<const std::byte> bytes);
std::size_t mjb_size(const Model& m);
std::vector<std::byte> model_to_mjb(const Model& m);
// Throws LoadError. `plugins`: what the slots of its plugin instances mean.
Model model_from_mjb(std::span<const std::byte> bytes, const std::string& name = "",
                     std::shared_ptr<const PluginTable> plugins = nullptr);

}  // namespace corten
