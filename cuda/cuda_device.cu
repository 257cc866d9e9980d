// An NVIDIA GPU. The runtime is linked in and looks for the driver itself, so that a program with it starts
// anywhere.
#include <sstream>
#include <stdexcept>

#include "cuda/device.h"
#include "cuda/kernels.h"

namespace corten::gpu {
namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("GPU: ") + what + ": " + cudaGetErrorString(error));
}

cudaStream_t stream_of(Stream s) { return static_cast<cudaStream_t>(s); }

__global__ void write_rows(unsigned* to, const unsigned* row, int words, const unsigned char* mask,
                           long long total) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < total && (!mask || mask[i / words])) to[i] = row[i % words];
}

class CudaDevice : public Device {
 public:
  explicit CudaDevice(int index) : index_(index) {
    check(cudaSetDevice(index), "cannot use the device");
    check(cudaGetDeviceProperties(&properties_, index), "cannot ask the device");
  }
  std::string name() const override { return properties_.name; }
  bool is_cuda() const override { return true; }
  int index() const override { return index_; }
  int multiprocessors() const override { return properties_.multiProcessorCount; }
  SharedMemory shared_memory() const override {
    return {properties_.sharedMemPerMultiprocessor, properties_.sharedMemPerBlockOptin,
            properties_.reservedSharedMemPerBlock};
  }
  void* allocate(std::size_t bytes) override {
    use();
    void* p = nullptr;
    if (cudaMalloc(&p, bytes) != cudaSuccess) {
      cudaGetLastError();
      std::size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      std::ostringstream text;
      text << "GPU: " << bytes << " bytes are needed, " << free << " of " << total << " are free";
      throw std::runtime_error(text.str());
    }
    return p;
  }
  void release(void* p) override { cudaFree(p); }
  void upload(void* to, const void* from, std::size_t bytes, Stream s) override {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_of(s)),
          "cannot copy to the device");
  }
  void download(void* to, const void* from, std::size_t bytes, Stream s) override {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_of(s)),
          "cannot copy from the device");
    wait(s);
  }
  void copy(void* to, const void* from, std::size_t bytes, Stream s) override {
    use();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_of(s)),
          "cannot copy on the device");
  }
  void clear(void* p, std::size_t bytes, Stream s) override {
    use();
    check(cudaMemsetAsync(p, 0, bytes, stream_of(s)), "cannot clear memory");
  }
  void fill_rows(void* to, const void* row, int words, const unsigned char* mask, int count,
                 Stream s) override {
    use();
    const long long total = static_cast<long long>(words) * count;
    constexpr int kThreads = 256;
    if (total == 0) return;
    write_rows<<<static_cast<unsigned>((total + kThreads - 1) / kThreads), kThreads, 0, stream_of(s)>>>(
        static_cast<unsigned*>(to), static_cast<const unsigned*>(row), words, mask, total);
    check(cudaGetLastError(), "cannot reset worlds");
  }
  void wait(Stream s) override { check(cudaStreamSynchronize(stream_of(s)), "a step failed"); }
  void launch(const StepArgs<float>& args, Tier tier, Kind kind, int slots, Stream s) override {
    use();
    check(launch_step(args, tier, kind, slots, stream_of(s)), "cannot start a step");
  }
  void launch(const StepArgs<double>& args, Tier tier, Kind kind, int slots, Stream s) override {
    use();
    check(launch_step(args, tier, kind, slots, stream_of(s)), "cannot start a step");
  }

 private:
  void use() const { check(cudaSetDevice(index_), "cannot use the device"); }

  int index_;
  cudaDeviceProp properties_{};
};

}  // namespace

std::string missing_gpu() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) return std::string("no NVIDIA driver or GPU: ") + cudaGetErrorString(error);
  if (count == 0) return "no NVIDIA GPU";
  return {};
}

std::unique_ptr<Device> make_cuda_device(int index) {
  if (const std::string missing = missing_gpu(); !missing.empty()) throw std::runtime_error(missing);
  return std::make_unique<CudaDevice>(index);
}

}  // namespace corten::gpu
