// The arrays of a model and of a step in the order of the members of mjModel and mjData, which MuJoCo's files
// and its C interface have.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// fn(name, array, rows[, cols]) for every array
template <class Self, class Fn>
void visit_in_mj_order(Self& m, Fn&& fn) {
  const auto groups = [&]<class... Group>() { (Group::visit(m, m.sizes(), fn), ...); };
  groups.template
  operator()<QposFields, BodyFields, TreeFields, JointFields, DofFields, KinTreeFields, GeomFields,
             SiteFields, CameraFields, LightFields, FlexFields, MeshFields, SkinFields, HFieldFields,
             TextureFields, MaterialFields, PairFields, EqualityFields, TendonFields, ActuatorFields,
             SensorFields, PluginFields, CustomFields, KeyFields, NameFields, SparsityFields>();
}

// The place among mjData's members of each array that Data::visit_arena visits. There, what is filled after
// islands are known stands behind what islands are made of.
inline std::vector<int> arena_places_in_mj_order() {
  std::vector<std::string_view> visited;
  const Data prototype;
  Data::visit_arena(prototype, Sizes{},
                    [&](const char* name, const auto&, auto...) { visited.push_back(name); });
  struct Move {
    std::string_view first, last, behind;
  };
  std::vector<std::string_view> order = visited;
  for (const Move& move :
       {Move{"efc_AR_rownnz", "efc_b", "iefc_R"}, Move{"efc_state", "efc_force", "iefc_force"}}) {
    const auto at = [&](std::string_view name) { return std::find(order.begin(), order.end(), name); };
    std::rotate(at(move.first), at(move.last) + 1, at(move.behind) + 1);
  }
  std::vector<int> places;
  for (const std::string_view name : visited)
    places.push_back(static_cast<int>(std::find(order.begin(), order.end(), name) - order.begin()));
  return places;
}

// nbuffer as MuJoCo counts it: every array begins at a multiple of 64 bytes.
inline std::int64_t mj_buffer_size(const Model& m) {
  constexpr std::int64_t kAlign = 64;
  std::int64_t size = 0;
  visit_in_mj_order(m, [&](const char*, const auto& array, auto...) {
    size = (size + kAlign - 1) / kAlign * kAlign +
           static_cast<std::int64_t>(sizeof *array.data() * static_cast<std::size_t>(array.size()));
  });
  return size;
}

}  // namespace corten
