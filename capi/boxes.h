// What stands behind an mjModel or mjData that a program holds: the view it sees and the engine's object. A
// list of those alive tells null, foreign and deleted pointers from good ones without reading what they point
// to.
#pragma once

#include <deque>

#include "capi/problem.h"
#include "capi/views.h"

namespace corten::capi {

// what functions over the engine are handed
using M = const Model&;
using D = Data&;

struct ModelBox {
  mjModel* view = nullptr;
  bool given = false;  // the program gave the memory of the view, from mju_malloc
  Model model;
};

struct DataBox {
  mjData* view = nullptr;
  bool given = false;
  Data data;
  Sizes sizes;                     // of the model it was made for
  std::deque<Arena::Frame> marks;  // mj_markStack of the program, innermost last
};

// Puts an engine object behind a new view, in the memory given if there is some.
mjModel* boxed(Model&& model, mjModel* memory = nullptr);
mjData* boxed(const Model& model, Data&& data, mjData* memory = nullptr);
// Ends it; throws Problem if it is not alive.
void unbox(mjModel* m);
void unbox(mjData* d);
// Whether a pointer is one of a view.
bool is_alive(const void* view);
// Memory for a struct that a program allocated itself: it has no buffer yet.
template <class View>
bool is_bare(const View* memory) {
  return !is_alive(memory) && !memory->buffer;
}
// After the sizes of a model changed: which data fit it is asked anew.
void forget_matches();

// The box of a view. Throws Problem when the pointer is null, foreign or deleted.
ModelBox& box_of(const mjModel* m);
DataBox& box_of(const mjData* d);
// And that it fits the model. Throws Problem.
DataBox& box_of(const ModelBox& model, const mjData* d);

// Views that only a callback sees, of objects that no program holds: those of a compilation, or of a data
// being made. Functions that look find them while the callback runs.
struct PassingView {
  const mjModel* m = nullptr;
  const Model* model = nullptr;
  const mjData* d = nullptr;
  const Data* data = nullptr;
  const PassingView* outer = nullptr;
};
const PassingView*& passing_view();

// The engine's model with the settings of the view.
const Model& model_of(const mjModel* m);
Model& editable(mjModel* m);

// The engine's data for functions that only look: several threads may look at once.
const Data& data_of(const mjModel* m, const mjData* d);

}  // namespace corten::capi
