// A model as the page in the browser wants it: a JSON head that describes, and a blob with the numbers.
#pragma once

#include <string>

#include "corten/model/model.h"

namespace corten::viewer {

// Numbers in the head that say where something is in the blob are bytes from its start; everything is
// little-endian. Meshes: positions u16 within their box, normals i8, texture coordinates f32, indices u32.
struct PageModel {
  std::string head;
  std::string blob;
};

// As one message: the size of the head in four bytes, the head, blanks up to a multiple of eight, the blob.
std::string packed(const PageModel& model);

PageModel page_model(const Model& m, const std::string& name);

}  // namespace corten::viewer
