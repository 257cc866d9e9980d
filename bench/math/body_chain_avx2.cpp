// The chain in AVX2 lanes.
#include "bench/math/body_chain_avx2.h"

#include "bench/math/body_chain.h"
#include "corten/math/pack.h"

namespace corten::bench {
namespace {

template <class P>
ChainOfLanes make() {
  auto* chain = new BodyChain<P>;
  fill(*chain);
  return {chain, [](void* c) { place_bodies(*static_cast<BodyChain<P>*>(c)); },
          [](void* c) { delete static_cast<BodyChain<P>*>(c); }};
}

}  // namespace

ChainOfLanes make_avx2_doubles() { return make<Pack<double, 4>>(); }
ChainOfLanes make_avx2_floats() { return make<Pack<float, 8>>(); }

}  // namespace corten::bench
