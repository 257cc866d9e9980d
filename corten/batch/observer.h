// Observations of a world: chosen numbers of Data, clipped, side by side in one row.
#pragma once

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Numbers [first, last) of an array of Data, as plain reals in memory order.
struct ObservedPart {
  std::string field;
  int first = 0;
  int last = -1;  // -1: to the end of the array
  Real low = -std::numeric_limits<Real>::infinity();
  Real high = std::numeric_limits<Real>::infinity();
};

class Observer {
 public:
  // Throws std::invalid_argument for a field that is no array of reals, or a part beyond its end.
  Observer(const Model& m, std::vector<ObservedPart> parts);

  int size() const { return size_; }
  // Whether it shows any of these arrays; some are left by a step to whoever wants them.
  bool shows(std::initializer_list<const char*> fields) const;

  // The places of the parts in one Data, which must not move.
  std::vector<std::span<const Real>> places(const Model& m, const Data& d) const;
  void observe(std::span<const std::span<const Real>> places, std::span<Real> row) const;

 private:
  std::vector<ObservedPart> parts_;
  int size_ = 0;
};

}  // namespace corten
