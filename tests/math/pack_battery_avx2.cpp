// The battery on AVX2 packs.
#include "tests/math/pack_battery_avx2.h"

#include "tests/math/pack_battery.h"

namespace corten::battery {

void run_avx2_double(const double* in, double* out) {
  run(reinterpret_cast<const Pack<double, 4>*>(in), reinterpret_cast<Pack<double, 4>*>(out));
}
void run_avx2_float(const float* in, float* out) {
  run(reinterpret_cast<const Pack<float, 8>*>(in), reinterpret_cast<Pack<float, 8>*>(out));
}

}  // namespace corten::battery
