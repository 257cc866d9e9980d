// What all models of the process share, as in MuJoCo: the cache of assets, the plugins, the last model that
// was read.
#pragma once

#include <memory>
#include <optional>

#include "capi/boxes.h"
#include "corten/asset/cache.h"
#include "corten/asset/vfs.h"
#include "corten/mjcf/load.h"
#include "corten/spec/spec.h"

namespace corten::capi {

AssetCache& asset_cache();

// Digits of numbers in saved text, 0 for as many as read back the same.
int written_digits();

// Built-in plugins and those the program registered so far.
std::shared_ptr<const PluginTable> known_plugins();

// The files behind an mjVFS, those of the disk for null. Throws Problem if it was not made by mj_defaultVFS.
const Vfs* files_of(const mjVFS* vfs);

// Models by the decoders that the program registered.
mjcf::Decode decode_registered(const mjVFS* vfs);

// What mj_loadXML read last, and the model it compiled to if that is known.
struct LastRead {
  Spec spec;
  std::optional<Model> model;
};
std::unique_ptr<LastRead>& last_read();

}  // namespace corten::capi
