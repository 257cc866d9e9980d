#include "cuda/emulator.h"

#include <ucontext.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

namespace corten::gpu::emulator {
namespace {

constexpr std::size_t kStack = 256 << 10;

struct Fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  bool done = false;
};

struct Crew {
  ucontext_t main;
  std::vector<Fiber> fibers = std::vector<Fiber>(kMostLanes);
  Slot slots[kMostLanes];
  const std::function<void()>* body = nullptr;
  int current = 0;
  std::mt19937 random{1};
};

thread_local std::unique_ptr<Crew> crew;

void enter() {
  (*crew->body)();
  crew->fibers[static_cast<std::size_t>(crew->current)].done = true;
  meet();
}

void start(Fiber& fiber) {
  if (!fiber.stack) fiber.stack = std::make_unique<char[]>(kStack);
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStack;
  fiber.context.uc_link = &crew->main;
  makecontext(&fiber.context, enter, 0);
  fiber.done = false;
}

}  // namespace

int lane() { return crew->current; }
Slot& slot(int lane) { return crew->slots[lane]; }
void meet() { swapcontext(&crew->fibers[static_cast<std::size_t>(crew->current)].context, &crew->main); }

void run(int width, const std::function<void()>& body) {
  if (!crew) crew = std::make_unique<Crew>();
  crew->body = &body;
  for (int i = 0; i < width; ++i) start(crew->fibers[static_cast<std::size_t>(i)]);
  std::vector<int> order(static_cast<std::size_t>(width));
  std::iota(order.begin(), order.end(), 0);
  for (;;) {
    std::shuffle(order.begin(), order.end(), crew->random);
    int finished = 0;
    for (const int i : order) {
      crew->current = i;
      swapcontext(&crew->main, &crew->fibers[static_cast<std::size_t>(i)].context);
      finished += crew->fibers[static_cast<std::size_t>(i)].done;
    }
    if (finished == width) return;
    if (finished > 0) throw std::logic_error("lanes of a team do not meet at the same places");
  }
}

}  // namespace corten::gpu::emulator
