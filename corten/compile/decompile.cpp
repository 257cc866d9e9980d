#include "corten/compile/decompile.h"

#include "corten/compile/decompile_parts.h"
#include "corten/model/object_kinds.h"
#include "corten/model/plugin.h"

namespace corten {
namespace {

// a body may be named as mjOBJ_BODY and as mjOBJ_XBODY
int base_type(int type) { return type == mjOBJ_XBODY ? mjOBJ_BODY : type; }

void warn_left_out(const Model& m, Diagnostics& diagnostics) {
  const auto warn = [&](int count, const char* what) {
    if (count)
      diagnostics.warning({}, "", std::to_string(count) + " " + what + " cannot be written and are left out");
  };
  int pinned = 0;
  for (int i = 0; i < m.nflex; ++i) pinned += !can_write_flex(m, i);
  warn(pinned, "interpolated flexes with pinned nodes");
  int unknown = 0;
  for (int i = 0; i < m.nplugin; ++i) unknown += !plugin_of(m, i);
  warn(unknown, "instances of unknown plugins");
}

}  // namespace

std::string Namer::invented(int type, int id) const {
  const char* word = object_word(type);
  std::string name = "_" + std::string(word ? word : "object") + std::to_string(id);
  while (name2id(m_, type, name) >= 0) name = "_" + name;
  return name;
}

std::string Namer::refer(int type, int id) {
  if (id < 0) return "";
  referred_.insert({base_type(type), id});
  return own(type, id);
}

std::string Namer::own(int type, int id) const {
  type = base_type(type);
  if (const char* name = id2name(m_, type, id)) return name;
  return referred_.contains({type, id}) ? invented(type, id) : "";
}

void decompile_settings(const Model& m, Spec& spec) {
  spec.modelname = m.names.data();
  spec.compiler.degree = 0;
  spec.compiler.autolimits = false;
  spec.compiler.inertiafromgeom = mjINERTIAFROMGEOM_FALSE;
  spec.option = m.opt;
  spec.visual = m.vis;
  spec.statistic.meaninertia = m.stat.meaninertia;
  spec.statistic.meanmass = m.stat.meanmass;
  spec.statistic.meansize = m.stat.meansize;
  spec.statistic.extent = m.stat.extent;
  spec.statistic.center = m.stat.center;
  // the older sizes exclude the newer one, which follows from them
  if (m.njmax > 0) spec.size.njmax = m.njmax;
  if (m.nconmax > 0) spec.size.nconmax = m.nconmax;
  if (m.njmax <= 0 && m.nconmax <= 0) spec.size.memory = m.narena;
  spec.size.nuserdata = m.nuserdata;
  spec.size.nuser_body = m.nuser_body;
  spec.size.nuser_jnt = m.nuser_jnt;
  spec.size.nuser_geom = m.nuser_geom;
  spec.size.nuser_site = m.nuser_site;
  spec.size.nuser_cam = m.nuser_cam;
  spec.size.nuser_tendon = m.nuser_tendon;
  spec.size.nuser_actuator = m.nuser_actuator;
  spec.size.nuser_sensor = m.nuser_sensor;
}

namespace {

Spec one_pass(const Model& m, Namer& names) {
  Spec spec;
  decompile_settings(m, spec);
  decompile_tree(m, names, spec);
  decompile_contacts(m, names, spec);
  decompile_flexes(m, names, spec);
  decompile_equalities(m, names, spec);
  decompile_tendons(m, names, spec);
  decompile_actuators(m, names, spec);
  decompile_sensors(m, names, spec);
  decompile_custom(m, names, spec);
  decompile_assets(m, names, spec);
  decompile_plugins(m, names, spec);
  return spec;
}

}  // namespace

Spec decompile(const Model& m, Diagnostics& diagnostics) {
  warn_left_out(m, diagnostics);
  Namer names(m);
  one_pass(m, names);  // finds out what is referred to; objects may refer to earlier and to later ones
  return one_pass(m, names);
}

}  // namespace corten
