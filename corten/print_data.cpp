#include <algorithm>

#include "corten/model/names.h"
#include "corten/model/structure.h"
#include "corten/print_text.h"
#include "corten/smooth/contact_force.h"
#include "corten/text_lines.h"

namespace corten {
namespace {

// the scalars of a short vector
template <class T>
auto vec(const T& numbers) {
  return TextLines::scalars(&numbers, 1);
}

class DataPrinter {
 public:
  DataPrinter(const Model& m, const Data& d, const std::string& format) : m_(m), d_(d), out_(format) {}

  std::string print() && {
    memory(), sizes(), timers(), solver();
    out_.line("ENERGY =  " + out_.row(vec(d_.energy))), out_.line();
    out_.line("TIME = " + out_.real(d_.time)), out_.line();
    arrays({"qpos", "qvel", "act", "qacc_warmstart", "ctrl", "qfrc_applied", "xfrc_applied"});
    if (m_.neq) out_.line(padded("EQ_ACTIVE", 22) + out_.row(d_.eq_active.span())), out_.line();
    arrays({"mocap_pos", "mocap_quat", "qacc", "act_dot", "userdata"});
    arrays({"sensordata"}, "SENSOR");
    arrays({"tree_asleep", "xpos",          "xquat",        "xmat",       "xipos",       "ximat",
            "xanchor",     "xaxis",         "geom_xpos",    "geom_xmat",  "site_xpos",   "site_xmat",
            "cam_xpos",    "cam_xmat",      "light_xpos",   "light_xdir", "subtree_com", "cdof",
            "cinert",      "flexvert_xpos", "flexelem_aabb"});
    flex_edges();
    arrays({"flexedge_length", "ten_length"});
    tendons(), moments();
    arrays({"crb"});
    inertia(), awake(), derivatives(), contacts(), jacobian();
    arrays({"efc_pos",        "efc_margin",     "efc_frictionloss",  "efc_diagApprox", "efc_KBIP",
            "efc_D",          "efc_R",          "flexedge_velocity", "ten_velocity",   "actuator_velocity",
            "cvel",           "cdof_dot",       "qfrc_bias",         "qfrc_spring",    "qfrc_damper",
            "qfrc_gravcomp",  "qfrc_fluid",     "qfrc_passive",      "efc_vel",        "efc_aref",
            "subtree_linvel", "subtree_angmom", "actuator_force",    "qfrc_actuator",  "qfrc_smooth",
            "qacc_smooth",    "efc_b",          "efc_force",         "efc_state",      "qfrc_constraint",
            "qfrc_inverse",   "cacc",           "cfrc_int",          "cfrc_ext"});
    islands(), tendon_rows();
    return std::move(out_).text();
  }

 private:
  using Row = TextLines::Row;

  static std::string padded(std::string_view text, std::size_t width) {
    return TextLines::padded(text, width);
  }
  void memory() {
    const auto kilobytes = [&](const char* name, std::int64_t bytes) {
      char text[64];
      std::snprintf(text, sizeof text, "  %-12s%9lld KB", name, static_cast<long long>(bytes / 1024));
      return std::string(text);
    };
    std::int64_t buffer = 0;
    Data::visit_arrays(d_, m_.sizes(), [&](const char*, const auto& array, auto...) {
      buffer += static_cast<std::int64_t>(static_cast<std::size_t>(array.size()) * sizeof *array.data());
    });
    const auto arena = static_cast<std::int64_t>(d_.arena.size());
    char used[32];
    std::snprintf(
        used, sizeof used, ", used %.1f%%",
        100.0 * static_cast<double>(d_.maxuse_arena) / static_cast<double>(std::max<std::int64_t>(1, arena)));
    out_.line("MEMORY");
    out_.line(kilobytes("total", buffer + arena)), out_.line(kilobytes("buffer", buffer));
    out_.line(kilobytes("arena", arena) + used), out_.line();
    buffer_ = buffer;
  }

  void sizes() {
    out_.line("SIZES");
    const auto size = [&](const char* name, std::int64_t value) {
      out_.line("  " + padded(name, 22) + std::to_string(value));
    };
    size("narena", static_cast<std::int64_t>(d_.arena.size())), size("nbuffer", buffer_),
        size("nplugin", m_.nplugin);
    size("maxuse_stack", d_.maxuse_stack), size("maxuse_arena", d_.maxuse_arena);
    size("maxuse_con", d_.maxuse_con), size("maxuse_efc", d_.maxuse_efc);
    StepCounts::visit(d_, [&](const char* name, int value) { size(name, value); });
    size("ntree_awake", d_.ntree_awake), size("nbody_awake", d_.nbody_awake),
        size("nparent_awake", d_.nparent_awake);
    size("nv_awake", d_.nv_awake), size("flg_energypos", d_.flg_energypos),
        size("flg_energyvel", d_.flg_energyvel);
    size("flg_subtreevel", d_.flg_subtreevel), size("flg_rnepost", d_.flg_rnepost), size("threadpool", 0);
    out_.line();
  }

  void timers() {
    bool timed = false;
    for (const TimerStat& timer : d_.timer) timed = timed || timer.duration > 0;
    if (timed) out_.line("TIMER");
    for (std::size_t i = 0; timed && i < d_.timer.size(); ++i)
      out_.line("    " + std::to_string(i) + ":  duration = " + out_.real(d_.timer[i].duration) +
                "   number = " + std::to_string(d_.timer[i].number));
    if (timed) out_.line();
    bool any = false;
    for (std::size_t i = 0; i < d_.warning.size(); ++i) {
      if (!d_.warning[i].number) continue;
      if (!any) out_.line("WARNING");
      any = true;
      out_.line("    " + std::to_string(i) + ":  lastinfo = " + std::to_string(d_.warning[i].lastinfo) +
                "   number = " + std::to_string(d_.warning[i].number));
    }
    if (any) out_.line();
  }

  void solver() {
    if (!d_.nefc) return;
    out_.line("SOLVER STAT"), out_.line("  solver_fwdinv =  " + out_.row(vec(d_.solver_fwdinv)));
    for (int island = 0; island < std::min(std::max(1, d_.nisland), kNIsland); ++island) {
      const int count = d_.solver_niter[island];
      if (!count) continue;
      out_.line("  ISLAND " + std::to_string(island)),
          out_.line("    solver_niter = " + std::to_string(count));
      out_.line("    solver_nnz = " + std::to_string(d_.solver_nnz[island]));
      for (int i = 0; i < std::min(count, kNSolver); ++i) {
        const SolverStat& s = d_.solver[static_cast<std::size_t>(island * kNSolver + i)];
        out_.line("      " + std::to_string(i) + ":  improvement = " + out_.real(s.improvement) +
                  "    gradient = " + out_.real(s.gradient) + "    lineslope = " + out_.real(s.lineslope));
        out_.line("          nactive = " + std::to_string(s.nactive) +
                  "   nchange = " + std::to_string(s.nchange) + "   neval = " + std::to_string(s.neval) +
                  "   nupdate = " + std::to_string(s.nupdate));
      }
      out_.line();
    }
  }

  // Arrays by name, in this order; those without numbers are left out.
  void arrays(std::initializer_list<std::string_view> names, std::string_view heading = {}) {
    for (const std::string_view wanted : names) {
      const auto print = [&](const char* name, const auto& array, auto rows, auto...) {
        if (name != wanted || !array.size() || !rows) return;
        const auto numbers = TextLines::scalars(array.data(), static_cast<std::size_t>(array.size()));
        out_.rows(heading.empty() ? TextLines::upper(name) : std::string(heading), numbers,
                  static_cast<std::size_t>(rows));
      };
      Data::visit_arrays(d_, m_.sizes(), print);
      Data::visit_arena(d_, m_.sizes(), print);
    }
  }

  struct Sparse {
    const Real* values;
    std::span<const int> counts, starts;
    const int* columns;
  };
  void sparse(const char* title, const Sparse& matrix) {
    if (matrix.counts.size() > kWidestMatrix) return;
    out_.line(title);
    for (std::size_t row = 0; row < matrix.counts.size(); ++row) {
      std::string text = "  ";
      for (int k = matrix.starts[row]; k < matrix.starts[row] + matrix.counts[row]; ++k) {
        char column[16];
        std::snprintf(column, sizeof column, "%4d: ", matrix.columns[k]);
        text += column + out_.real(matrix.values[k]);
      }
      out_.line(text);
    }
    out_.line();
  }
  static std::vector<Row> entries(const Sparse& matrix) {
    std::vector<Row> rows;
    for (std::size_t row = 0; row < matrix.counts.size(); ++row) {
      Row there;
      for (int k = matrix.starts[row]; k < matrix.starts[row] + matrix.counts[row]; ++k)
        there.emplace_back(matrix.columns[k], 'x');
      rows.push_back(std::move(there));
    }
    return rows;
  }

  void flex_edges() {
    if (!m_.nflexedge) return;
    const Sparse edges{d_.flexedge_J.data(), m_.flexedge_J_rownnz.span(), m_.flexedge_J_rowadr.span(),
                       m_.flexedge_J_colind.data()};
    out_.pattern("FLEXEDGE_J: flex edge connectivity", entries(edges), m_.nv);
    sparse("FLEXEDGE_J", edges);
  }

  void tendons() {
    if (!m_.ntendon) return;
    if (is_sparse(m_)) {
      const Sparse moments{d_.ten_J.data(), d_.ten_J_rownnz.span(), d_.ten_J_rowadr.span(),
                           d_.ten_J_colind.data()};
      out_.pattern("TEN_J: tendon moments", entries(moments), m_.nv);
      arrays({"ten_J_rownnz", "ten_J_rowadr"});
      sparse("TEN_J", moments);
    } else {
      out_.rows("TEN_MOMENT", TextLines::scalars(d_.ten_J.data(), d_.ten_J.size()),
                static_cast<std::size_t>(m_.ntendon));
    }
    const auto objects = TextLines::scalars(d_.wrap_obj.data(), static_cast<std::size_t>(d_.wrap_obj.size()));
    const auto points =
        TextLines::scalars(d_.wrap_xpos.data(), static_cast<std::size_t>(d_.wrap_xpos.size()));
    for (int i = 0; i < m_.ntendon; ++i) {
      out_.line("TENDON " + std::to_string(i) + ": " + std::to_string(d_.ten_wrapnum[i]) + " wrap points");
      for (int k = d_.ten_wrapadr[i]; k < d_.ten_wrapadr[i] + d_.ten_wrapnum[i]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        out_.line("    " + std::to_string(objects[at]) + ":   " + out_.row(points.subspan(3 * at, 3)));
      }
      out_.line();
    }
  }

  void moments() {
    if (!m_.nu) return;
    const Sparse matrix{d_.actuator_moment.data(), d_.moment_rownnz.span(), d_.moment_rowadr.span(),
                        d_.moment_colind.data()};
    arrays({"actuator_length"});
    out_.pattern("actuator_moment", entries(matrix), m_.nv);
    sparse("ACTUATOR_MOMENT", matrix);
  }

  void inertia() {
    if (!m_.nv) return;
    if (m_.nv <= kWidestMatrix) lower_triangle();
    sparse("M", mass_matrix(d_.M));
    sparse("QLD", mass_matrix(d_.qLD));
    arrays({"qLDiagInv"});
    if (d_.nisland) blocks();
    if (is_used(d_.qHDiagInv)) {  // of Euler with damping and of implicitfast
      sparse("QH", mass_matrix(d_.qH));
      arrays({"qHDiagInv"});
    }
  }
  void lower_triangle() {
    const std::string blank((out_.real(0) + " ").size(), ' ');
    out_.line("QM");
    for (int row = 0; row < m_.nv; ++row) {
      std::vector<std::string> cells(static_cast<std::size_t>(row) + 1, blank);
      int k = m_.dof_Madr[row];
      for (int column = row; column >= 0; column = m_.dof_parentid[column], ++k)
        cells[static_cast<std::size_t>(column)] = out_.real(d_.qM[k]) + " ";
      std::string text = "  ";
      for (const std::string& cell : cells) text += cell;
      if (text.back() == ' ') text.pop_back();
      out_.line(text);
    }
    out_.line();
  }
  Sparse mass_matrix(const Array<Real>& numbers) const {
    return {numbers.data(), m_.M_rownnz.span(), m_.M_rowadr.span(), m_.M_colind.data()};
  }
  void blocks() {
    out_.pattern("M: inertia structure", entries(mass_matrix(d_.M)), m_.nv);
    std::vector<Row> blocks;
    for (int i = 0; i < d_.nidof; ++i) {
      const int island = d_.dof_island[d_.map_idof2dof[i]];
      Row there;
      for (int k = d_.iM_rowadr[i]; k < d_.iM_rowadr[i] + d_.iM_rownnz[i]; ++k)
        there.emplace_back(d_.island_idofadr[island] + d_.iM_colind[k], digit(island));
      blocks.push_back(std::move(there));
    }
    out_.pattern("iM: block-diagonal inertia (nnzs are island ids)", blocks, d_.nidof);
  }
  void derivatives() {
    const Sparse derivative{d_.qDeriv.data(), m_.D_rownnz.span(), m_.D_rowadr.span(), m_.D_colind.data()};
    if (is_used(d_.qDeriv)) sparse("QDERIV", derivative);
    if (is_used(d_.qLU))
      sparse("QLU", {d_.qLU.data(), derivative.counts, derivative.starts, derivative.columns});
  }
  static bool is_used(const Array<Real>& numbers) {
    return std::any_of(numbers.begin(), numbers.end(), [](Real x) { return x != 0; });
  }
  static char digit(int island) { return static_cast<char>('0' + island % 10); }

  template <class T>
  void list(const char* name, std::span<const T> values) {
    if (values.empty()) return;
    out_.line(TextLines::upper(name)), out_.line("  " + out_.row(values)), out_.line();
  }

  void awake() {
    list("tree_awake", d_.tree_awake.span()), list("body_awake", d_.body_awake.span());
    list("body_awake_ind", d_.body_awake_ind.slice(0, d_.nbody_awake));
    list("parent_awake_ind", d_.parent_awake_ind.slice(0, d_.nparent_awake));
    list("dof_awake_ind", d_.dof_awake_ind.slice(0, d_.nv_awake));
  }

  void contacts() {
    if (!d_.ncon) return;
    out_.line("CONTACT");
    for (int i = 0; i < d_.ncon; ++i) {
      const Contact& c = d_.contact[i];
      const auto geom = [&](int id) {
        const char* name = id2name(m_, mjOBJ_GEOM, id);
        return name ? std::string(name) : std::to_string(id);
      };
      out_.line("  " + std::to_string(i) + ":"), out_.line("     dim           " + std::to_string(c.dim));
      out_.line("     geoms         " + geom(c.geom[0]) + " : " + geom(c.geom[1]));
      out_.line("     exclude       " + std::to_string(c.exclude)),
          out_.line("     efc_address   " + std::to_string(c.efc_address));
      const auto field = [&](const char* name, const auto& value) {
        out_.line("     " + padded(name, 14) + out_.row(vec(value)));
      };
      field("solref", c.solref), field("solimp", c.solimp), field("dist", c.dist),
          field("includemargin", c.includemargin);
      field("pos", c.pos), field("frame", c.frame), field("friction", c.friction), field("mu", c.mu);
      field("force", contact_force(m_, d_, i));
    }
    out_.line();
  }

  void jacobian() {
    if (!d_.nefc) return;
    arrays({"efc_type", "efc_id"});
    if (is_sparse(m_)) {
      arrays({"efc_J_rownnz", "efc_J_rowadr"});
      const Sparse rows{d_.efc_J.data(), d_.efc_J_rownnz.span(), d_.efc_J_rowadr.span(),
                        d_.efc_J_colind.data()};
      sparse("EFC_J", rows);
      out_.pattern("J: constraint Jacobian", entries(rows), m_.nv, true);
      if (d_.nisland)
        out_.pattern("IEFC_J: block-diagonalized constraint Jacobian (nnzs are island ids)", island_entries(),
                     d_.nidof, true);
      return;
    }
    out_.rows("EFC_J",
              std::span<const Real>(d_.efc_J.data(),
                                    static_cast<std::size_t>(d_.nefc) * static_cast<std::size_t>(m_.nv)),
              static_cast<std::size_t>(d_.nefc));
    if (!d_.nisland) return;
    out_.line("IEFC_J");
    const std::string dots = std::string(out_.real(0).size(), '.') + " ";
    for (int island = 0; island < d_.nisland; ++island) {
      const int dofs = d_.island_nv[island], before = d_.island_idofadr[island];
      for (int k = 0; k < d_.island_nefc[island]; ++k) {
        std::string text = " ";
        for (int i = 0; i < before; ++i) text += dots;
        text += " " + out_.row(d_.iefc_J.slice(d_.nidof * d_.island_iefcadr[island] + dofs * k, dofs));
        for (int i = before + dofs; i < d_.nidof; ++i) text += dots;
        out_.line(text);
      }
    }
    out_.line();
  }

  std::vector<Row> island_entries() const {
    std::vector<Row> rows;
    for (int island = 0; island < d_.nisland; ++island)
      for (int row = d_.island_iefcadr[island]; row < d_.island_iefcadr[island] + d_.island_nefc[island];
           ++row) {
        Row there;
        for (int k = d_.iefc_J_rowadr[row]; k < d_.iefc_J_rowadr[row] + d_.iefc_J_rownnz[row]; ++k)
          there.emplace_back(d_.island_idofadr[island] + d_.iefc_J_colind[k], digit(island));
        rows.push_back(std::move(there));
      }
    return rows;
  }

  void islands() {
    if (!d_.nisland) return;
    list("tree_island", d_.tree_island.span()), list("island_ntree", d_.island_ntree.span());
    list("island_itreeadr", d_.island_itreeadr.span()), list("map_itree2tree", d_.map_itree2tree.span());
    const auto line = [&](const char* name, const std::string& text) {
      out_.line(padded(TextLines::upper(name), 22) + text), out_.line();
    };
    std::string dofs, rows;
    for (int i = 0; i < d_.nisland; ++i) {
      dofs += (i ? " | " : "") +
              out_.row(std::span<const int>(d_.map_idof2dof.slice(d_.island_idofadr[i], d_.island_nv[i])));
      rows += (i ? " | " : "") +
              out_.row(std::span<const int>(d_.map_iefc2efc.slice(d_.island_iefcadr[i], d_.island_nefc[i])));
    }
    if (m_.nv > d_.nidof)
      dofs += " | " + out_.row(std::span<const int>(d_.map_idof2dof.slice(d_.nidof, m_.nv - d_.nidof)));
    line("dof_island", out_.row(d_.dof_island.span())), line("island_nv", out_.row(d_.island_nv.span()));
    line("island_idofadr", out_.row(d_.island_idofadr.span())), line("map_idof2dof", dofs);
    line("efc_island", out_.row(d_.efc_island.span())), line("island_nefc", out_.row(d_.island_nefc.span()));
    line("island_iefcadr", out_.row(d_.island_iefcadr.span())), line("map_iefc2efc", rows);
  }

  void tendon_rows() {
    if (!m_.ntendon) return;
    std::string text;
    for (int i = 0; i < m_.ntendon; ++i)
      text += (i ? " " : "") + std::to_string(d_.nefc ? d_.tendon_efcadr[i] : -1);
    out_.line(padded("TENDON_EFCADR", 22) + text), out_.line();
  }

  const Model& m_;
  const Data& d_;
  TextLines out_;
  std::int64_t buffer_ = 0;
};

}  // namespace

std::string data_text(const Model& m, const Data& d, const std::string& format) {
  return DataPrinter(m, d, format).print();
}

}  // namespace corten
