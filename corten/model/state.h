// State vectors: chosen elements of the simulation state as one row of numbers (mj_getState and its kin).
// A signature is a sum of mjtState bits; elements follow each other in ascending bit order. Nothing here
// computes anything: derived quantities are as stale as before.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Whether a signature names elements that exist; the functions below require it.
bool valid_state_signature(int signature);

int state_size(const Model& m, int signature);
void get_state(const Model& m, const Data& d, std::span<Real> state, int signature);
// eq_active takes the whole part of its numbers
void set_state(const Model& m, Data& d, std::span<const Real> state, int signature);
void copy_state(const Model& m, const Data& from, Data& to, int signature);
// Picks the elements of `to_signature`, a subset of `from_signature`, out of a state vector.
void extract_state(const Model& m, std::span<const Real> from, int from_signature, std::span<Real> to,
                   int to_signature);

// Stores the state in keyframe `key`, which the model must have.
void set_keyframe(Model& m, const Data& d, int key);

}  // namespace corten
