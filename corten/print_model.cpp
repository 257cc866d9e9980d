#include <algorithm>
#include <cmath>
#include <cstring>

#include "corten/model/mj_order.h"
#include "corten/model/names.h"
#include "corten/model/object_kinds.h"
#include "corten/print_text.h"
#include "corten/text_lines.h"

namespace corten {

namespace {

struct ObjectPart {
  const char* prefix;  // of its arrays
  const char* heading;
  int Sizes::*count;
  int objtype;  // −1: no names
};
constexpr ObjectPart kObjects[] = {
    {"body_", "BODY", &Sizes::nbody, mjOBJ_BODY},
    {"jnt_", "JOINT", &Sizes::njnt, mjOBJ_JOINT},
    {"dof_", "DOF", &Sizes::nv, -1},
    {"tree_", "TREE", &Sizes::ntree, -1},
    {"geom_", "GEOM", &Sizes::ngeom, mjOBJ_GEOM},
    {"site_", "SITE", &Sizes::nsite, mjOBJ_SITE},
    {"cam_", "CAMERA", &Sizes::ncam, mjOBJ_CAMERA},
    {"light_", "LIGHT", &Sizes::nlight, mjOBJ_LIGHT},
    {"flex_", "FLEX", &Sizes::nflex, mjOBJ_FLEX},
    {"mesh_", "MESH", &Sizes::nmesh, mjOBJ_MESH},
    {"skin_", "SKIN", &Sizes::nskin, mjOBJ_SKIN},
    {"hfield_", "HEIGHTFIELD", &Sizes::nhfield, mjOBJ_HFIELD},
    {"tex_", "TEXTURE", &Sizes::ntex, mjOBJ_TEXTURE},
    {"mat_", "MATERIAL", &Sizes::nmat, mjOBJ_MATERIAL},
    {"pair_", "PAIR", &Sizes::npair, mjOBJ_PAIR},
    {"exclude_", "EXCLUDE", &Sizes::nexclude, mjOBJ_EXCLUDE},
    {"eq_", "EQUALITY", &Sizes::neq, mjOBJ_EQUALITY},
    {"tendon_", "TENDON", &Sizes::ntendon, mjOBJ_TENDON},
    {"actuator_", "ACTUATOR", &Sizes::nu, mjOBJ_ACTUATOR},
    {"sensor_", "SENSOR", &Sizes::nsensor, mjOBJ_SENSOR},
};

std::string name_of(const Model& m, int objtype, int id) {
  const char* name = id2name(m, objtype, id);
  return name ? name : "";
}

class ModelPrinter {
 public:
  ModelPrinter(const Model& m, const std::string& format) : m_(m), out_(format) {}

  std::string print() && {
    head(), options(), statistics();
    for (const ObjectPart& part : kObjects) objects(part);
    numerics(), texts(), tuples(), keys(), matrices();
    out_.line(), out_.line("SIGNATURE"), out_.line("  " + std::to_string(m_.signature)), out_.line();
    trees();
    return std::move(out_).text();
  }

 private:
  std::string padded(std::string_view text, std::size_t width) const {
    return TextLines::padded(text, width);
  }

  void memory_line(const char* name, std::int64_t bytes) {
    const char* unit = "bytes";
    for (const char* larger : {"KB", "MB", "GB"})
      if (bytes >= 10240) bytes /= 1024, unit = larger;
    char number[32];
    std::snprintf(number, sizeof number, "%7lld", static_cast<long long>(bytes));
    if (bytes) out_.line("  " + padded(name, 12) + number + " " + unit);
  }

  void head() {
    std::int64_t meshes = 0, trees = 0, textures = 0;
    Model::visit_arrays(m_, [&](const char* name, const auto& array, auto...) {
      const auto bytes =
          static_cast<std::int64_t>(static_cast<std::size_t>(array.size()) * sizeof *array.data());
      const std::string_view field(name);
      if (field.starts_with("mesh_")) meshes += bytes;
      if (field.starts_with("bvh_")) trees += bytes;
      if (field.starts_with("tex_data")) textures += bytes;
    });
    out_.line("MuJoCo version 3.5.0");
    out_.line("model name     " + std::string(m_.names.data())), out_.line();
    const std::int64_t total = mj_buffer_size(m_);
    out_.line("MEMORY");
    memory_line("total", total), memory_line("meshes", meshes), memory_line("bvhs", trees);
    memory_line("textures", textures), memory_line("other", total - meshes - trees - textures);
    out_.line(), out_.line("SIZES");
    Sizes::visit(m_, [&](const char* name, auto size) {
      const auto number = std::string_view(name) == "nbuffer" ? total : static_cast<std::int64_t>(size);
      if (number) out_.line("  " + padded(name, 20) + std::to_string(number));
    });
    out_.line();
  }

  void options() {
    out_.line("OPTION");
    std::vector<std::pair<std::string, std::string>> vectors;
    Option::visit(m_.opt, [&](const char* name, const auto& value) {
      using Value = std::remove_cvref_t<decltype(value)>;
      if constexpr (Element<Value>::kCount > 1)
        vectors.emplace_back(name, "  " + padded(name, 19) + out_.each(TextLines::scalars(&value, 1)));
      else if constexpr (std::is_floating_point_v<Value>)
        out_.line("  " + padded(name, 19) + out_.real(value));
      else
        out_.line("  " + padded(name, 20) + std::to_string(value));
    });
    for (const auto& [name, text] : vectors) out_.line(text);
    out_.line();
  }

  void statistics() {
    out_.line(padded("totalmass", 21) + out_.real(m_.body_subtreemass[0])), out_.line();
    out_.line("STATISTIC");
    Statistic::visit(m_.stat, [&](const char* name, const auto& value) {
      using Value = std::remove_cvref_t<decltype(value)>;
      out_.line("  " + padded(name, 19) +
                out_.each(TextLines::scalars(&value, 1), Element<Value>::kCount > 1 ? "" : ""));
    });
    out_.line();
    out_.line(padded("qpos0", 21) + out_.each(m_.qpos0.span())), out_.line();
    out_.line(padded("qpos_spring", 21) + out_.each(m_.qpos_spring.span())), out_.line();
  }

  // Fields of one object: arrays whose rows are counted by its size.
  void objects(const ObjectPart& part) {
    const int count = m_.*part.count;
    if (!count) return;
    Model probe;
    static_cast<Sizes&>(probe).*part.count = 1;
    std::set<std::string_view> fields;
    Model::visit_arrays(probe, [&](const char* name, const auto&, auto rows, auto...) {
      if (rows == 1 && std::string_view(name).starts_with(part.prefix)) fields.insert(name);
    });
    out_.line();
    for (int i = 0; i < count; ++i) {
      out_.line(part.heading + (" " + std::to_string(i)) + ":");
      const bool hfield = part.objtype == mjOBJ_HFIELD;
      if (part.objtype >= 0)
        out_.line("  " + padded("name", 22) + (hfield ? " " : "") + name_of(m_, part.objtype, i));
      Model::visit_arrays(m_, [&](const char* name, const auto& array, auto rows, auto...) {
        if (!fields.contains(name) || !rows || !array.size()) return;
        const std::size_t entries = static_cast<std::size_t>(array.size()) / static_cast<std::size_t>(rows);
        field(name, TextLines::scalars(array.data() + static_cast<std::size_t>(i) * entries, entries));
      });
      if (part.objtype == mjOBJ_MESH) hull(i);
      if (part.objtype == mjOBJ_TENDON) path(i);
      out_.line();
    }
  }

  // ints have two spaces between them, reals one behind
  template <class T>
  void field(const char* name, std::span<const T> values) {
    if constexpr (std::is_floating_point_v<T>) {
      out_.line("  " + padded(name, 21) + out_.each(values));
    } else {
      std::string text = out_.each(values, "  ");
      if (!text.empty()) text.pop_back();
      out_.line("  " + padded(name, 22) + text);
    }
  }

  void hull(int mesh) {
    const int graph = m_.mesh_graphadr[mesh];
    if (graph < 0) return;
    out_.line("  " + padded("qhull face", 22) + std::to_string(m_.mesh_graph[graph + 1]));
    out_.line("  " + padded("qhull vert", 22) + std::to_string(m_.mesh_graph[graph]));
  }

  void path(int tendon) {
    out_.line("  path"), out_.line("    type  objid  prm");
    for (int i = m_.tendon_adr[tendon]; i < m_.tendon_adr[tendon] + m_.tendon_num[tendon]; ++i)
      out_.line("    " + std::to_string(m_.wrap_type[i]) + "     " + std::to_string(m_.wrap_objid[i]) +
                "     " + out_.real(m_.wrap_prm[i]));
    out_.line();
  }

  void custom_head(const char* kind, int objtype, int i, int size) {
    out_.line(kind + (" " + std::to_string(i)) + ":");
    out_.line("  name         " + name_of(m_, objtype, i));
    out_.line("  size         " + std::to_string(size));
  }

  void numerics() {
    if (m_.nnumeric) out_.line();
    for (int i = 0; i < m_.nnumeric; ++i) {
      custom_head("NUMERIC", mjOBJ_NUMERIC, i, m_.numeric_size[i]);
      const auto values = m_.numeric_data.slice(m_.numeric_adr[i], m_.numeric_size[i]);
      out_.line("  value       " + out_.each(values, "")), out_.line();
    }
  }
  void texts() {
    if (m_.ntext) out_.line();
    for (int i = 0; i < m_.ntext; ++i) {
      custom_head("TEXT", mjOBJ_TEXT, i, m_.text_size[i]);
      const char* first = reinterpret_cast<const char*>(m_.text_data.data()) + m_.text_adr[i];
      out_.line("  value        " +
                std::string(first, static_cast<std::size_t>(std::max(m_.text_size[i] - 1, 0)))),
          out_.line();
    }
  }
  void tuples() {
    if (m_.ntuple) out_.line();
    for (int i = 0; i < m_.ntuple; ++i) {
      custom_head("TUPLE", mjOBJ_TUPLE, i, m_.tuple_size[i]);
      out_.line("  elements");
      for (int k = m_.tuple_adr[i]; k < m_.tuple_adr[i] + m_.tuple_size[i]; ++k) {
        const char* word = object_word(m_.tuple_objtype[k]);
        out_.line("       " + std::string(word ? word : "") + " " + std::to_string(m_.tuple_objid[k]) +
                  ", prm = " + out_.real(m_.tuple_objprm[k]));
      }
      out_.line();
    }
  }

  // Only what differs from the model's own state.
  void keys() {
    std::vector<Real> mpos, mquat;
    for (int body = 0; body < m_.nbody; ++body)
      if (m_.body_mocapid[body] >= 0) {
        const auto pos = TextLines::scalars(&m_.body_pos[body], 1),
                   quat = TextLines::scalars(&m_.body_quat[body], 1);
        mpos.insert(mpos.end(), pos.begin(), pos.end()), mquat.insert(mquat.end(), quat.begin(), quat.end());
      }
    for (int i = 0; i < m_.nkey; ++i) {
      const std::string number = std::to_string(i);
      bool any = false;
      const auto line = [&](const std::string& text) { out_.line(text), any = true; };
      const auto part = [&](const char* field, std::span<const Real> values, std::span<const Real> usual) {
        bool differs = false;
        for (std::size_t k = 0; k < values.size(); ++k)
          differs = differs || values[k] != (usual.empty() ? 0 : usual[k]);
        if (differs) line(std::string("key_") + field + number + "   " + out_.each(values, ""));
      };
      if (const std::string name = name_of(m_, mjOBJ_KEY, i); !name.empty())
        line("key_name" + number + "    " + name);
      if (m_.key_time[i] != 0) {
        char time[64];
        std::snprintf(time, sizeof time, "%.4f", m_.key_time[i]);
        line("key_time" + number + "    " + time);
      }
      part("qpos", m_.key_qpos[i], m_.qpos0.span()), part("qvel", m_.key_qvel[i], {}),
          part("act", m_.key_act[i], {});
      part("mpos", m_.key_mpos[i], mpos), part("mquat", m_.key_mquat[i], mquat),
          part("ctrl", m_.key_ctrl[i], {});
      if (any) out_.line();
    }
  }

  void matrix(const char* title, const Array<int>& counts, const Array<int>& starts,
              const Array<int>& columns, char diagonal) {
    std::vector<TextLines::Row> entries;
    for (int row = 0; row < counts.size(); ++row) {
      TextLines::Row there;
      for (int k = starts[row]; k < starts[row] + counts[row]; ++k)
        there.emplace_back(columns[k], columns[k] == row ? diagonal : 'x');
      entries.push_back(std::move(there));
    }
    out_.pattern(title, entries, m_.nv);
  }
  void list(const char* name, const Array<int>& values) {
    out_.line(TextLines::upper(name)), out_.line("  " + out_.row(values.span())), out_.line();
  }

  void matrices() {
    matrix("B: body-dof matrix", m_.B_rownnz, m_.B_rowadr, m_.B_colind, 'x');
    list("B_rownnz", m_.B_rownnz), list("B_rowadr", m_.B_rowadr), list("B_colind", m_.B_colind);
    matrix("M: reduced inertia matrix", m_.M_rownnz, m_.M_rowadr, m_.M_colind, 'x');
    list("M_rownnz", m_.M_rownnz), list("M_rowadr", m_.M_rowadr), list("M_colind", m_.M_colind),
        list("mapM2M", m_.mapM2M);
    matrix("D: dof-dof matrix", m_.D_rownnz, m_.D_rowadr, m_.D_colind, 'D');
    list("D_rownnz", m_.D_rownnz), list("D_rowadr", m_.D_rowadr), list("D_colind", m_.D_colind);
    list("mapM2D", m_.mapM2D), list("mapD2M", m_.mapD2M);
  }

  void trees() {
    out_.line("BVH:"), out_.line("  id      depth   nodeid  child[0]  child[1]");
    for (int i = 0; i < m_.nbvh; ++i) {
      char text[128];
      std::snprintf(text, sizeof text, "  %-6d  %-6d  % -6d  % -8d  % d", i, m_.bvh_depth[i],
                    m_.bvh_nodeid[i], m_.bvh_child[i][0], m_.bvh_child[i][1]);
      out_.line(text);
    }
    out_.line();
  }

  const Model& m_;
  TextLines out_;
};

}  // namespace

std::string model_text(const Model& m, const std::string& format) { return ModelPrinter(m, format).print(); }

}  // namespace corten
