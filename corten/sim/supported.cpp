#include "corten/sim/supported.h"

namespace corten {

std::string unsupported(const Model& m) {
  if (m.opt.enableflags & mjENBL_SLEEP)
    return "sleeping is not supported yet: remove the flag sleep=\"enable\" (opt.enableflags)";
  return {};
}

}  // namespace corten
