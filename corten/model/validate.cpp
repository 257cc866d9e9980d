// What the arrays of a model say about each other, after references.h has found every id in range.
#include "corten/model/validate.h"

#include <algorithm>
#include <string_view>

#include "corten/model/names.h"
#include "corten/model/validate_parts.h"

namespace corten {
namespace {

void check_text(const Model& m, Checker& c) {
  NameFields::visit(m, m.sizes(), [&](const char* name, const auto& view, auto) {
    if constexpr (std::is_same_v<decltype(view), const Array<int>&>)
      if (std::string_view(name) != "names_map") c.ids(name, view, 0, m.nnames);
  });
  c.ids("names_map", m.names_map, -1, m.nnames_map);
  for (int i = 0; i < m.ntupledata; ++i)
    c.require(m.tuple_objtype[i] >= 0, "tuple_objtype", i, m.tuple_objtype[i]);
  for (int i = 0; i < m.ntupledata; ++i)
    c.require(m.tuple_objid[i] >= -1 && m.tuple_objid[i] < std::max(1, object_count(m, m.tuple_objtype[i])),
              "tuple_objid", i, m.tuple_objid[i]);
  for (int i = 0; i < m.ntext; ++i)
    c.require(m.text_size[i] > 0 && m.text_data[m.text_adr[i] + m.text_size[i] - 1] == 0, "text_size", i,
              m.text_size[i], " does not end the text");
}

void check_options(const Model& m, Checker& c) {
  c.require(m.opt.integrator >= 0 && m.opt.integrator <= mjINT_IMPLICITFAST, "opt.integrator", 0,
            m.opt.integrator, kNoEnum);
  c.require(m.opt.cone >= 0 && m.opt.cone <= mjCONE_ELLIPTIC, "opt.cone", 0, m.opt.cone, kNoEnum);
  c.require(m.opt.jacobian >= 0 && m.opt.jacobian <= mjJAC_AUTO, "opt.jacobian", 0, m.opt.jacobian, kNoEnum);
  c.require(m.opt.solver >= 0 && m.opt.solver <= mjSOL_NEWTON, "opt.solver", 0, m.opt.solver, kNoEnum);
  c.require(m.narena >= 0, "narena", 0, m.narena);
}

}  // namespace

std::string validate(const Model& m) {
  if (std::string wrong = bad_reference(m); !wrong.empty()) return wrong;
  Checker c;
  for (const auto check : {validate_tree, validate_scene, validate_mechanisms, check_text, check_options})
    if (c.ok()) check(m, c);
  return c.problem();
}

}  // namespace corten
