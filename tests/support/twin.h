// Both engines on one model: set a state on the oracle's side, run both, compare.
#pragma once

#include <string>

#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/oracle.h"

namespace corten::oracle {

struct Twin {
  ModelPtr om;
  DataPtr od;
  Model m;
  Data d;

  explicit Twin(const std::string& xml) : Twin(load_string(xml)) {}
  explicit Twin(ModelPtr model) : om(std::move(model)), od(make_data(om.get())), m(to_model(om.get())) {
    d = corten::make_data(m);
  }

  // after changing om->opt
  void take_options() { m.opt = to_model(om.get()).opt; }
  // the oracle's state and inputs become ours
  void take_state() { copy_state(om.get(), od.get(), m, d); }

  // both engines from the oracle's state
  void forward() {
    take_state();
    mj_forward(om.get(), od.get());
    corten::forward(m, d);
  }
  double error(const char* field) const { return field_error(om.get(), od.get(), d, m, field); }
};

}  // namespace corten::oracle
