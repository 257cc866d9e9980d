// A machine that runs steps: a GPU, or the emulator.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "cuda/plan.h"

namespace corten::gpu {

using Stream = void*;  // cudaStream_t; null is the default stream

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string name() const = 0;
  virtual bool is_cuda() const = 0;
  virtual int index() const = 0;
  virtual int multiprocessors() const = 0;
  virtual SharedMemory shared_memory() const = 0;

  // Throws std::runtime_error with the size and what is free when there is not enough.
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* p) = 0;
  virtual void upload(void* to, const void* from, std::size_t bytes, Stream stream) = 0;
  // waits until the bytes are there
  virtual void download(void* to, const void* from, std::size_t bytes, Stream stream) = 0;
  virtual void copy(void* to, const void* from, std::size_t bytes, Stream stream) = 0;
  virtual void clear(void* p, std::size_t bytes, Stream stream) = 0;
  // rows of `words` four-byte words become `row` where mask is set, or all of them; everything in device
  // memory
  virtual void fill_rows(void* to, const void* row, int words, const unsigned char* mask, int count,
                         Stream stream) = 0;
  virtual void wait(Stream stream) = 0;

  // Worlds lie in shared memory; the kind spill has them in the slots of the arguments, `slots` at a time.
  virtual void launch(const StepArgs<float>& args, Tier tier, Kind kind, int slots, Stream stream) = 0;
  virtual void launch(const StepArgs<double>& args, Tier tier, Kind kind, int slots, Stream stream) = 0;
};

std::unique_ptr<Device> make_emulator();
// Throws std::runtime_error that says what is missing: this build, the driver, the device or its
// architecture.
std::unique_ptr<Device> make_cuda_device(int index);
// Why there is no GPU to use; empty when there is one.
std::string missing_gpu();

}  // namespace corten::gpu
