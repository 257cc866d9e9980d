// The engine's stages under MuJoCo's names. They run without the interpreter lock.
#include <nanobind/nanobind.h>

#include "python/bindings/handles.h"

namespace corten::python {

void bind_engine(nanobind::module_&) {}

}  // namespace corten::python
