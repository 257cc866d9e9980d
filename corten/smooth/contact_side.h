// Which bodies carry a side of a contact: one for a geom, a weighted few for a flex.
#pragma once

#include <array>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

struct WeightedBodies {
  static constexpr int kMax = 27;  // nodes of a quadratic interpolated flex
  int n = 0;
  std::array<int, kMax> body{};
  std::array<Real, kMax> weight{};

  void add(int id, Real w) {
    body[n] = id;
    weight[n++] = w;
  }
};

// Weights carry the sign, which must be given here: an interpolated flex is not linear in it.
WeightedBodies contact_side(const Model& m, const Data& d, const Contact& contact, int side, Real sign);

// both sides are geoms
inline bool between_geoms(const Contact& contact) { return contact.geom[0] >= 0 && contact.geom[1] >= 0; }

}  // namespace corten
