// Pairs of geoms that may touch, in the engine's order, with the parameters of their contacts.
#pragma once

#include <vector>

#include "corten/model/model.h"
#include "cuda/model_view.h"

namespace corten::gpu {

struct Candidate {
  int geom1, geom2;  // by type
  int pair = -1;     // <pair> element, or −1
};
std::vector<Candidate> candidates(const Model& m);

// how the device finds contacts of two geom types, and how many at most
PairSearch search_of(int type1, int type2);
int most_contacts(int type1, int type2);

template <class T>
PairParams<T> pair_params(const Model& m, const Candidate& candidate);

}  // namespace corten::gpu
