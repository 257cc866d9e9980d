#include "corten/smooth/tendon.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "corten/model/awake.h"
#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/path_kernels.h"
#include "corten/smooth/transmission.h"
#include "corten/smooth/wrap_core.h"

namespace corten {
namespace {

bool is_fixed(const Model& m, int tendon) { return m.wrap_type[m.tendon_adr[tendon]] == mjWRAP_JOINT; }

bool all_fixed(const Model& m) {
  for (int tendon = 0; tendon < m.ntendon; ++tendon)
    if (!is_fixed(m, tendon)) return false;
  return true;
}

// The motion axes of all dofs as the kernel reads them; nothing when no tendon is spatial.
ColumnTable column_table(const Model& m, const Data& d, Arena::Frame& frame) {
  if (all_fixed(m)) return {};
  const std::span<Real> columns = frame.alloc<Real>(ColumnTable::kSize * m.nv);
  Real* out = columns.data();
  for (int dof = 0; dof < m.nv; ++dof, out += ColumnTable::kSize) {
    const Vec3<Real>&ang = d.cdof[dof].ang, &lin = d.cdof[dof].lin;
    const Real row[ColumnTable::kSize] = {ang[1], ang[2], ang[0], 0,      ang[2], ang[0],
                                          ang[1], 0,      lin[0], lin[1], lin[2], 0};
    std::copy_n(row, ColumnTable::kSize, out);
  }
  return {columns.data(), m.dof_parentid.data()};
}

// A point of the path and the body it is fixed to.
struct PathPoint {
  Vec3<Real> pos;
  int body;
};

// Consecutive entries of wrap_obj and wrap_xpos.
class PathWriter {
 public:
  explicit PathWriter(Data& d)
      : obj_(d.wrap_obj.empty() ? nullptr : d.wrap_obj[0].data()),
        pos_(d.wrap_xpos.empty() ? nullptr : d.wrap_xpos[0].data()) {}

  int count() const { return count_; }
  void add(int object, const Vec3<Real>& pos) {
    obj_[count_] = object;
    for (int k = 0; k < 3; ++k) pos_[3 * count_ + k] = pos[k];
    ++count_;
  }

 private:
  int* obj_;
  Real* pos_;
  int count_ = 0;
};

constexpr int kSiteMark = -1, kPulleyMark = -2;

// What one path is summed into, and from.
struct Path {
  const ColumnTable& columns;
  RowBuilder<Real>& row;
  PathWriter& writer;
};

// A straight stretch of the path: its derivatives, scaled, go to the row; gives its length.
Real add_pair(const Model& m, const Data& d, const PathPoint& a, const PathPoint& b, Real scale, Path& path) {
  Vec3<Real> direction = b.pos - a.pos;
  if (a.body == b.body) return norm(direction);
  const Real length = normalize(direction);
  const Vec3<Real> offset_a = a.pos - reference_point(m, d, a.body);
  const Vec3<Real> offset_b = b.pos - reference_point(m, d, b.body);
  const int last_a = last_dof(m, a.body), last_b = last_dof(m, b.body);
  path.row.touch_chain(last_a, m.dof_parentid);
  path.row.touch_chain(last_b, m.dof_parentid);
  path_kernels().add_stretch(path.columns, {last_a, offset_a.data()}, {last_b, offset_b.data()},
                             direction.data(), scale, path.row.values());
  return length;
}

WrapSurface surface_of(const Model& m, const Data& d, int geom, int type) {
  return {d.geom_xpos[geom], d.geom_xmat[geom], m.geom_size[geom][0], type == mjWRAP_CYLINDER};
}

// One stretch of a path, from a site to the next, perhaps over a geom.
Real add_segment(const Model& m, Data& d, int at, bool over_geom, Real divisor, Path& path) {
  const int site0 = m.wrap_objid[at], site1 = m.wrap_objid[at + (over_geom ? 2 : 1)];
  const PathPoint p0{d.site_xpos[site0], m.site_bodyid[site0]}, p1{d.site_xpos[site1], m.site_bodyid[site1]};
  path.writer.add(kSiteMark, p0.pos);
  WrapArc arc{};
  bool wraps = false;
  int geom = -1;
  if (over_geom) {
    geom = m.wrap_objid[at + 1];
    const int side = static_cast<int>(std::floor(m.wrap_prm[at + 1] + Real(0.5)));
    wraps = wrap_string(surface_of(m, d, geom, m.wrap_type[at + 1]), p0.pos, p1.pos,
                        side >= 0 ? &d.site_xpos[side] : nullptr, arc);
  }
  const Real scale = 1 / divisor;
  if (!wraps) return add_pair(m, d, p0, p1, scale, path) / divisor;
  const PathPoint w0{arc.start, m.geom_bodyid[geom]}, w1{arc.end, m.geom_bodyid[geom]};
  path.writer.add(geom, w0.pos);
  path.writer.add(geom, w1.pos);
  const Real before = add_pair(m, d, p0, w0, scale, path), after = add_pair(m, d, w1, p1, scale, path);
  return (before + arc.length + after) / divisor;
}

Real spatial_tendon(const Model& m, Data& d, int tendon, Path& path) {
  const int end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  Real divisor = 1, length = 0;
  int at = m.tendon_adr[tendon];
  while (at < end - 1) {
    if (m.wrap_type[at] == mjWRAP_PULLEY) {
      divisor = m.wrap_prm[at++];
      path.writer.add(kPulleyMark, {});
      continue;
    }
    const int next = m.wrap_type[at + 1];
    if (next == mjWRAP_PULLEY) {
      ++at;
      continue;
    }
    const bool over_geom = next == mjWRAP_SPHERE || next == mjWRAP_CYLINDER;
    length += add_segment(m, d, at, over_geom, divisor, path);
    at += over_geom ? 2 : 1;
    if (at == end - 1 || m.wrap_type[at + 1] == mjWRAP_PULLEY)
      path.writer.add(kSiteMark, d.site_xpos[m.wrap_objid[at]]);
  }
  return length;
}

// A sleeping tendon keeps its path, but has no length and pulls at nothing.
void clear_tendon(Data& d, int tendon, bool sparse) {
  d.ten_length[tendon] = 0;
  if (sparse) {
    d.ten_J_rownnz[tendon] = 0;
  } else {
    std::fill(d.ten_J[tendon].begin(), d.ten_J[tendon].end(), Real(0));
  }
}

}  // namespace

void tendon(const Model& m, Data& d) {
  if (m.ntendon == 0) return;
  Arena::Frame frame(d.arena);
  RowBuilder<Real> row(frame.zeros<Real>(m.nv), frame.zeros<std::uint64_t>(RowBuilder<Real>::words(m.nv)));
  PathWriter writer(d);
  const ColumnTable columns = column_table(m, d, frame);
  Path path{columns, row, writer};
  const bool sparse = is_sparse(m), sleepers = some_asleep(m, d);
  for (int i = 0; i < m.ntendon; ++i) {
    if (sleepers && sleep_state(m, d, mjOBJ_TENDON, i) == mjS_ASLEEP) {
      clear_tendon(d, i, sparse);
      continue;
    }
    const int adr = writer.count();
    d.ten_length[i] = is_fixed(m, i) ? fixed_tendon(m, d, i, sparse, row) : spatial_tendon(m, d, i, path);
    d.ten_wrapadr[i] = adr;
    d.ten_wrapnum[i] = writer.count() - adr;
    store_tendon_row(d, i, sparse, row);
  }
}

void tendon_velocity(const Model& m, Data& d) { tendon_velocity_core(m, d); }

}  // namespace corten
