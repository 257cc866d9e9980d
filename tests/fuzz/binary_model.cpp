// A binary model with changed numbers and a right checksum: each input is a list of changes (place, value). A
// lone byte at the end makes it a model in MuJoCo's own format.
#include <cstring>

#include "corten/model/binary.h"
#include "corten/model/mjb.h"
#include "tests/fuzz/scenes.h"
#include "tests/fuzz/target.h"

namespace {

using namespace corten;

constexpr std::int64_t kValues[] = {-1, -7, 0, 1, 2, 97, 65'536, 1 << 28, 1 << 30, 2'147'483'647};

// Entry `index` of array `which` becomes `value`.
void change(Model& m, unsigned which, unsigned index, std::int64_t value) {
  unsigned count = 0, at = 0;
  Model::visit_arrays(m, [&](const char*, const auto& view, auto...) { count += view.size() > 0; });
  Model::visit_arrays(m, [&](const char*, auto& view, auto...) {
    if (view.size() == 0 || at++ != which % count) return;
    const std::size_t bytes = sizeof(*view.data()) * static_cast<std::size_t>(view.size());
    const std::size_t place = index % bytes / sizeof(int) * sizeof(int);
    const auto number = static_cast<std::int32_t>(value);
    std::memcpy(reinterpret_cast<std::byte*>(view.data()) + place, &number,
                std::min(sizeof number, bytes - place));
  });
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Model sound = load_text(fuzz::kScene).value();
  Model m = sound;
  constexpr std::size_t kChange = 4;
  for (std::size_t i = 0; i + kChange <= size && i < 8 * kChange; i += kChange)
    change(m, data[i], data[i + 1] * 256U + data[i + 2], kValues[data[i + 3] % std::size(kValues)]);
  try {
    fuzz::try_out(model_from_bytes(size % kChange == 1 ? model_to_mjb(m) : model_to_bytes(m)));
  } catch (const LoadError&) {
  } catch (const std::invalid_argument&) {  // what the engine does not have
  }
  return 0;
}
