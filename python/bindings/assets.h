// How loading is done: files from memory, as Python dictionaries, what is remembered, what is tolerated.
#pragma once

#include <nanobind/nanobind.h>

#include "corten/asset/cache.h"
#include "corten/asset/vfs.h"

namespace corten::python {

// Mounts a dictionary of file name -> bytes or text; None is empty. Without folders two files of one name
// clash.
Vfs mount(const nanobind::object& assets, bool with_folders = false);

// One for the interpreter, as MuJoCo's module has: loading the same robot again reads only its files.
AssetCache& module_cache();

// Whether texts are read leniently, in all of the module.
bool& lenient_reading();

}  // namespace corten::python
