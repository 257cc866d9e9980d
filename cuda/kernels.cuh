// The step as a kernel: worlds of a block side by side in its shared memory, or one after another in slots of
// device memory.
#pragma once

#include <algorithm>

#include "cuda/kernels.h"
#include "cuda/step.h"

namespace corten::gpu {

// registers per lane that leave room for the warps whose worlds fit into shared memory
template <class T, int W>
inline constexpr int kBlocksPerMultiprocessor = sizeof(T) == 8 ? 2
                                                : W > kWarp    ? 3
                                                               : 4;

template <class T, int W, int NP, int PerBlock, unsigned F>
__global__ void __launch_bounds__(W* PerBlock, kBlocksPerMultiprocessor<T, W>)
    step_in_shared(const __grid_constant__ StepArgs<T> args) {
  extern __shared__ __align__(16) unsigned char memory[];
  __shared__ double mail[kMailNumbers];
  const int mine = W > kWarp ? 0 : threadIdx.x / W;
  for (int first = blockIdx.x * PerBlock; first < args.nworld; first += gridDim.x * PerBlock)
    run_world<T, W, NP, F>(args, first + mine, memory + mine * args.layout.bytes, mail, true);
}

template <class T, int W, int NP, int PerBlock, unsigned F>
__global__ void __launch_bounds__(W* PerBlock)
    step_in_slots(const __grid_constant__ StepArgs<T> args, int slots) {
  __shared__ double mail[kMailNumbers];
  const int slot = blockIdx.x * PerBlock + (W > kWarp ? 0 : threadIdx.x / W);
  unsigned char* place =
      args.slots + static_cast<std::size_t>(slot) * static_cast<std::size_t>(args.layout.bytes);
  for (int world = slot; world < args.nworld; world += slots)
    run_world<T, W, NP, F>(args, world, place, mail, false);
}

template <class T, int W, int NP, int PerBlock, unsigned F>
cudaError_t launch_shared(const StepArgs<T>& args, cudaStream_t stream) {
  const int bytes = args.layout.bytes * PerBlock;
  const auto kernel = step_in_shared<T, W, NP, PerBlock, F>;
  if (const cudaError_t e = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes))
    return e;
  int blocks = (args.nworld + PerBlock - 1) / PerBlock;
  if (args.polytopes) blocks = std::min(blocks, args.teams / PerBlock);
  kernel<<<blocks, args.lanes * PerBlock, bytes, stream>>>(args);
  return cudaGetLastError();
}

template <class T, int W, int NP, int PerBlock, unsigned F>
cudaError_t launch_slots(const StepArgs<T>& args, int slots, cudaStream_t stream) {
  step_in_slots<T, W, NP, PerBlock, F><<<slots / PerBlock, args.lanes * PerBlock, 0, stream>>>(args, slots);
  return cudaGetLastError();
}

}  // namespace corten::gpu
