#include "corten/collide/broadphase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "corten/collide/body_filter.h"
#include "corten/collide/bounding_sphere.h"
#include "corten/collide/contact_params.h"
#include "corten/collide/midphase.h"
#include "corten/collide/sweep_key.h"
#include "corten/math/eig3.h"
#include "corten/math/pack.h"

namespace corten {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// A list in the frame that doubles when full: few of the n²/2 possible pairs are ever near each other.
class PairList {
 public:
  PairList(Arena::Frame& frame, int num) : frame_(frame), pairs_(frame.alloc<PairSignature>(8 * num)) {}

  void add(int id1, int id2) {
    if (count_ == pairs_.size()) grow();
    pairs_[count_++] = pair_signature(id1, id2);
  }
  std::span<PairSignature> pairs() const { return pairs_.first(count_); }

 private:
  void grow() {
    const std::span<PairSignature> larger = frame_.alloc<PairSignature>(2 * static_cast<int>(count_));
    std::copy(pairs_.begin(), pairs_.end(), larger.begin());
    pairs_ = larger;
  }

  Arena::Frame& frame_;
  std::span<PairSignature> pairs_;
  std::size_t count_ = 0;
};

// The geom whose bounding sphere decides next for a body against others of its kind, because it is the only
// one (kGeom), or the only leaf of the tree (kLeaf); bodies are alike if they share one of these.
struct LoneGeom {
  static constexpr unsigned kGeom = 1, kLeaf = 2;
  int id = -1;
  unsigned kinds = 0;
};

// with_trees: the mid phase is on
[[gnu::always_inline]] inline LoneGeom lone_geom(const Model& m, int body, bool with_trees) {
  const unsigned geom = m.body_geomnum[body] == 1 ? LoneGeom::kGeom : 0;
  const unsigned leaf = with_trees && m.body_bvhnum[body] == 1 ? LoneGeom::kLeaf : 0;
  if (geom) return {m.body_geomadr[body], geom | leaf};
  return leaf ? LoneGeom{only_leaf(m, body), leaf} : LoneGeom{};
}

bool with_trees(const Model& m) { return !(m.opt.disableflags & mjDSBL_MIDPHASE); }

bool lone_geoms_apart(const Model& m, const Data& d, LoneGeom a, LoneGeom b) {
  return (a.kinds & b.kinds) && spheres_apart(m, d, a.id, b.id, geom_pair_margin(m, a.id, b.id));
}

// The world and static bodies with planes against everything that moves.
void add_always_tested(const Model& m, const Data& d, bool use_spheres, PairList& out) {
  const bool sleepers = some_asleep(m, d), trees = with_trees(m);
  const int num = m.nbody + m.nflex;
  for (int body = 0; body < m.nbody; ++body) {
    const Masks masks = collision_masks(m, body);
    if (!collidable(masks) || !always_tested(m, body)) continue;
    const LoneGeom lone = use_spheres ? lone_geom(m, body, trees) : LoneGeom{};
    for (int other = 0; other < num; ++other) {
      const bool moving = other >= m.nbody || m.body_weldid[other] != 0;
      if (!moving || !compatible(masks, collision_masks(m, other))) continue;
      if (sleepers && other < m.nbody && d.body_awake[other] == mjS_ASLEEP) continue;
      if (lone.kinds && other < m.nbody && lone_geoms_apart(m, d, lone, lone_geom(m, other, trees))) continue;
      out.add(body, other);
    }
  }
}

// Centres of all geoms and flex vertices that are not on the world, visited in order.
template <class Fn>
void for_each_center(const Model& m, const Data& d, Fn&& fn) {
  for (int geom = 0; geom < m.ngeom; ++geom)
    if (m.geom_bodyid[geom] != 0) fn(d.geom_xpos[geom]);
  for (int vert = 0; vert < m.nflexvert; ++vert)
    if (m.flex_vertbodyid[vert] != 0) fn(d.flexvert_xpos[vert]);
}

// Rows are the directions of the sweep. Members of a sweep have geoms or vertices, so the count is not zero.
Mat3<Real> sweep_axes(const Model& m, const Data& d) {
  int count = 0;
  Vec3<Real> mean{};
  for_each_center(m, d, [&](const Vec3<Real>& p) {
    mean += p;
    ++count;
  });
  mean *= Real(1) / count;
  Mat3<Real> cov{};
  for_each_center(m, d, [&](const Vec3<Real>& p) {
    const Vec3<Real> x = p - mean;
    cov(0, 0) += x[0] * x[0];
    cov(0, 1) += x[0] * x[1];
    cov(0, 2) += x[0] * x[2];
    cov(1, 1) += x[1] * x[1];
    cov(1, 2) += x[1] * x[2];
    cov(2, 2) += x[2] * x[2];
  });
  for (Real& c : cov.e) c *= Real(1) / count;
  cov(1, 0) = cov(0, 1);
  cov(2, 0) = cov(0, 2);
  cov(2, 1) = cov(1, 2);
  return eig3(cov).vector;
}

// Extent of a body or flex along the sweep directions, and what else decides whether two of them may touch.
struct SweepBox {
  Vec3<Real> min, max;
  float min0, max0;  // the first direction, where overlap is decided in single precision
  int id;
  Masks masks;
  Kinship kinship;
  LoneGeom lone;

  void include(const Vec3<Real>& center, Real radius, Real margin, bool first) {
    for (int k = 0; k < 3; ++k) {
      const Real low = center[k] - radius - margin, high = center[k] + radius + margin;
      min[k] = first ? low : std::min(min[k], low);
      max[k] = first ? high : std::max(max[k], high);
    }
  }
};

void bound_body(const Model& m, const Data& d, const Mat3<Real>& axes, SweepBox& box) {
  const int first = m.body_geomadr[box.id], count = m.body_geomnum[box.id];
  for (int geom = first; geom < first + count; ++geom) {
    const Real margin = overrides_contacts(m) ? m.opt.o_margin * Real(0.5) : m.geom_margin[geom];
    box.include(axes * d.geom_xpos[geom], m.geom_rbound[geom], margin, geom == first);
  }
}

void bound_flex(const Model& m, const Data& d, const Mat3<Real>& axes, SweepBox& box) {
  const int flex = box.id - m.nbody;
  const int first = m.flex_vertadr[flex], count = m.flex_vertnum[flex];
  const Real margin = overrides_contacts(m) ? m.opt.o_margin * Real(0.5) : m.flex_margin[flex];
  for (int vert = first; vert < first + count; ++vert)
    box.include(axes * d.flexvert_xpos[vert], m.flex_radius[flex], margin, vert == first);
}

// Those that take part, without their extent yet.
std::span<SweepBox> sweep_members(const Model& m, const Data& d, Arena::Frame& frame) {
  const int num = m.nbody + m.nflex;
  const bool trees = with_trees(m);
  const std::span<SweepBox> boxes = frame.alloc<SweepBox>(num);
  std::size_t count = 0;
  for (int id = 1; id < num; ++id) {
    const Masks masks = collision_masks(m, id);
    if (!collidable(masks) || (id < m.nbody && always_tested(m, id))) continue;
    SweepBox& box = boxes[count++];
    box.id = id;
    box.masks = masks;
    box.kinship = kinship(m, d, id);
    box.lone = id < m.nbody ? lone_geom(m, id, trees) : LoneGeom{};
  }
  return boxes.first(count);
}

void bound(const Model& m, const Data& d, const Mat3<Real>& axes, SweepBox& box) {
  if (box.id < m.nbody) {
    bound_body(m, d, axes, box);
  } else {
    bound_flex(m, d, axes, box);
  }
  // a body without a place (NaN) may touch everything
  box.min0 = std::isnan(box.min[0]) ? -kInfinity : static_cast<float>(box.min[0]);
  box.max0 = std::isnan(box.max[0]) ? kInfinity : static_cast<float>(box.max[0]);
  // with a margin below minus its radius the oracle's sweep meets the end before the start, and stays inside
  if (box.max0 < box.min0) box.max0 = kInfinity;
}

// a has the smaller min0. MuJoCo's stable sort of all limits, where ids enter in order and each with its min
// before its max, makes touching count or not by the order of the ids.
bool overlap(const SweepBox& a, const SweepBox& b) {
  const int apart0 = b.id > a.id ? b.min0 >= a.max0 : a.min0 >= b.max0;
  // no short cuts: which of these fails is anyone's guess, and a wrong guess costs more than all of them
  const int apart1 = int{a.min[1] > b.max[1]} | int{b.min[1] > a.max[1]};
  const int apart2 = int{a.min[2] > b.max[2]} | int{b.min[2] > a.max[2]};
  return (apart0 | apart1 | apart2) == 0;
}

// Wherever they are, or by the bounding spheres of lone geoms, for which these would come next.
inline bool never_touch(const Model& m, const Data& d, const SweepBox& a, const SweepBox& b,
                        bool use_spheres) {
  if (!compatible(a.masks, b.masks) || kin(a.kinship, b.kinship)) return true;
  return use_spheres && lone_geoms_apart(m, d, a.lone, b.lone);
}

// A sweep would find nothing: the masks of all members together let no pair through.
bool none_can_meet(std::span<const SweepBox> boxes) {
  Masks all{0, 0};
  for (const SweepBox& box : boxes) {
    all.contype |= box.masks.contype;
    all.conaffinity |= box.masks.conaffinity;
  }
  return boxes.size() < 2 || !(all.contype & all.conaffinity);
}

// The boxes by increasing min0, and their second and third direction in single precision rounded outwards:
// four boxes at a time are seen to be apart, and only the rest is looked at one by one.
class SweepOrder {
 public:
  static constexpr std::size_t kLanes = 4;

  SweepOrder(std::span<const SweepBox> boxes, Arena::Frame& frame) : boxes_(boxes) {
    keys_ = frame.alloc<SweepKey>(static_cast<int>(boxes.size()));
    for (std::size_t i = 0; i < boxes.size(); ++i) keys_[i] = sweep_key(boxes[i].min0, i);
    std::sort(keys_.begin(), keys_.end());
    const std::size_t room = boxes.size() + kLanes;  // the last four may reach beyond the end
    float* next = frame.alloc<float>(5 * static_cast<int>(room)).data();
    for (float*& limit : limit_) limit = std::exchange(next, next + room);
    for (std::size_t i = 0; i < boxes.size(); ++i) bound((*this)[i], i);
    for (float* limit : limit_) std::fill(limit + boxes.size(), limit + room, 0.0f);
  }

  std::size_t size() const { return keys_.size(); }
  const SweepBox& operator[](std::size_t i) const { return boxes_[sweep_place(keys_[i])]; }

  float min0(std::size_t i) const { return limit_[4][i]; }

  // one bit for each of the boxes first … first + 3 that may overlap box i
  unsigned near(std::size_t i, std::size_t first) const {
    Mask<float, 4> apart{};
    for (int k = 0; k < 4; k += 2) {
      const float *low = limit_[k], *high = limit_[k + 1];
      apart = apart || Lanes::load(low + first) > Lanes(high[i]) || Lanes(low[i]) > Lanes::load(high + first);
    }
    if (all(apart)) return 0;
    unsigned bits = 0;
    for (int k = 0; k < 4; ++k) bits |= apart.lane(k) ? 0 : 1u << k;
    return bits;
  }

 private:
  using Lanes = Pack<float, 4>;

  void bound(const SweepBox& box, std::size_t i) {
    limit_[4][i] = box.min0;
    const auto outwards = [](Real x, float slack) {
      const float f = static_cast<float>(x);
      return f + (std::abs(f) * slack + std::copysign(std::numeric_limits<float>::min(), slack));
    };
    constexpr float kSlack = 2e-7f;  // more than the rounding to single precision
    for (int k = 0; k < 2; ++k) {
      limit_[2 * k][i] = outwards(box.min[k + 1], -kSlack);
      limit_[2 * k + 1][i] = outwards(box.max[k + 1], kSlack);
    }
  }

  std::span<const SweepBox> boxes_;
  std::span<SweepKey> keys_;
  float* limit_[5];  // lowest and highest along the second direction, then along the third; min0
};

void sweep(const Model& m, const Data& d, const SweepOrder& boxes, bool use_spheres, PairList& out) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const SweepBox& a = boxes[i];
    const auto in_reach = [&](std::size_t j) { return j < boxes.size() && boxes.min0(j) <= a.max0; };
    for (std::size_t first = i + 1; in_reach(first); first += SweepOrder::kLanes) {
      for (unsigned near = boxes.near(i, first); near; near &= near - 1) {
        const std::size_t j = first + static_cast<std::size_t>(std::countr_zero(near));
        if (!in_reach(j)) break;
        const SweepBox& b = boxes[j];
        if (!never_touch(m, d, a, b, use_spheres) && overlap(a, b)) out.add(a.id, b.id);
      }
    }
  }
}

void sweep_all(const Model& m, const Data& d, std::span<SweepBox> boxes, bool use_spheres, PairList& out,
               Arena::Frame& frame) {
  const Mat3<Real> axes = sweep_axes(m, d);
  for (SweepBox& box : boxes) bound(m, d, axes, box);
  sweep(m, d, SweepOrder(boxes, frame), use_spheres, out);
}

// Few bodies with few geoms are compared each with each, which takes less time than a sweep. Pairs that the
// next test, of spheres or trees, would drop without a trace are left out, pairs that meet along any axes are
// kept; for others, and only then, the axes are found.
class FewBodies {
 public:
  static bool fit(const Model& m, std::span<const SweepBox> boxes) {
    return boxes.size() <= 8 && m.ngeom <= 32 && m.nflex == 0;
  }

  FewBodies(const Model& m, const Data& d, std::span<SweepBox> boxes) : m_(m), d_(d), boxes_(boxes) {
    Real largest = overrides_contacts(m) ? std::abs(m.opt.o_margin) : 0;  // of all numbers that make a limit
    for (int geom = 0; geom < m.ngeom; ++geom) {
      for (const Real x : d.geom_xpos[geom]) largest = std::max(largest, std::abs(x));
      largest = std::max(largest, std::max(m.geom_rbound[geom], std::abs(m.geom_margin[geom])));
    }
    slack_ = kRounding * largest;
  }

  void add_pairs(PairList& out) {
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      for (std::size_t j = i + 1; j < boxes_.size(); ++j)
        if (meet(boxes_[i], boxes_[j])) out.add(boxes_[i].id, boxes_[j].id);
  }

 private:
  static constexpr Real kRounding = 4e-6;  // several of those of single precision, in which a sweep compares

  bool meet(SweepBox& a, SweepBox& b) {
    if (never_touch(m_, d_, a, b, true)) return false;
    if (surely_meet(a.id, b.id)) return true;
    const bool single = a.lone.kinds & b.lone.kinds & LoneGeom::kGeom;
    return (single || !roots_apart(m_, d_, a.id, b.id)) && sweep_would_meet(a, b);
  }

  bool surely_meet(int body1, int body2) const {
    const int first1 = m_.body_geomadr[body1], last1 = first1 + m_.body_geomnum[body1];
    const int first2 = m_.body_geomadr[body2], last2 = first2 + m_.body_geomnum[body2];
    for (int geom1 = first1; geom1 < last1; ++geom1)
      for (int geom2 = first2; geom2 < last2; ++geom2)
        if (spheres_surely_meet(geom1, geom2)) return true;
    return false;
  }

  // by more than all rounding of a sweep, so that the boxes around the spheres overlap along any axes
  bool spheres_surely_meet(int geom1, int geom2) const {
    const Real radius1 = m_.geom_rbound[geom1], radius2 = m_.geom_rbound[geom2];
    const Real reach = radius1 + radius2 + geom_pair_margin(m_, geom1, geom2);
    const Real sure = reach - slack_;
    const Vec3<Real> offset = d_.geom_xpos[geom1] - d_.geom_xpos[geom2];
    return dot(offset, offset) < sure * sure && sure > 0 && radius1 > 0 && radius2 > 0;
  }

  // a has the lower id
  bool sweep_would_meet(SweepBox& a, SweepBox& b) {
    if (!have_axes_) axes_ = sweep_axes(m_, d_);
    have_axes_ = true;
    bound(m_, d_, axes_, a);
    bound(m_, d_, axes_, b);
    const bool b_first = b.min0 < a.min0;
    const SweepBox &first = b_first ? b : a, &second = b_first ? a : b;
    return second.min0 <= first.max0 && overlap(first, second);
  }

  const Model& m_;
  const Data& d_;
  std::span<SweepBox> boxes_;
  Real slack_;
  Mat3<Real> axes_;
  bool have_axes_ = false;
};

// Every tree sleeps: against sleepers and among each other bodies that are welded to the world meet nothing.
bool nobody_moves(const Model& m, const Data& d) { return d.ntree_awake == 0 && m.ntree > 0 && m.nflex == 0; }

// Ascending order. Long lists are first dealt out by their lower id: what is left to sort is short.
std::span<const PairSignature> sorted(std::span<PairSignature> pairs, int num, Arena::Frame& frame) {
  constexpr std::size_t kShort = 64;
  if (pairs.size() <= kShort) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
  const std::span<int> end = frame.zeros<int>(num + 1);
  const auto lower = [](PairSignature s) { return static_cast<std::size_t>(lower_id(s)); };
  for (const PairSignature s : pairs) ++end[lower(s) + 1];
  for (std::size_t id = 1; id < end.size(); ++id) end[id] += end[id - 1];
  const std::span<PairSignature> dealt = frame.alloc<PairSignature>(static_cast<int>(pairs.size()));
  for (const PairSignature s : pairs) dealt[static_cast<std::size_t>(end[lower(s)]++)] = s;
  for (std::size_t id = 0, first = 0; id + 1 < end.size(); ++id) {
    const std::size_t last = static_cast<std::size_t>(end[id]);
    std::sort(dealt.data() + first, dealt.data() + last);
    first = last;
  }
  return dealt;
}

}  // namespace

std::span<const PairSignature> broadphase(const Model& m, const Data& d, bool use_spheres,
                                          Arena::Frame& frame) {
  if (nobody_moves(m, d)) return {};
  const int num = m.nbody + m.nflex;
  PairList list(frame, num);
  add_always_tested(m, d, use_spheres, list);
  const std::span<SweepBox> boxes = sweep_members(m, d, frame);
  if (!none_can_meet(boxes)) {
    if (use_spheres && FewBodies::fit(m, boxes)) {
      FewBodies(m, d, boxes).add_pairs(list);
    } else {
      sweep_all(m, d, boxes, use_spheres, list, frame);
    }
  }
  return sorted(list.pairs(), num, frame);
}

}  // namespace corten
