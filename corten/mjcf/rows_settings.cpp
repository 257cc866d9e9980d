#include "corten/mjcf/rows_settings.h"

namespace corten::mjcf {
namespace {

struct Refinement {
  std::string_view name;
  Keywords keywords{};
  Flag flags = kNoFlag;
};

RowList refined(Rows plain, std::initializer_list<Refinement> refinements) {
  RowList all(plain.begin(), plain.end());
  for (const Refinement& refinement : refinements) {
    Row& row = *std::ranges::find(all, refinement.name, &Row::name);
    row.flags = refinement.flags;
    row.keywords = refinement.keywords;
    if (!row.keywords.empty()) row.kind = Kind::kKeyword;
  }
  return all;
}

template <auto Member>
void* part_of(Visual& visual) {
  return &(visual.*Member);
}

}  // namespace

Rows option_rows() {
  static const RowList all = [] {
    RowList rows = refined(rows_of<Option>(), {{"integrator", kIntegrator},
                                               {"cone", kCone},
                                               {"jacobian", kJacobian},
                                               {"solver", kSolver},
                                               {"o_solref", {}, kUpTo},
                                               {"o_solimp", {}, kUpTo},
                                               {"o_friction", {}, kUpTo}});
    std::erase_if(rows, [](const Row& row) {  // bits of <flag> and of groups
      return row.name == "disableflags" || row.name == "enableflags" || row.name == "disableactuator";
    });
    rows.push_back(by_hand("actuatorgroupdisable"));
    return rows;
  }();
  return all;
}

std::span<const VisualPart> visual_parts() {
  static const RowList global =
      refined(rows_of<VisualGlobal>(),
              {{"orthographic", kFalseTrue}, {"ellipsoidinertia", kFalseTrue}, {"bvactive", kFalseTrue}});
  static const VisualPart all[] = {
      {"global", global, part_of<&Visual::global_>},
      {"quality", rows_of<VisualQuality>(), part_of<&Visual::quality>},
      {"headlight", rows_of<VisualHeadlight>(), part_of<&Visual::headlight>},
      {"map", rows_of<VisualMap>(), part_of<&Visual::map>},
      {"scale", rows_of<VisualScale>(), part_of<&Visual::scale>},
      {"rgba", rows_of<VisualRgba>(), part_of<&Visual::rgba>},
  };
  return all;
}

}  // namespace corten::mjcf
