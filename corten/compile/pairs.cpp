// Contact pairs and excludes: ordered by the bodies they are about.
#include <algorithm>

#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

int signature(int body1, int body2) { return (body1 << 16) + body2; }

int find(const Draft& draft, mjtObj type, const char* kind, const char* attribute, const std::string& name,
         const char* tag, const spec::Node& node, Diagnostics& diagnostics) {
  const int id = draft.names.find_or_unnamed(type, name);
  if (id < 0) refuse_unknown(draft, type, kind, attribute, name, tag, node, diagnostics);
  return id;
}

// ---- parameters a program left undefined (NaN) are combined from the geoms ----

template <int N>
Vec<Real, N> weighted(Real mix, const Vec<Real, N>& a, const Vec<Real, N>& b) {
  return a * mix + b * (1 - mix);
}

template <int N>
Vec<Real, N> smaller(Vec<Real, N> a, const Vec<Real, N>& b) {
  for (int i = 0; i < N; ++i) a[i] = std::min(a[i], b[i]);
  return a;
}

// weight of the first geom
Real solution_mix(Real a, Real b) {
  if (a >= build::kEps && b >= build::kEps) return a / (a + b);
  if (a < build::kEps && b < build::kEps) return 0.5;
  return a < build::kEps ? 0.0 : 1.0;
}

Vec<Real, 5> pair_friction(const Vec3<Real>& f) { return {f[0], f[0], f[1], f[2], f[2]}; }

void combine_geoms(const spec::Geom& a, const spec::Geom& b, DraftPair& pair) {
  if (std::isnan(pair.margin)) pair.margin = std::max(*a.margin, *b.margin);
  if (std::isnan(pair.gap)) pair.gap = std::max(*a.gap, *b.gap);
  const bool equal = *a.priority == *b.priority;
  const spec::Geom& winner = *a.priority > *b.priority ? a : b;
  Vec3<Real> friction = *winner.friction;
  if (equal)
    for (int i = 0; i < 3; ++i) friction[i] = std::max((*a.friction)[i], (*b.friction)[i]);
  const Real mix = solution_mix(*a.solmix, *b.solmix);
  if (std::isnan(pair.friction[0])) pair.friction = pair_friction(friction);
  if (std::isnan(pair.solref[0])) pair.solref = equal ? smaller(*a.solref, *b.solref) : *winner.solref;
  if (std::isnan(pair.solimp[0])) pair.solimp = equal ? weighted(mix, *a.solimp, *b.solimp) : *winner.solimp;
}

DraftPair resolve_pair(const spec::Pair& node, Draft& draft, Diagnostics& diagnostics) {
  DraftPair pair;
  pair.spec = &node;
  pair.margin = *node.margin;
  pair.gap = *node.gap;
  pair.friction = *node.friction;
  pair.solref = *node.solref;
  pair.solimp = *node.solimp;
  const int condim = *node.condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6)
    refuse(diagnostics, "pair", node, "invalid condim", "use 1, 3, 4 or 6");
  pair.geom1 = find(draft, mjOBJ_GEOM, "geom", "geom1", node.geomname1, "pair", node, diagnostics);
  pair.geom2 = find(draft, mjOBJ_GEOM, "geom", "geom2", node.geomname2, "pair", node, diagnostics);
  if (pair.geom1 < 0 || pair.geom2 < 0) return pair;
  for (const int geom : {pair.geom1, pair.geom2}) draft.geoms[geom].visual = false;
  if (draft.geoms[pair.geom1].body > draft.geoms[pair.geom2].body) std::swap(pair.geom1, pair.geom2);
  combine_geoms(*draft.geoms[pair.geom1].spec, *draft.geoms[pair.geom2].spec, pair);
  pair.signature = signature(draft.geoms[pair.geom1].body, draft.geoms[pair.geom2].body);
  return pair;
}

DraftExclude resolve_exclude(const spec::Exclude& node, const Draft& draft, Diagnostics& diagnostics) {
  const int body1 = find(draft, mjOBJ_BODY, "body", "body1", node.bodyname1, "exclude", node, diagnostics);
  const int body2 = find(draft, mjOBJ_BODY, "body", "body2", node.bodyname2, "exclude", node, diagnostics);
  return {&node, signature(std::min(body1, body2), std::max(body1, body2))};
}

// Ids follow the signatures, and names follow ids.
template <class Drafts>
void sort_by_signature(mjtObj type, Drafts& drafts, NameIndex& index) {
  std::stable_sort(drafts.begin(), drafts.end(),
                   [](const auto& a, const auto& b) { return a.signature < b.signature; });
  std::vector<std::string> names;
  for (const auto& element : drafts) names.push_back(element.spec->name);
  index.assign(type, std::move(names));
}

}  // namespace

void resolve_pairs(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Pair& node : spec.pairs) draft.pairs.push_back(resolve_pair(node, draft, diagnostics));
  for (const spec::Exclude& node : spec.excludes)
    draft.excludes.push_back(resolve_exclude(node, draft, diagnostics));
  sort_by_signature(mjOBJ_PAIR, draft.pairs, draft.names);
  sort_by_signature(mjOBJ_EXCLUDE, draft.excludes, draft.names);
}

void fill_pairs(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.npair; ++id) {
    const DraftPair& pair = draft.pairs[id];
    const spec::Pair& node = *pair.spec;
    spec::to_model<PairFields>(node, id, m);
    m.pair_geom1[id] = pair.geom1;
    m.pair_geom2[id] = pair.geom2;
    m.pair_signature[id] = pair.signature;
    m.pair_solref[id] = pair.solref;
    m.pair_solimp[id] = pair.solimp;
    m.pair_margin[id] = pair.margin;
    m.pair_gap[id] = pair.gap;
    m.pair_friction[id] = pair.friction;
  }
  for (int id = 0; id < m.nexclude; ++id) m.exclude_signature[id] = draft.excludes[id].signature;
}

}  // namespace corten
