#include "tests/support/oracle.h"

#include <mujoco/mjxmacro.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include "plugins/builtin.h"
#include "tests/support/oracle_reader.h"

namespace corten::oracle {
namespace {

struct Block {
  const void* data = nullptr;
  std::size_t count = 0;  // scalars
};

std::map<std::string_view, Block> model_blocks(const mjModel* m) {
  std::map<std::string_view, Block> blocks;
  MJMODEL_POINTERS_PREAMBLE(m)
#define X(type, name, rows, cols) \
  blocks[#name] = {m->name, static_cast<std::size_t>(m->rows) * static_cast<std::size_t>(cols)};
  MJMODEL_POINTERS
#undef X
  return blocks;
}

std::map<std::string_view, Block> data_blocks(const mjModel* m, const mjData* d) {
  std::map<std::string_view, Block> blocks;
  MJDATA_POINTERS_PREAMBLE(m)
#define X(type, name, rows, cols) \
  blocks[#name] = {d->name, static_cast<std::size_t>(m->rows) * static_cast<std::size_t>(cols)};
  MJDATA_POINTERS
#undef X
#undef MJ_M
#define MJ_M(n) m->n
#undef MJ_D
#define MJ_D(n) d->n
#define X(type, name, rows, cols) \
  blocks[#name] = {d->name, d->name ? static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols) : 0};
  MJDATA_ARENA_POINTERS
#undef X
  return blocks;
}

// the scalars of one array of ours
template <class View>
struct Scalars {
  using Element = typename View::value_type;
  static constexpr std::size_t width() {
    if constexpr (requires { Element::kSize; }) return Element::kSize;
    return 1;
  }
};

template <class View>
std::size_t scalar_count(const View& view) {
  return static_cast<std::size_t>(view.size()) * Scalars<View>::width();
}

template <class View>
void copy_in(const Block& block, View& view) {
  if (block.count && block.data && block.count == scalar_count(view))
    std::memcpy(view.data(), block.data, static_cast<std::size_t>(view.size()) * sizeof(*view.data()));
}

template <class Scalar>
double scalar_error(const Scalar* ours, const Scalar* theirs, std::size_t n) {
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double a = static_cast<double>(ours[i]), b = static_cast<double>(theirs[i]);
    if (std::isnan(a) && std::isnan(b)) continue;
    const double e = a == b ? 0 : std::abs(a - b) / std::max(1.0, std::abs(b));
    if (!(e <= worst)) worst = std::isnan(e) ? std::numeric_limits<double>::infinity() : e;
  }
  return worst;
}

template <class View>
double view_error(const Block& block, const View& view) {
  using Element = typename View::value_type;
  if (block.count != scalar_count(view)) return std::numeric_limits<double>::infinity();
  if constexpr (requires { Element::kSize; }) {
    constexpr std::size_t bytes = sizeof(Element) / static_cast<std::size_t>(Element::kSize);
    if constexpr (std::is_same_v<Element, Vec<int, 2>> || std::is_same_v<Element, Vec<int, 3>> ||
                  std::is_same_v<Element, Vec<int, 8>> || std::is_same_v<Element, Vec<int, 10>>) {
      return scalar_error(reinterpret_cast<const int*>(view.data()), static_cast<const int*>(block.data),
                          block.count);
    } else if constexpr (bytes == sizeof(double)) {
      return scalar_error(reinterpret_cast<const double*>(view.data()),
                          static_cast<const double*>(block.data), block.count);
    } else {
      return scalar_error(reinterpret_cast<const float*>(view.data()), static_cast<const float*>(block.data),
                          block.count);
    }
  } else {
    return scalar_error(view.data(), static_cast<const Element*>(block.data), block.count);
  }
}

}  // namespace

namespace {

// Its cache of processed meshes ignores some of their settings; without it a load depends on its input alone.
// Its plugins are libraries that a program must load.
void prepare_oracle() {
  mj_setCacheCapacity(mj_getCache(), 0);
  mjcf::load_oracle_plugins();
}

}  // namespace

ModelPtr load_string(const std::string& xml, std::string* error) {
  prepare_oracle();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "model.xml", xml.data(), static_cast<int>(xml.size()));
  char message[1000] = "";
  ModelPtr m(mj_loadXML("model.xml", &vfs, message, sizeof message));
  mj_deleteVFS(&vfs);
  if (error) *error = message;
  return m;
}

ModelPtr load_file(const std::string& path, std::string* error) {
  prepare_oracle();
  char message[1000] = "";
  ModelPtr m(mj_loadXML(path.c_str(), nullptr, message, sizeof message));
  if (error) *error = message;
  return m;
}

DataPtr make_data(const mjModel* m) { return DataPtr(mj_makeData(m)); }

Model to_model(const mjModel* om) {
  Sizes sizes;
#define X(name) sizes.name = static_cast<decltype(sizes.name)>(om->name);
  MJMODEL_SIZES
#undef X
  Model m(sizes);
  static_assert(sizeof(Option) == sizeof(mjOption) && sizeof(Visual) == sizeof(mjVisual) &&
                sizeof(Statistic) == sizeof(mjStatistic));
  std::memcpy(static_cast<void*>(&m.opt), &om->opt, sizeof m.opt);
  std::memcpy(static_cast<void*>(&m.vis), &om->vis, sizeof m.vis);
  std::memcpy(static_cast<void*>(&m.stat), &om->stat, sizeof m.stat);
  m.signature = om->signature;
  const auto blocks = model_blocks(om);
  Model::visit_arrays(m, [&](const char* name, auto& view, auto...) { copy_in(blocks.at(name), view); });
  if (m.nplugin) m.plugins = builtin_plugins();
  for (int i = 0; i < m.nplugin; ++i) m.plugin[i] = m.plugins->find(mjp_getPluginAtSlot(om->plugin[i])->name);
  return m;
}

void copy_state(const mjModel* om, const mjData* od, const Model& m, Data& d) {
  d.time = od->time;
  const auto blocks = data_blocks(om, od);
  StateFields::visit(d, m.sizes(), [&](const char* name, auto& view, auto...) {
    const std::string_view field = name;
    if (field != "plugin" && field != "plugin_data" && field != "qacc" && field != "act_dot" &&
        field != "sensordata")
      copy_in(blocks.at(name), view);
  });
}

Data to_data(const mjModel* om, const mjData* od, const Model& m) {
  Data d = Data::zeros(m);
  start_plugins(m, d);
  const auto blocks = data_blocks(om, od);
  Data::visit_arrays(d, m.sizes(), [&](const char* name, auto& view, auto...) {
    const std::string_view field = name;
    if (field != "plugin" && field != "plugin_data") copy_in(blocks.at(name), view);
  });
  d.time = od->time;
  d.ncon = od->ncon, d.ne = od->ne, d.nf = od->nf, d.nl = od->nl, d.nefc = od->nefc;
  d.nJ = od->nJ, d.nA = od->nA, d.nisland = od->nisland, d.nidof = od->nidof;
  d.ntree_awake = od->ntree_awake, d.nbody_awake = od->nbody_awake;
  d.nparent_awake = od->nparent_awake, d.nv_awake = od->nv_awake;
  if (d.ncon && d.arena.alloc(d.ncon, d.contact)) {
    static_assert(sizeof(Contact) == sizeof(mjContact));
    std::memcpy(static_cast<void*>(d.contact.data()), od->contact,
                sizeof(mjContact) * static_cast<std::size_t>(d.ncon));
  }
  Data::visit_arena(d, m.sizes(), [&](const char* name, auto& view, auto rows) {
    const Block& block = blocks.at(name);
    if (block.data && block.count && d.arena.alloc(static_cast<int>(rows), view)) copy_in(block, view);
  });
  return d;
}

double field_error(const mjModel* om, const mjData* od, const Data& d, const Model& m,
                   std::string_view field) {
  double error = std::numeric_limits<double>::infinity();
  const auto blocks = data_blocks(om, od);
  const auto compare = [&](const char* name, const auto& view, auto...) {
    if (field == name) error = view_error(blocks.at(name), view);
  };
  Data::visit_arrays(d, m.sizes(), compare);
  Data::visit_arena(d, m.sizes(), compare);
  return error;
}

double field_error(const mjModel* om, const Model& m, std::string_view field) {
  double error = std::numeric_limits<double>::infinity();
  const auto blocks = model_blocks(om);
  Model::visit_arrays(m, [&](const char* name, const auto& view, auto...) {
    if (field == name) error = view_error(blocks.at(name), view);
  });
  return error;
}

std::vector<std::string> model_fields() {
  std::vector<std::string> names;
  const Model m;
  Model::visit_arrays(m, [&](const char* name, const auto&, auto...) { names.emplace_back(name); });
  return names;
}

std::vector<std::string> data_fields() {
  std::vector<std::string> names;
  const Data d;
  const auto add = [&](const char* name, const auto&, auto...) { names.emplace_back(name); };
  Data::visit_arrays(d, Sizes{}, add);
  Data::visit_arena(d, Sizes{}, add);
  return names;
}

}  // namespace corten::oracle
