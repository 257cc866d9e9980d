// Custom numbers, texts and tuples.
#include <cstring>

#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

DraftTuple resolve_tuple(const spec::Tuple& node, Draft& draft, Diagnostics& diagnostics) {
  DraftTuple tuple{&node, {}};
  if (node.objname.empty()) refuse(diagnostics, "tuple", node, "tuple is empty");
  if (node.objtype.size() != node.objname.size() || node.objprm.size() != node.objname.size()) {
    refuse(diagnostics, "tuple", node, "objtype, objname and objprm must have the same length");
    return tuple;
  }
  for (std::size_t i = 0; i < node.objname.size(); ++i) {
    const std::string& name = node.objname[i];
    const int id = draft.names.find(node.objtype[i], name);
    if (id < 0 || name.find(' ') != std::string::npos)
      refuse_unknown(draft, node.objtype[i], "object", "objname", name, "tuple", node, diagnostics);
    else if (node.objtype[i] == mjOBJ_GEOM)
      draft.geoms[id].visual = false;
    tuple.objid.push_back(id);
  }
  return tuple;
}

}  // namespace

void resolve_custom(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (const spec::Numeric& node : spec.numerics)
    if (node.count() < 1 || node.count() > 500 || node.count() < static_cast<int>(node.data.size()))
      refuse(diagnostics, "numeric", node, "a numeric holds 1 to 500 numbers, and not fewer than its data");
  for (const spec::Text& node : spec.texts)
    if (node.data.empty()) refuse(diagnostics, "text", node, "text cannot be empty");
  for (const spec::Tuple& node : spec.tuples) draft.tuples.push_back(resolve_tuple(node, draft, diagnostics));
}

void fill_custom(const Spec& spec, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0, adr = 0; id < m.nnumeric; adr += m.numeric_size[id++]) {
    const spec::Numeric& node = spec.numerics[id];
    m.numeric_adr[id] = adr;
    m.numeric_size[id] = node.count();
    for (std::size_t i = 0; i < node.data.size(); ++i)
      m.numeric_data[adr + static_cast<int>(i)] = node.data[i];
  }
  for (int id = 0, adr = 0; id < m.ntext; adr += m.text_size[id++]) {
    const std::string& text = spec.texts[id].data;
    m.text_adr[id] = adr;
    m.text_size[id] = static_cast<int>(text.size()) + 1;
    std::memcpy(&m.text_data[adr], text.c_str(), text.size() + 1);
  }
  for (int id = 0, adr = 0; id < m.ntuple; ++id) {
    const DraftTuple& tuple = draft.tuples[id];
    m.tuple_adr[id] = adr;
    m.tuple_size[id] = static_cast<int>(tuple.objid.size());
    for (int i = 0; i < m.tuple_size[id]; ++i, ++adr) {
      m.tuple_objtype[adr] = tuple.spec->objtype[static_cast<std::size_t>(i)];
      m.tuple_objid[adr] = tuple.objid[i];
      m.tuple_objprm[adr] = tuple.spec->objprm[static_cast<std::size_t>(i)];
    }
  }
}

}  // namespace corten
