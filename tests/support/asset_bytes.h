// Small asset files of every format, made here: a cube as mesh and skin, hills as a picture.
#pragma once

#include <string>
#include <string_view>

namespace corten {

// One of cube.stl, cube_split.stl (one vertex twice), cube.obj, cube_normals.obj, cube.msh, cube.skn,
// hills.png.
std::string asset_bytes(std::string_view name);

// A folder in which all of them lie, for the life of the process.
const std::string& asset_folder();

}  // namespace corten
