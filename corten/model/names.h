// Names of objects: from name to id through the hash table the model carries, from id to name directly.
#pragma once

#include <string_view>

#include "corten/model/enums.h"
#include "corten/model/model.h"

namespace corten {

// How many objects of a type the model has; 0 for types that cannot be named.
int object_count(const Model& m, int type);

// −1 when there is none (mj_name2id).
int name2id(const Model& m, int type, std::string_view name);
// Null when unnamed or out of range (mj_id2name).
const char* id2name(const Model& m, int type, int id);

// Slots names_map needs: two per object.
int names_map_size(const Sizes& n);
// Fills names_map from names and the name_*adr arrays.
void fill_names_map(Model& m);

}  // namespace corten
