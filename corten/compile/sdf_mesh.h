// The mesh of a plugin's shape: its surface on a grid.
#pragma once

#include <span>
#include <string>

#include "corten/asset/mesh_data.h"
#include "corten/model/plugin.h"

namespace corten {

// `values` configure the shape. Throws AssetError or PluginError when it has no surface to speak of.
MeshData sdf_mesh_data(const Plugin& plugin, std::span<const std::string> values);

}  // namespace corten
