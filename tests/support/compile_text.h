// A text compiled by both engines as if it were a file of `folder`, where its assets are.
#pragma once

#include <optional>
#include <string>

#include "corten/asset/cache.h"
#include "corten/base/diagnostics.h"
#include "tests/support/oracle.h"

namespace corten {

std::optional<Model> compile_ours(const std::string& xml, const std::string& folder, Diagnostics& diagnostics,
                                  AssetCache* cache = nullptr);

// Null with the reason in `message` when the oracle refuses.
oracle::ModelPtr compile_theirs(const std::string& xml, const std::string& folder, std::string& message);

}  // namespace corten
