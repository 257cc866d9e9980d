// Launches of the step kernels. Each is compiled in a file of its own (kernel_*.cu.in): they take long.
#pragma once

#include <cuda_runtime.h>

#include "cuda/plan.h"

namespace corten::gpu {

// W lanes per world, rows of NP numbers in registers, PerBlock worlds in a block; shape_of() has the same
// numbers. F: the features compiled in.
template <class T, int W, int NP, int PerBlock, unsigned F>
cudaError_t launch_shared(const StepArgs<T>& args, cudaStream_t stream);
template <class T, int W, int NP, int PerBlock, unsigned F>
cudaError_t launch_slots(const StepArgs<T>& args, int slots, cudaStream_t stream);

template <class T>
cudaError_t launch_step(const StepArgs<T>& args, Tier tier, Kind kind, int slots, cudaStream_t stream) {
  const bool plain = kind == Kind::plain, robot = kind == Kind::robot, varied = kind == Kind::varied,
             own_robot = kind == Kind::varied_robot, spill = kind == Kind::spill;
  switch (tier) {
    case Tier::lanes16:
      return spill       ? launch_slots<T, 16, 16, 8, kAnyModel>(args, slots, stream)
             : varied    ? launch_shared<T, 16, 16, 8, kAnyModel>(args, stream)
             : own_robot ? launch_shared<T, 16, 16, 8, kVariedRobot>(args, stream)
             : plain     ? launch_shared<T, 16, 16, 8, 0>(args, stream)
             : robot     ? launch_shared<T, 16, 16, 8, kRobotFeatures>(args, stream)
                         : launch_shared<T, 16, 16, 8, kAllFeatures>(args, stream);
    case Tier::lanes32:
      return spill       ? launch_slots<T, 32, 32, 4, kAnyModel>(args, slots, stream)
             : varied    ? launch_shared<T, 32, 32, 4, kAnyModel>(args, stream)
             : own_robot ? launch_shared<T, 32, 28, 4, kVariedRobot>(args, stream)
             : plain     ? launch_shared<T, 32, 28, 4, 0>(args, stream)
             : robot     ? launch_shared<T, 32, 28, 4, kRobotFeatures>(args, stream)
                         : launch_shared<T, 32, 32, 4, kAllFeatures>(args, stream);
    default:
      return spill    ? launch_slots<T, 128, 0, 1, kAnyModel>(args, slots, stream)
             : varied ? launch_shared<T, 128, 0, 1, kAnyModel>(args, stream)
             : plain  ? launch_shared<T, 128, 0, 1, 0>(args, stream)
                      : launch_shared<T, 128, 0, 1, kAllFeatures>(args, stream);
  }
}

}  // namespace corten::gpu
