// Height fields: from file or the numbers of the element, scaled to [0, 1].
#include "corten/asset/content_type.h"
#include "corten/asset/image.h"
#include "corten/base/client_texts.h"
#include "corten/compile/assets_files.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

HField read(const Spec& spec, const Draft& draft, const spec::HField& node) {
  const std::string type = resolve_content_type(node.content_type, node.file);
  if (!type.empty() && type != "image/png" && type != "image/vnd.mujoco.hfield") {
    throw AssetError(client_text::kContentType + quoted(type) +
                     " is not one of image/png, image/vnd.mujoco.hfield");
  }
  const File file = open_asset(spec, draft, node, node.file, AssetFolder::kMesh);
  draw_asset(draft, "hfield", node, 5 * png_pixels(file.bytes()), node.file);  // a byte and a float each
  return type == "image/png" ? read_hfield_png(file.bytes()) : read_hfield_raw(file.bytes());
}

HField from_element(const Draft& draft, const spec::HField& node) {
  if (*node.nrow < 1 || *node.ncol < 1) throw AssetError("no file, and no positive nrow and ncol");
  HField field{*node.nrow, *node.ncol, node.userdata};
  const auto count = static_cast<size_t>(field.nrow) * static_cast<size_t>(field.ncol);
  draw_asset(draft, "hfield", node, sizeof(float) * static_cast<double>(count));
  if (field.data.empty()) field.data.resize(count);
  if (field.data.size() != count)
    throw AssetError("elevation has " + std::to_string(field.data.size()) + " numbers, nrow*ncol is " +
                     std::to_string(count));
  return field;
}

void process(const Spec& spec, const Draft& draft, DraftHField& hfield) {
  const spec::HField& node = *hfield.spec;
  for (const Real size : *node.size)
    if (size <= 0)
      throw AssetError("all four numbers of size must be positive: radius x, radius y, top, base");
  hfield.field = node.file.empty() ? from_element(draft, node) : read(spec, draft, node);
  normalize_elevation(hfield.field);
}

}  // namespace

void add_hfield_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs) {
  const auto work = [&](DraftHField& hfield) { process(spec, draft, hfield); };
  add_jobs("hfield", draft.assets.hfields, comes_from_file<DraftHField>, work, jobs);
}

}  // namespace corten
