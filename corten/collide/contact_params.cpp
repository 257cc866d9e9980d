#include "corten/collide/contact_params.h"

#include <algorithm>

namespace corten {
namespace {

// weight of the first side
Real solmix_weight(Real mix1, Real mix2) {
  const bool none1 = mix1 < kMinVal<Real>, none2 = mix2 < kMinVal<Real>;
  if (none1 && none2) return 0.5;
  if (none1) return 0;
  if (none2) return 1;
  return mix1 / (mix1 + mix2);
}

template <int N>
Vec<Real, N> weighted(const Vec<Real, N>& a, const Vec<Real, N>& b, Real weight) {
  return a * weight + b * (1 - weight);
}

template <int N, class Choose>
Vec<Real, N> element_wise(Vec<Real, N> a, const Vec<Real, N>& b, Choose choose) {
  for (int i = 0; i < N; ++i) a[i] = choose(a[i], b[i]);
  return a;
}

Vec<Real, 5> expand_friction(const Vec3<Real>& f) { return {f[0], f[0], f[1], f[2], f[2]}; }

void take(const ContactSurface& s, ContactParams& p) {
  p.condim = s.condim;
  p.friction = expand_friction(s.friction);
  p.solref = s.solref;
  p.solimp = s.solimp;
}

void mix(const ContactSurface& a, const ContactSurface& b, ContactParams& p) {
  const auto larger = [](auto x, auto y) { return std::max(x, y); };
  const auto smaller = [](auto x, auto y) { return std::min(x, y); };
  p.condim = std::max(a.condim, b.condim);
  p.friction = expand_friction(element_wise(a.friction, b.friction, larger));
  const Real weight = solmix_weight(a.solmix, b.solmix);
  const auto &ref1 = a.solref, &ref2 = b.solref;
  // negative values are stiffness and damping themselves and cannot be averaged with time constants
  const bool standard = ref1[0] > 0 && ref2[0] > 0;
  p.solref = standard ? weighted(ref1, ref2, weight) : element_wise(ref1, ref2, smaller);
  p.solimp = weighted(a.solimp, b.solimp, weight);
}

void apply_override(const Model& m, ContactParams& p) {
  if (overrides_contacts(m)) {
    p.solref = m.opt.o_solref;
    p.solreffriction = m.opt.o_solref;
    p.solimp = m.opt.o_solimp;
    p.friction = m.opt.o_friction;
  }
  for (Real& f : p.friction) f = std::max(kMinMu, f);
}

}  // namespace

ContactSurface geom_surface(const Model& m, int geom) {
  return {m.geom_condim[geom], m.geom_priority[geom], m.geom_solmix[geom], m.geom_margin[geom],
          m.geom_gap[geom],    m.geom_solref[geom],   m.geom_solimp[geom], m.geom_friction[geom]};
}

// The condim of a flex may be any number: what the oracle would stop at in its first contact is bounded.
ContactSurface flex_surface(const Model& m, int flex) {
  return {std::clamp(m.flex_condim[flex], 1, 6),
          m.flex_priority[flex],
          m.flex_solmix[flex],
          m.flex_margin[flex],
          m.flex_gap[flex],
          m.flex_solref[flex],
          m.flex_solimp[flex],
          m.flex_friction[flex]};
}

ContactParams mixed_params(const Model& m, const ContactSurface& a, const ContactSurface& b) {
  ContactParams p;
  p.margin = overrides_contacts(m) ? m.opt.o_margin : a.margin + b.margin;
  p.gap = a.gap + b.gap;
  if (a.priority == b.priority) {
    mix(a, b, p);
  } else {
    take(a.priority > b.priority ? a : b, p);
  }
  apply_override(m, p);
  return p;
}

ContactParams mixed_params(const Model& m, int geom1, int geom2) {
  return mixed_params(m, geom_surface(m, geom1), geom_surface(m, geom2));
}

ContactParams predefined_params(const Model& m, int pair) {
  ContactParams p;
  p.margin = predefined_margin(m, pair);
  p.gap = m.pair_gap[pair];
  p.condim = m.pair_dim[pair];
  p.friction = m.pair_friction[pair];
  p.solref = m.pair_solref[pair];
  p.solreffriction = m.pair_solreffriction[pair];
  p.solimp = m.pair_solimp[pair];
  apply_override(m, p);
  return p;
}

}  // namespace corten
