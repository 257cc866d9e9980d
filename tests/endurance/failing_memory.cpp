#include "tests/endurance/failing_memory.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> left = -1;
std::atomic<bool> refused = false;

bool grant() {
  if (left.load(std::memory_order_relaxed) < 0 || left.fetch_sub(1) != 0) return true;
  refused = true;
  return false;
}

void* request(std::size_t size) {
  void* memory = grant() ? std::malloc(size ? size : 1) : nullptr;
  if (!memory) throw std::bad_alloc();
  return memory;
}

void* request(std::size_t size, std::align_val_t align) {
  const auto step = static_cast<std::size_t>(align);
  void* memory = grant() ? std::aligned_alloc(step, (size + step - 1) / step * step) : nullptr;
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace corten::endurance {

void refuse_request(long n) {
  refused = false;
  left = n;
}
bool was_refused() { return refused; }

}  // namespace corten::endurance

void* operator new(std::size_t size) { return request(size); }
void* operator new[](std::size_t size) { return request(size); }
void* operator new(std::size_t size, std::align_val_t align) { return request(size, align); }
void* operator new[](std::size_t size, std::align_val_t align) { return request(size, align); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
