// User callbacks and threads of a simulation, passed beside the Model: nothing is global. A null pointer
// means not wanted; `user` is handed back to every callback.
#pragma once

#include "corten/base/config.h"

namespace corten {

struct Model;
struct Data;
class IslandThreads;

struct Hooks {
  void* user = nullptr;
  void (*control)(const Model& m, Data& d, void* user) = nullptr;            // may set d.ctrl
  void (*passive)(const Model& m, Data& d, void* user) = nullptr;            // may add to d.qfrc_passive
  Real (*act_dyn)(const Model& m, Data& d, int id, void* user) = nullptr;    // act_dot of user dynamics
  Real (*act_gain)(const Model& m, Data& d, int id, void* user) = nullptr;   // gain of type user
  Real (*act_bias)(const Model& m, Data& d, int id, void* user) = nullptr;   // bias of type user
  void (*sensor)(const Model& m, Data& d, int stage, void* user) = nullptr;  // user sensors of a stage
  // true: drop the pair of geoms although contype and conaffinity let it through
  bool (*contact_filter)(const Model& m, Data& d, int geom1, int geom2, void* user) = nullptr;
  double (*time)(void* user) = nullptr;  // [s] from any origin; without it d.timer counts calls only
  IslandThreads* islands = nullptr;      // solve islands side by side; changes no number
};

}  // namespace corten
