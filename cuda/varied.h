// Fields of the model that differ from world to world, and the model that each world has by them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::gpu {

// Numbers of a field of all worlds, one after another.
struct VariedField {
  std::string name;  // as in Model: "body_mass", "opt.gravity"
  std::span<const Real> values;
};

class VariedFields {
 public:
  VariedFields(const Model& m, int nworld) : model_(&m), nworld_(nworld) {}

  bool any() const { return !values_.empty(); }
  // Takes the numbers of the chosen worlds, or of all where chosen is empty. Throws std::invalid_argument,
  // and changes nothing, where a name or a length is wrong or a number is none.
  void set(std::span<const VariedField> fields, std::span<const unsigned char> chosen);

  // The model of a world with its constants derived. m, d: the model, or what this made of it for another
  // world, and a Data of it. Throws std::invalid_argument where there is no such model.
  void make(int world, Model& m, Data& d) const;

  void swap(VariedFields& other) { values_.swap(other.values_); }

 private:
  const Model* model_;
  int nworld_;
  std::map<std::string, std::vector<Real>> values_;
};

}  // namespace corten::gpu
