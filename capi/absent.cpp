// Public functions that are not there yet: they exist, so that programs start, and say so when they are
// called. Moving a name to a real definition is all it takes; the linker refuses a name that stands in both
// places.
#include <cstdio>

#include "capi/problem.h"

namespace corten::capi {
namespace {

void* absent(const char* function) {
  keep_problem(function, "this function of MuJoCo is not part of CortenForge's library");
  raise();
  return nullptr;
}

}  // namespace

// the result is null, 0 or 0.0 if the handler of errors returns
#define CORTEN_ABSENT(name) \
  CORTEN_API void* name() { return absent(#name); }
#include "capi/absent_names.h"
#undef CORTEN_ABSENT

}  // namespace corten::capi
