#include "corten/collide/contact_params.h"

#include <algorithm>

namespace corten {
namespace {

// weight of the first geom
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

void take_geom(const Model& m, int geom, ContactParams& p) {
  p.condim = m.geom_condim[geom];
  p.friction = expand_friction(m.geom_friction[geom]);
  p.solref = m.geom_solref[geom];
  p.solimp = m.geom_solimp[geom];
}

void mix_geoms(const Model& m, int g1, int g2, ContactParams& p) {
  const auto larger = [](auto a, auto b) { return std::max(a, b); };
  const auto smaller = [](auto a, auto b) { return std::min(a, b); };
  p.condim = std::max(m.geom_condim[g1], m.geom_condim[g2]);
  p.friction = expand_friction(element_wise(m.geom_friction[g1], m.geom_friction[g2], larger));
  const Real weight = solmix_weight(m.geom_solmix[g1], m.geom_solmix[g2]);
  const auto &ref1 = m.geom_solref[g1], &ref2 = m.geom_solref[g2];
  // negative values are stiffness and damping themselves and cannot be averaged with time constants
  const bool standard = ref1[0] > 0 && ref2[0] > 0;
  p.solref = standard ? weighted(ref1, ref2, weight) : element_wise(ref1, ref2, smaller);
  p.solimp = weighted(m.geom_solimp[g1], m.geom_solimp[g2], weight);
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

ContactParams mixed_params(const Model& m, int geom1, int geom2) {
  ContactParams p;
  p.margin = geom_pair_margin(m, geom1, geom2);
  p.gap = m.geom_gap[geom1] + m.geom_gap[geom2];
  const int priority1 = m.geom_priority[geom1], priority2 = m.geom_priority[geom2];
  if (priority1 == priority2) {
    mix_geoms(m, geom1, geom2, p);
  } else {
    take_geom(m, priority1 > priority2 ? geom1 : geom2, p);
  }
  apply_override(m, p);
  return p;
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
