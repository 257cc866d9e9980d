// Where the exact line search looks next: Newton steps on the slope of the cost until it changes sign, then a
// bracket. The walk only asks; who owns the rows evaluates the cost, for one problem or for several in lanes.
#pragma once

#include <cmath>

#include "corten/base/config.h"

namespace corten {

// Cost along the line at alpha and its derivatives. No defaults: a walk would clear ten of them.
struct LinePoint {
  Real alpha;
  Real cost;
  Real slope;
  Real curvature;

  [[gnu::always_inline]] Real newton() const { return alpha - slope / curvature; }
};

// Inlined by force: lanes are compiled for another instruction set, and no other unit may take their copy.
class LineWalk {
 public:
  // Nowhere to go: done at alpha 0.
  [[gnu::always_inline]] LineWalk() : phase_(kDone) { found_.alpha = 0; }
  // |slope| below the tolerance is converged
  [[gnu::always_inline]] LineWalk(Real slope_tolerance, int max_evaluations)
      : phase_(kOrigin), tolerance_(slope_tolerance), max_evaluations_(max_evaluations) {}

  [[gnu::always_inline]] bool done() const { return phase_ == kDone; }
  [[gnu::always_inline]] Real alpha() const { return alpha_; }  // asked for, unless done
  [[gnu::always_inline]] const LinePoint& found() const { return found_; }
  [[gnu::always_inline]] int evaluations() const { return evaluations_; }

  // The point at alpha().
  [[gnu::always_inline]] void take(const LinePoint& p) {
    ++evaluations_;
    switch (phase_) {
      case kOrigin:
        p0_ = p;
        return ask(p.newton(), kFirstStep);
      case kFirstStep:
        p2_ = p0_;
        downhill_ = p.slope < 0 ? 1 : -1;
        [[fallthrough]];
      case kStep:
        p1_ = p;
        return converged(p) ? finish(p) : step_on();
      case kBeyond:
        next1_ = p;
        return look_between();
      case kBetween:
        return choose(p);
      case kNearer1:
        next1_ = p;
        return tighten_second();
      case kNearer2:
        next2_ = p;
        return look_between();
      case kDone:
        return;
    }
  }

 private:
  enum Phase { kOrigin, kFirstStep, kStep, kBeyond, kBetween, kNearer1, kNearer2, kDone };

  [[gnu::always_inline]] bool converged(const LinePoint& p) const { return std::abs(p.slope) < tolerance_; }
  [[gnu::always_inline]] bool exhausted() const { return evaluations_ >= max_evaluations_; }
  [[gnu::always_inline]] void ask(Real alpha, Phase phase) {
    alpha_ = alpha;
    phase_ = phase;
  }
  [[gnu::always_inline]] void finish(const LinePoint& p) {
    found_ = p;
    phase_ = kDone;
  }

  [[gnu::always_inline]] void step_on() {
    const bool same_side = p1_.slope * downhill_ <= -tolerance_;
    if (exhausted()) return finish(p1_);
    if (same_side) {
      p2_ = p1_;
      return ask(p1_.newton(), kStep);
    }
    next2_ = p1_;  // p1 and p2 have slopes of opposite sign
    ask(p1_.newton(), kBeyond);
  }

  [[gnu::always_inline]] void look_between() {
    if (!exhausted()) return ask(0.5 * (p1_.alpha + p2_.alpha), kBetween);
    const LinePoint& better = p1_.cost <= p2_.cost ? p1_ : p2_;
    finish(better.cost < p0_.cost ? better : LinePoint{0, p0_.cost, p0_.slope, p0_.curvature});
  }

  // the cheapest of the three that are converged, else the ends of the bracket move to them
  [[gnu::always_inline]] void choose(const LinePoint& middle) {
    candidate_[0] = next1_;
    candidate_[1] = next2_;
    candidate_[2] = middle;
    const LinePoint* best = nullptr;
    for (const LinePoint& c : candidate_)
      if (converged(c) && (!best || c.cost < best->cost)) best = &c;
    if (best) return finish(*best);
    moved1_ = tighten(p1_);
    if (moved1_) return ask(p1_.newton(), kNearer1);
    tighten_second();
  }

  [[gnu::always_inline]] void tighten_second() {
    if (tighten(p2_)) return ask(p2_.newton(), kNearer2);
    if (moved1_) return look_between();
    finish(candidate_[2]);
  }

  // Moves the point to each candidate whose slope has the same sign and is smaller; true if it moved.
  [[gnu::always_inline]] bool tighten(LinePoint& point) const {
    bool moved = false;
    for (const LinePoint& c : candidate_) {
      const bool closer = point.slope < 0 ? (c.slope < 0 && c.slope > point.slope)
                                          : (point.slope > 0 && c.slope > 0 && c.slope < point.slope);
      if (closer) {
        point = c;
        moved = true;
      }
    }
    return moved;
  }

  Phase phase_;
  Real alpha_ = 0;
  Real tolerance_ = 0;
  int max_evaluations_ = 0;
  int evaluations_ = 0;
  Real downhill_ = 1;
  bool moved1_ = false;
  LinePoint p0_, p1_, p2_, next1_, next2_, found_;
  LinePoint candidate_[3];
};

}  // namespace corten
