#include "corten/base/cpu.h"

#include <cstdlib>
#include <string_view>

namespace corten {
namespace {

Isa most_wanted() {
  const char* text = std::getenv("CORTENFORGE_ISA");
  const std::string_view name = text ? text : "";
  return name == "baseline" ? Isa::baseline : name == "avx2" ? Isa::avx2 : Isa::avx512;
}

}  // namespace

Isa best_isa() {
  const Isa most = most_wanted();
  for (const Isa isa : {Isa::avx512, Isa::avx2})
    if (isa <= most && has(isa)) return isa;
  return Isa::baseline;
}

}  // namespace corten
