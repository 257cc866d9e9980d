// The battery on AVX2 packs, for processors that have it: arrays of packs, aligned to 32 bytes.
#pragma once

namespace corten::battery {

void run_avx2_double(const double* in, double* out);
void run_avx2_float(const float* in, float* out);

}  // namespace corten::battery
