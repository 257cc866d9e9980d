// Buffers, views and the arena: who owns what, what is given back, what happens at the end of the room.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "corten/base/arena.h"
#include "corten/base/array.h"
#include "corten/base/buffer.h"

namespace corten {
namespace {

bool aligned(const void* p, std::size_t to = Buffer::kAlign) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

TEST(Buffer, IsZeroedAndAligned) {  // judge: hand value
  const Buffer buffer(1001);
  EXPECT_TRUE(aligned(buffer.data()));
  for (std::size_t i = 0; i < buffer.size(); ++i) ASSERT_EQ(buffer.data()[i], std::byte{0});
}

TEST(Buffer, CopiesAreDeepAndMovesAreNot) {  // judge: addresses
  Buffer a(8);
  a.data()[3] = std::byte{7};
  Buffer b = a;
  EXPECT_NE(a.data(), b.data());
  EXPECT_EQ(b.data()[3], std::byte{7});
  const std::byte* const before = b.data();
  const Buffer c = std::move(b);
  EXPECT_EQ(c.data(), before);
  const Buffer& same = a;
  a = same;
  EXPECT_EQ(a.data()[3], std::byte{7});
}

TEST(Buffer, OfNothingHasNoData) {  // judge: hand value
  const Buffer none, empty(0), copy = empty;
  EXPECT_EQ(none.size() + empty.size() + copy.size(), 0u);
}

TEST(Array, SlicesItsMemoryInPlace) {  // judge: hand value
  int values[]{1, 2, 3, 4, 5};
  Array<int> array(values, 5);
  array.slice(1, 3)[0] = 20;
  EXPECT_EQ(values[1], 20);
  EXPECT_EQ(array.slice(5, 0).size(), 0u);
  static_assert(std::is_same_v<decltype(std::declval<const Array<int>&>()[0]), const int&>);
}

TEST(Array2, RowsAreContiguous) {  // judge: hand value
  double values[]{1, 2, 3, 4, 5, 6};
  Array2<double> rows(values, 2, 3);
  EXPECT_EQ(rows[1][0], 4);
  EXPECT_EQ(rows[1].size(), 3u);
  EXPECT_EQ(rows.size(), 6u);
}

TEST(Arena, GivesAlignedArraysUntilItIsFull) {  // judge: hand value
  Arena arena(64);
  Array<char> letters;
  Array<double> numbers, more;
  ASSERT_TRUE(arena.alloc(3, letters));
  ASSERT_TRUE(arena.alloc(7, numbers));
  EXPECT_TRUE(aligned(numbers.data(), alignof(double)));
  EXPECT_EQ(arena.used(), 64u);
  EXPECT_FALSE(arena.alloc(1, more));
  EXPECT_TRUE(more.empty());
  EXPECT_TRUE(arena.alloc(0, more));
}

TEST(Arena, RefusesAnArrayLargerThanMemory) {  // judge: no overflow of the byte count
  Arena arena(1024);
  Array<double> huge;
  EXPECT_FALSE(arena.alloc(2000000000, huge));
}

TEST(Arena, RewindsToAnEarlierMark) {  // judge: addresses
  Arena arena(1024);
  Array<int> first, second, again;
  ASSERT_TRUE(arena.alloc(4, first));
  const std::size_t mark = arena.used();
  ASSERT_TRUE(arena.alloc(4, second));
  arena.rewind(mark);
  ASSERT_TRUE(arena.alloc(4, again));
  EXPECT_EQ(again.data(), second.data());
  arena.reset();
  EXPECT_EQ(arena.used(), 0u);
}

TEST(ArenaFrame, GivesBackItsScratchAtTheEnd) {  // judge: addresses
  Arena arena(4096);
  const int* inside = nullptr;
  {
    Arena::Frame frame(arena);
    inside = frame.alloc<int>(10).data();
    EXPECT_TRUE(aligned(inside));
    Arena::Frame nested(arena);
    EXPECT_LT(nested.alloc<int>(10).data(), inside);
  }
  Arena::Frame frame(arena);
  EXPECT_EQ(frame.alloc<int>(10).data(), inside);
}

TEST(ArenaFrame, NeverOverlapsTheArraysAtTheBottom) {  // judge: written values survive
  Arena arena(512);
  Array<int> kept;
  ASSERT_TRUE(arena.alloc(60, kept));
  for (int& x : kept) x = 1;
  Arena::Frame frame(arena);
  for (int i = 0; i < 10; ++i)
    for (int& x : frame.alloc<int>(32)) x = 2;  // more than there is room for
  for (const int x : kept) ASSERT_EQ(x, 1);
  Array<int> no_room;
  EXPECT_FALSE(arena.alloc(100, no_room));
}

TEST(ArenaFrame, ReusesTheSpareBlocksOfEarlierSteps) {  // judge: addresses
  Arena arena(128);
  const double* spare = nullptr;
  for (int step = 0; step < 3; ++step) {
    Arena::Frame frame(arena);
    const double* scratch = frame.alloc<double>(1000).data();
    if (step > 0) {
      EXPECT_EQ(scratch, spare);
    }
    spare = scratch;
  }
}

TEST(ArenaFrame, ZerosAreZero) {  // judge: hand value
  Arena arena(256);
  {
    Arena::Frame frame(arena);
    for (int& x : frame.alloc<int>(16)) x = 5;
  }
  Arena::Frame frame(arena);
  for (const int x : frame.zeros<int>(16)) EXPECT_EQ(x, 0);
}

TEST(Arena, HighWaterCountsBothEndsAndTheSpares) {  // judge: hand value
  Arena arena(1024);
  Array<char> kept;
  ASSERT_TRUE(arena.alloc(100, kept));
  {
    Arena::Frame frame(arena);
    frame.alloc<char>(64);
    EXPECT_EQ(arena.high_water(), 164u);
    frame.alloc<char>(2048);
    EXPECT_EQ(arena.high_water(), 164u + 2048u);
  }
  EXPECT_EQ(arena.high_water(), 164u + 2048u);
}

}  // namespace
}  // namespace corten
