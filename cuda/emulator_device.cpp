// The emulator as a device: host memory, worlds one after another.
#include <cstdlib>
#include <cstring>
#include <new>

#include "cuda/device.h"
#include "cuda/emulate.h"

namespace corten::gpu {
namespace {

class EmulatorDevice : public Device {
 public:
  std::string name() const override { return "emulator"; }
  bool is_cuda() const override { return false; }
  int index() const override { return 0; }
  int multiprocessors() const override { return 1; }
  SharedMemory shared_memory() const override { return {}; }
  void* allocate(std::size_t bytes) override {
    void* p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) throw std::bad_alloc();
    return p;
  }
  void release(void* p) override { std::free(p); }
  void upload(void* to, const void* from, std::size_t bytes, Stream) override {
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes, Stream) override {
    std::memcpy(to, from, bytes);
  }
  void copy(void* to, const void* from, std::size_t bytes, Stream) override { std::memcpy(to, from, bytes); }
  void clear(void* p, std::size_t bytes, Stream) override { std::memset(p, 0, bytes); }
  void fill_rows(void* to, const void* row, int words, const unsigned char* mask, int count,
                 Stream) override {
    const std::size_t bytes = static_cast<std::size_t>(words) * 4;
    for (int i = 0; i < count; ++i)
      if (!mask || mask[i])
        std::memcpy(static_cast<char*>(to) + static_cast<std::size_t>(i) * bytes, row, bytes);
  }
  void wait(Stream) override {}
  void launch(const StepArgs<float>& args, Tier tier, Kind kind, int, Stream) override {
    run(args, tier, kind);
  }
  void launch(const StepArgs<double>& args, Tier tier, Kind kind, int, Stream) override {
    run(args, tier, kind);
  }

 private:
  template <class T>
  void run(const StepArgs<T>& args, Tier tier, Kind kind) {
    const bool plain = kind == Kind::plain, robot = kind == Kind::robot;
    switch (tier) {
      case Tier::lanes16:
        return plain   ? emulate<T, 16, 16, 0>(args, kind)
               : robot ? emulate<T, 16, 16, kRobotFeatures>(args, kind)
                       : emulate<T, 16, 16, kAnyModel>(args, kind);
      case Tier::lanes32:
        return plain   ? emulate<T, 32, 28, 0>(args, kind)
               : robot ? emulate<T, 32, 28, kRobotFeatures>(args, kind)
                       : emulate<T, 32, 32, kAnyModel>(args, kind);
      case Tier::block:
        return plain ? emulate<T, 128, 0, 0>(args, kind) : emulate<T, 128, 0, kAnyModel>(args, kind);
    }
  }
};

}  // namespace

std::unique_ptr<Device> make_emulator() { return std::make_unique<EmulatorDevice>(); }

}  // namespace corten::gpu
