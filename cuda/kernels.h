// Launches of the step kernels. Each is compiled in a file of its own (kernel_*.cu.in): they take long.
#pragma once

#include <cuda_runtime.h>

#include "cuda/plan.h"

namespace corten::gpu {

// W lanes per world, rows of NP numbers in registers, PerBlock worlds in a block; shape_of() has the same
// numbers
template <class T, int W, int NP, int PerBlock>
cudaError_t launch_shared(const StepArgs<T>& args, cudaStream_t stream);
template <class T, int W, int NP, int PerBlock>
cudaError_t launch_slots(const StepArgs<T>& args, int slots, cudaStream_t stream);

template <class T>
cudaError_t launch_step(const StepArgs<T>& args, Tier tier, bool shared, int slots, cudaStream_t stream) {
  switch (tier) {
    case Tier::lanes16:
      return shared ? launch_shared<T, 16, 16, 8>(args, stream)
                    : launch_slots<T, 16, 16, 8>(args, slots, stream);
    case Tier::lanes32narrow:
      return shared ? launch_shared<T, 32, 28, 4>(args, stream)
                    : launch_slots<T, 32, 28, 4>(args, slots, stream);
    case Tier::lanes32:
      return shared ? launch_shared<T, 32, 32, 4>(args, stream)
                    : launch_slots<T, 32, 32, 4>(args, slots, stream);
    default:
      return shared ? launch_shared<T, 128, 0, 1>(args, stream)
                    : launch_slots<T, 128, 0, 1>(args, slots, stream);
  }
}

}  // namespace corten::gpu
