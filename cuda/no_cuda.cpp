// In place of the GPU where the build has no CUDA toolkit.
#include <stdexcept>

#include "cuda/device.h"

namespace corten::gpu {

std::string missing_gpu() { return "this build of CortenForge has no CUDA (configure with a CUDA compiler)"; }
std::unique_ptr<Device> make_cuda_device(int) { throw std::runtime_error(missing_gpu()); }

}  // namespace corten::gpu
