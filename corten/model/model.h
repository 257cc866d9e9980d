// Model: everything that stays the same while a simulation runs. Topology is fixed at compile, parameters may
// be edited. All arrays view one buffer; copies are deep.
#pragma once

#include <cstdint>
#include <utility>

#include "corten/base/buffer.h"
#include "corten/model/fields_asset.h"
#include "corten/model/fields_flex.h"
#include "corten/model/fields_geom.h"
#include "corten/model/fields_mechanism.h"
#include "corten/model/fields_text.h"
#include "corten/model/fields_tree.h"
#include "corten/model/option.h"
#include "corten/model/plugin.h"
#include "corten/model/sizes.h"
#include "corten/model/visual.h"

namespace corten {

struct Model : Sizes,
               QposFields,
               BodyFields,
               JointFields,
               DofFields,
               KinTreeFields,
               SparsityFields,
               GeomFields,
               SiteFields,
               CameraFields,
               LightFields,
               TreeFields,
               MeshFields,
               SkinFields,
               HFieldFields,
               TextureFields,
               MaterialFields,
               FlexFields,
               PairFields,
               EqualityFields,
               TendonFields,
               ActuatorFields,
               SensorFields,
               PluginFields,
               CustomFields,
               KeyFields,
               NameFields {
  Option opt;
  Visual vis;
  Statistic stat;
  std::uint64_t signature = 0;                 // changes with the structure of the model
  std::shared_ptr<const PluginTable> plugins;  // what the slots in `plugin` mean; null without plugins

  Model() = default;
  explicit Model(const Sizes& sizes);  // zeroed arrays of these sizes
  Model(const Model& other);
  Model(Model&& other) noexcept = default;
  Model& operator=(const Model& other) { return *this = Model(other); }
  Model& operator=(Model&& other) noexcept = default;

  const Sizes& sizes() const { return *this; }

  // fn(name, array, rows[, cols]) for every array, in one fixed order
  template <class Self, class Fn>
  static void visit_arrays(Self& m, Fn&& fn) {
    visit_groups<QposFields, BodyFields, JointFields, DofFields, KinTreeFields, SparsityFields, GeomFields,
                 SiteFields, CameraFields, LightFields, TreeFields, MeshFields, SkinFields, HFieldFields,
                 TextureFields, MaterialFields, FlexFields, PairFields, EqualityFields, TendonFields,
                 ActuatorFields, SensorFields, PluginFields, CustomFields, KeyFields, NameFields>(m, fn);
  }

 private:
  template <class... Groups, class Self, class Fn>
  static void visit_groups(Self& m, Fn&& fn) {
    (Groups::visit(m, m.sizes(), fn), ...);
  }

  Buffer buffer_;
};

}  // namespace corten
