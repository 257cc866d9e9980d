// Every door of the library while memory is refused at the n-th request, the arena is too small or a file is
// cut: no crash, nothing half done, and what was there before goes on working. A sample here; all of it: make
// torture.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>

#include "corten/compile/decompile.h"
#include "corten/load.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/model/binary.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/endurance/failing_memory.h"
#include "tests/fuzz/scenes.h"

namespace corten {
namespace {

bool thorough() { return std::getenv("CORTEN_TORTURE") != nullptr; }

// Runs the work with the first request refused, the second, and so on until it needs no more.
void refuse_each_request(const std::function<void()>& work) {
  for (long n = 0, step = 1; n < 10'000'000; n += step) {
    if (!thorough() && n > 200) step = 1 + n / 20;
    endurance::refuse_request(n);
    try {
      work();
    } catch (const std::bad_alloc&) {
    } catch (const LoadError&) {
    }
    endurance::refuse_request(-1);
    if (!endurance::was_refused() && n > 0) return;  // it is through
    endurance::refuse_request(-1);
  }
  FAIL() << "the work never ends";
}

TEST(TortureMemory, LoadingIsRefusedOrDone) {  // judge: definition
  refuse_each_request([] {
    Diagnostics diagnostics;
    const std::optional<Model> m = load_text(fuzz::kScene, {}, diagnostics);
    endurance::refuse_request(-1);
    EXPECT_NE(m.has_value(), !diagnostics.ok());
  });
}

TEST(TortureMemory, ModelsAndDataAreCopiedOrNot) {
  const Model m = load_text(fuzz::kScene).value();
  Data d = make_data(m);
  step(m, d);
  refuse_each_request([&] { const Model copy = m; });
  refuse_each_request([&] { const Data fresh = make_data(m); });
  refuse_each_request([&] { const Data copy = d; });
  Data other = make_data(m);
  refuse_each_request([&] { other = d; });
  EXPECT_EQ(other.qpos[0], d.qpos[0]);
  step(m, other);
}

TEST(TortureMemory, BinariesTextsAndSpecificationsAreMadeOrNot) {
  const Model m = load_text(fuzz::kScene).value();
  const std::vector<std::byte> bytes = model_to_bytes(m);
  refuse_each_request([&] { (void)model_to_bytes(m); });
  refuse_each_request([&] { (void)model_from_bytes(bytes); });
  refuse_each_request([&] {
    Diagnostics diagnostics;
    (void)mjcf::to_xml(decompile(m, diagnostics));
  });
}

// scratch that the arena has no room for comes from the heap
TEST(TortureMemory, StepsGoOnOrThrow) {
  Model m = load_text(fuzz::kScene).value();
  m.narena = 64;
  Data d = make_data(m);
  refuse_each_request([&] { step(m, d); });
  for (int i = 0; i < 100; ++i) step(m, d);
  EXPECT_TRUE(std::isfinite(d.qpos[0]));
}

TEST(TortureArena, OfAnySizeIsEnoughToGoOn) {  // judge: definition
  Model m = load_text(fuzz::kScene).value();
  Data ample = make_data(m);
  for (int i = 0; i < 20; ++i) step(m, ample);
  const auto needed = static_cast<int>(ample.arena.high_water());
  for (int size = 0; size <= needed; size += thorough() ? 1 : 97) {
    m.narena = size;
    Data d = make_data(m);
    for (int i = 0; i < 3; ++i) step(m, d);
    EXPECT_TRUE(std::isfinite(d.qpos[0])) << size;
  }
  m.narena = needed - 1;  // one byte short
  Data d = make_data(m);
  for (int i = 0; i < 20; ++i) step(m, d);
  EXPECT_TRUE(std::isfinite(d.qpos[0]));
}

TEST(TortureFiles, CutAnywhereAreRefused) {  // judge: definition
  const Model m = load_text(fuzz::kScene).value();
  const std::vector<std::byte> bytes = model_to_bytes(m);
  const std::size_t step = thorough() ? 1 : bytes.size() / 300 + 1;
  for (std::size_t size = 0; size < bytes.size(); size += step)
    EXPECT_THROW((void)model_from_bytes(std::span(bytes).first(size)), LoadError) << size;
  const std::string_view text = fuzz::kScene;
  for (std::size_t size = 0; size < text.size(); ++size) {
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(text.substr(0, size), {}, diagnostics)) << size;
  }
}

}  // namespace
}  // namespace corten
