// Contact pairs and excludes: ordered by the bodies they are about.
#include <algorithm>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

int signature(int body1, int body2) { return (body1 << 16) + body2; }

int find(const Draft& draft, mjtObj type, const char* kind, const std::string& name, const char* tag,
         const spec::Node& node, Diagnostics& diagnostics) {
  const int id = draft.names.find(type, name);
  if (id < 0) refuse(diagnostics, tag, node, std::string("unknown ") + kind + ' ' + quoted(name));
  return id;
}

DraftPair resolve_pair(const spec::Pair& node, Draft& draft, Diagnostics& diagnostics) {
  DraftPair pair{&node};
  const int condim = *node.condim;
  if (condim != 1 && condim != 3 && condim != 4 && condim != 6)
    refuse(diagnostics, "pair", node, "invalid condim", "use 1, 3, 4 or 6");
  pair.geom1 = find(draft, mjOBJ_GEOM, "geom", node.geomname1, "pair", node, diagnostics);
  pair.geom2 = find(draft, mjOBJ_GEOM, "geom", node.geomname2, "pair", node, diagnostics);
  if (pair.geom1 < 0 || pair.geom2 < 0) return pair;
  for (const int geom : {pair.geom1, pair.geom2}) draft.geoms[geom].visual = false;
  if (draft.geoms[pair.geom1].body > draft.geoms[pair.geom2].body) std::swap(pair.geom1, pair.geom2);
  pair.signature = signature(draft.geoms[pair.geom1].body, draft.geoms[pair.geom2].body);
  return pair;
}

DraftExclude resolve_exclude(const spec::Exclude& node, const Draft& draft, Diagnostics& diagnostics) {
  const int body1 = find(draft, mjOBJ_BODY, "body", node.bodyname1, "exclude", node, diagnostics);
  const int body2 = find(draft, mjOBJ_BODY, "body", node.bodyname2, "exclude", node, diagnostics);
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
    m.pair_dim[id] = *node.condim;
    m.pair_geom1[id] = pair.geom1;
    m.pair_geom2[id] = pair.geom2;
    m.pair_signature[id] = pair.signature;
    m.pair_solref[id] = *node.solref;
    m.pair_solreffriction[id] = *node.solreffriction;
    m.pair_solimp[id] = *node.solimp;
    m.pair_margin[id] = *node.margin;
    m.pair_gap[id] = *node.gap;
    m.pair_friction[id] = *node.friction;
  }
  for (int id = 0; id < m.nexclude; ++id) m.exclude_signature[id] = draft.excludes[id].signature;
}

}  // namespace corten
