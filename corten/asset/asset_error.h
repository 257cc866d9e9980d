// Why an asset cannot be used; whoever knows the element and the file adds them.
#pragma once

#include <stdexcept>
#include <string>

namespace corten {

class AssetError : public std::runtime_error {
 public:
  explicit AssetError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace corten
