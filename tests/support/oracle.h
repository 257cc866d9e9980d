// The oracle (MuJoCo 3.5.0) for tests: load a model in it, bring its compiled model and data into ours,
// compare fields.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::oracle {

struct Deleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};
using ModelPtr = std::unique_ptr<mjModel, Deleter>;
using DataPtr = std::unique_ptr<mjData, Deleter>;

// Null with the message in `error` when the oracle refuses.
ModelPtr load_string(const std::string& xml, std::string* error = nullptr);
ModelPtr load_file(const std::string& path, std::string* error = nullptr);
DataPtr make_data(const mjModel* m);

// Our structs with the oracle's numbers in every field.
Model to_model(const mjModel* m);
Data to_data(const mjModel* om, const mjData* od, const Model& m);
// Copies state and inputs (time, qpos, qvel, act, ctrl, applied forces, mocap, warm start, history,
// eq_active) only.
void copy_state(const mjModel* om, const mjData* od, const Model& m, Data& d);

// Largest |ours − theirs| / max(1, |theirs|) over an array of Data, found by name; NaN equals NaN. Infinite
// when shapes differ or the field is unknown.
double field_error(const mjModel* om, const mjData* od, const Data& d, const Model& m,
                   std::string_view field);
// The same over an array of Model.
double field_error(const mjModel* om, const Model& m, std::string_view field);

// All array names of Model, and of Data (arena arrays included, contact excepted).
std::vector<std::string> model_fields();
std::vector<std::string> data_fields();

}  // namespace corten::oracle
