// Where a live view shows its simulation and hears of people's wishes, as the server of the page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/page_model.h"

namespace corten::viewer {

class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void set_model(PageModel model) = 0;
  // The newest frame; browsers that are not ready for it miss it.
  virtual void publish(std::vector<std::uint8_t> frame) = 0;
  // Commands since the last call: JSON texts.
  virtual std::vector<std::string> take_commands() = 0;
};

}  // namespace corten::viewer
