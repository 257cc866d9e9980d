#include "corten/collide/broadphase.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "corten/collide/body_filter.h"
#include "corten/collide/contact_params.h"
#include "corten/math/eig3.h"

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

// The world and static bodies with planes against everything that moves.
void add_always_tested(const Model& m, const Data& d, PairList& out) {
  const bool sleep = sleep_enabled(m);
  const int num = m.nbody + m.nflex;
  for (int body = 0; body < m.nbody; ++body) {
    const Masks masks = collision_masks(m, body);
    if (!collidable(masks) || !always_tested(m, body)) continue;
    for (int other = 0; other < num; ++other) {
      const bool moving = other >= m.nbody || m.body_weldid[other] != 0;
      if (!moving || !compatible(masks, collision_masks(m, other))) continue;
      if (sleep && other < m.nbody && d.body_awake[other] == mjS_ASLEEP) continue;
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

// Rows are the directions of the sweep; false when nothing can move.
bool sweep_axes(const Model& m, const Data& d, Mat3<Real>& axes) {
  int count = 0;
  Vec3<Real> mean{};
  for_each_center(m, d, [&](const Vec3<Real>& p) {
    mean += p;
    ++count;
  });
  if (count == 0) return false;
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
  axes = eig3(cov).vector;
  return true;
}

// Extent of a body or flex along the sweep directions.
struct SweepBox {
  Vec3<Real> min, max;
  float min0, max0;  // the first direction, where overlap is decided in single precision
  int id;
  Masks masks;

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

std::span<SweepBox> sweep_boxes(const Model& m, const Data& d, const Mat3<Real>& axes, Arena::Frame& frame) {
  const int num = m.nbody + m.nflex;
  const std::span<SweepBox> boxes = frame.alloc<SweepBox>(num);
  std::size_t count = 0;
  for (int id = 1; id < num; ++id) {
    const Masks masks = collision_masks(m, id);
    if (!collidable(masks) || (id < m.nbody && always_tested(m, id))) continue;
    SweepBox& box = boxes[count++];
    box.id = id;
    box.masks = masks;
    if (id < m.nbody) {
      bound_body(m, d, axes, box);
    } else {
      bound_flex(m, d, axes, box);
    }
    // a body without a place (NaN) may touch everything
    box.min0 = std::isnan(box.min[0]) ? -kInfinity : static_cast<float>(box.min[0]);
    box.max0 = std::isnan(box.max[0]) ? kInfinity : static_cast<float>(box.max[0]);
  }
  return boxes.first(count);
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

bool body_pair_filtered(const Model& m, const Data& d, int id1, int id2) {
  return id1 < m.nbody && id2 < m.nbody && filtered(m, d, id1, id2);
}

void sweep(const Model& m, const Data& d, std::span<SweepBox> boxes, PairList& out) {
  std::sort(boxes.begin(), boxes.end(), [](const SweepBox& a, const SweepBox& b) {
    return a.min0 < b.min0 || (a.min0 == b.min0 && a.id < b.id);
  });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].min0 <= boxes[i].max0; ++j) {
      const SweepBox &a = boxes[i], &b = boxes[j];
      if (overlap(a, b) && compatible(a.masks, b.masks) && !body_pair_filtered(m, d, a.id, b.id))
        out.add(a.id, b.id);
    }
  }
}

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

std::span<const PairSignature> broadphase(const Model& m, const Data& d, Arena::Frame& frame) {
  const int num = m.nbody + m.nflex;
  PairList list(frame, num);
  add_always_tested(m, d, list);
  Mat3<Real> axes;
  if (sweep_axes(m, d, axes)) sweep(m, d, sweep_boxes(m, d, axes, frame), list);
  return sorted(list.pairs(), num, frame);
}

}  // namespace corten
