// The chain in AVX2 lanes; only for processors that have it.
#pragma once

namespace corten::bench {

// each call places every body of `lanes` worlds
struct ChainOfLanes {
  void* chain;
  void (*place)(void* chain);
  void (*destroy)(void* chain);
};
ChainOfLanes make_avx2_doubles();
ChainOfLanes make_avx2_floats();

}  // namespace corten::bench
