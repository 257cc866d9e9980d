// Models with the sleep flag that MuJoCo 3.5.0 loads and then ends the process with: ours go on
// (docs/oracle_quirks.md), and say so.
#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

bool ends_the_oracle(const Model& m, int equality) {
  const int type = m.eq_type[equality];
  return m.eq_active0[equality] && (type == mjEQ_TENDON || type == mjEQ_FLEX || type == mjEQ_FLEXVERT);
}

bool of_mocap_and_tree(const Model& m, const DraftPair& pair) {
  const int body1 = m.geom_bodyid[pair.geom1], body2 = m.geom_bodyid[pair.geom2];
  const auto mocap = [&](int body) { return m.body_mocapid[m.body_rootid[body]] >= 0; };
  const auto moves = [&](int body) { return m.body_treeid[body] >= 0; };
  return (mocap(body1) && moves(body2)) || (mocap(body2) && moves(body1));
}

void warn(Diagnostics& diagnostics, const char* tag, const spec::Node& node, const char* here) {
  diagnostics.warning(node.place, element_text(tag, node),
                      std::string("MuJoCo 3.5.0 ends the process over it when sleep is enabled; ") + here,
                      "take <flag sleep=\"enable\"/> away if the model is for MuJoCo too");
}

}  // namespace

void warn_of_sleep(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  const Model& m = draft.model;
  if (!(m.opt.enableflags & mjENBL_SLEEP)) return;
  for (int i = 0; i < m.neq; ++i)
    if (ends_the_oracle(m, i))
      warn(diagnostics, "equality", *draft.equalities[static_cast<std::size_t>(i)].spec,
           "its trees sleep and wake together here");
  for (const DraftPair& pair : draft.pairs)
    if (of_mocap_and_tree(m, pair))
      warn(diagnostics, "pair", *pair.spec, "the mocap body wakes the sleeper here");
}

}  // namespace corten
