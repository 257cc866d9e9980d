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
  int group = 0;  // the size of the group it waits for, 0 when it can go on
  bool done = false;
};

struct Crew {
  ucontext_t main;
  std::vector<Fiber> fibers = std::vector<Fiber>(kMostLanes);
  Slot slots[kMostLanes];
  const std::function<void()>* body = nullptr;
  int current = 0, width = 0;
  std::mt19937 random{1};
};

thread_local std::unique_ptr<Crew> crew;

Fiber& fiber(int lane) { return crew->fibers[static_cast<std::size_t>(lane)]; }

void pause(Fiber& f) { swapcontext(&f.context, &crew->main); }

void enter() {
  (*crew->body)();
  fiber(crew->current).done = true;
  pause(fiber(crew->current));
}

void start(Fiber& f) {
  if (!f.stack) f.stack = std::make_unique<char[]>(kStack);
  getcontext(&f.context);
  f.context.uc_stack.ss_sp = f.stack.get();
  f.context.uc_stack.ss_size = kStack;
  f.context.uc_link = &crew->main;
  makecontext(&f.context, enter, 0);
  f.group = 0, f.done = false;
}

// whether all lanes of the group that this lane waits for wait for it, too
bool group_is_here(int lane) {
  const int group = fiber(lane).group, first = group ? lane / group * group : lane;
  for (int i = first; i < first + group; ++i)
    if (i >= crew->width || fiber(i).done || fiber(i).group != group) return false;
  return group > 0 && !fiber(lane).done;
}

}  // namespace

int lane() { return crew->current; }
int width() { return crew->width; }
Slot& slot(int lane) { return crew->slots[lane]; }
void meet(int group) {
  Fiber& f = fiber(crew->current);
  f.group = group;
  pause(f);
}

void run(int width, const std::function<void()>& body) {
  if (!crew) crew = std::make_unique<Crew>();
  crew->body = &body, crew->width = width;
  for (int i = 0; i < width; ++i) start(fiber(i));
  std::vector<int> order(static_cast<std::size_t>(width));
  std::iota(order.begin(), order.end(), 0);
  for (;;) {
    std::shuffle(order.begin(), order.end(), crew->random);
    int finished = 0;
    for (const int i : order) {
      crew->current = i;
      if (!fiber(i).done && fiber(i).group == 0) swapcontext(&crew->main, &fiber(i).context);
      finished += fiber(i).done;
    }
    if (finished == width) return;
    std::vector<int> released;
    for (const int i : order)
      if (group_is_here(i)) released.push_back(i);
    if (released.empty()) throw std::logic_error("lanes of a team do not meet at the same places");
    for (const int i : released) fiber(i).group = 0;
  }
}

}  // namespace corten::gpu::emulator
