#include "corten/smooth/tendon.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/transmission.h"
#include "corten/smooth/wrap.h"

namespace corten {
namespace {

// Jacobian row of one tendon while it is summed: dense values and the dofs touched so far.
struct RowBuilder {
  std::span<Real> value;  // nv, zero where not touched
  std::span<byte> mark;
  std::span<int> touched;
  int count = 0;

  Real& at(int dof) {
    const std::size_t i = static_cast<std::size_t>(dof);
    if (!mark[i]) {
      mark[i] = 1;
      touched[static_cast<std::size_t>(count++)] = dof;
    }
    return value[i];
  }
  std::span<const int> sorted() {
    const auto used = touched.first(static_cast<std::size_t>(count));
    std::sort(used.begin(), used.end());
    return used;
  }
  void clear() {
    for (const int dof : touched.first(static_cast<std::size_t>(count))) {
      value[static_cast<std::size_t>(dof)] = 0;
      mark[static_cast<std::size_t>(dof)] = 0;
    }
    count = 0;
  }
};

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

// Column difference J(b) − J(a) along both chains, projected on `direction`.
void add_pair(const Model& m, const Data& d, const PathPoint& a, const PathPoint& b, Real scale,
              RowBuilder& row) {
  if (a.body == b.body) return;
  const Vec3<Real> direction = unit(b.pos - a.pos);
  const Vec3<Real> offset_a = a.pos - reference_point(m, d, a.body);
  const Vec3<Real> offset_b = b.pos - reference_point(m, d, b.body);
  int dof_a = last_dof(m, a.body), dof_b = last_dof(m, b.body);
  while (dof_a >= 0 || dof_b >= 0) {
    const int dof = std::max(dof_a, dof_b);
    Vec3<Real> column{};
    if (dof == dof_b) {
      column += point_column(d.cdof[dof], offset_b);
      dof_b = m.dof_parentid[dof];
    }
    if (dof == dof_a) {
      column -= point_column(d.cdof[dof], offset_a);
      dof_a = m.dof_parentid[dof];
    }
    row.at(dof) += dot(column, direction) * scale;
  }
}

WrapSurface surface_of(const Model& m, const Data& d, int geom, int type) {
  return {d.geom_xpos[geom], d.geom_xmat[geom], m.geom_size[geom][0], type == mjWRAP_CYLINDER};
}

// One stretch of a path, from a site to the next, perhaps over a geom.
Real add_segment(const Model& m, Data& d, int path, bool over_geom, Real divisor, RowBuilder& row,
                 PathWriter& writer) {
  const int site0 = m.wrap_objid[path], site1 = m.wrap_objid[path + (over_geom ? 2 : 1)];
  const PathPoint p0{d.site_xpos[site0], m.site_bodyid[site0]}, p1{d.site_xpos[site1], m.site_bodyid[site1]};
  writer.add(kSiteMark, p0.pos);
  WrapArc arc{};
  bool wraps = false;
  int geom = -1;
  if (over_geom) {
    geom = m.wrap_objid[path + 1];
    const int side = static_cast<int>(std::floor(m.wrap_prm[path + 1] + Real(0.5)));
    wraps = wrap_string(surface_of(m, d, geom, m.wrap_type[path + 1]), p0.pos, p1.pos,
                        side >= 0 ? &d.site_xpos[side] : nullptr, arc);
  }
  const Real scale = 1 / divisor;
  if (!wraps) {
    add_pair(m, d, p0, p1, scale, row);
    return distance(p0.pos, p1.pos) / divisor;
  }
  const PathPoint w0{arc.start, m.geom_bodyid[geom]}, w1{arc.end, m.geom_bodyid[geom]};
  writer.add(geom, w0.pos);
  writer.add(geom, w1.pos);
  add_pair(m, d, p0, w0, scale, row);
  add_pair(m, d, w1, p1, scale, row);
  return (distance(p0.pos, w0.pos) + arc.length + distance(w1.pos, p1.pos)) / divisor;
}

Real spatial_tendon(const Model& m, Data& d, int tendon, RowBuilder& row, PathWriter& writer) {
  const int end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  Real divisor = 1, length = 0;
  int path = m.tendon_adr[tendon];
  while (path < end - 1) {
    if (m.wrap_type[path] == mjWRAP_PULLEY) {
      divisor = m.wrap_prm[path++];
      writer.add(kPulleyMark, {});
      continue;
    }
    const int next = m.wrap_type[path + 1];
    if (next == mjWRAP_PULLEY) {
      ++path;
      continue;
    }
    const bool over_geom = next == mjWRAP_SPHERE || next == mjWRAP_CYLINDER;
    length += add_segment(m, d, path, over_geom, divisor, row, writer);
    path += over_geom ? 2 : 1;
    if (path == end - 1 || m.wrap_type[path + 1] == mjWRAP_PULLEY)
      writer.add(kSiteMark, d.site_xpos[m.wrap_objid[path]]);
  }
  return length;
}

// A joint listed twice counts twice in the length; the dense Jacobian keeps only its last coefficient.
Real fixed_tendon(const Model& m, const Data& d, int tendon, bool sparse, RowBuilder& row) {
  Real length = 0;
  const int first = m.tendon_adr[tendon];
  for (int path = first; path < first + m.tendon_num[tendon]; ++path) {
    const int jnt = m.wrap_objid[path];
    length += m.wrap_prm[path] * d.qpos[m.jnt_qposadr[jnt]];
    Real& entry = row.at(m.jnt_dofadr[jnt]);
    entry = sparse ? entry + m.wrap_prm[path] : m.wrap_prm[path];
  }
  return length;
}

void store_sparse(Data& d, int tendon, RowBuilder& row) {
  const int adr = tendon ? d.ten_J_rowadr[tendon - 1] + d.ten_J_rownnz[tendon - 1] : 0;
  d.ten_J_rowadr[tendon] = adr;
  d.ten_J_rownnz[tendon] = row.count;
  int k = adr;
  for (const int dof : row.sorted()) {
    d.ten_J_colind.data()[k] = dof;
    d.ten_J.data()[k++] = row.value[static_cast<std::size_t>(dof)];
  }
}

}  // namespace

void tendon(const Model& m, Data& d) {
  if (m.ntendon == 0) return;
  Arena::Frame frame(d.arena);
  RowBuilder row{frame.zeros<Real>(m.nv), frame.zeros<byte>(m.nv), frame.alloc<int>(m.nv)};
  PathWriter writer(d);
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    const int adr = writer.count();
    const bool fixed = m.wrap_type[m.tendon_adr[i]] == mjWRAP_JOINT;
    d.ten_length[i] = fixed ? fixed_tendon(m, d, i, sparse, row) : spatial_tendon(m, d, i, row, writer);
    d.ten_wrapadr[i] = adr;
    d.ten_wrapnum[i] = writer.count() - adr;
    if (sparse) {
      store_sparse(d, i, row);
    } else {
      std::copy(row.value.begin(), row.value.end(), d.ten_J[i].begin());
    }
    row.clear();
  }
}

void tendon_velocity(const Model& m, Data& d) {
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    if (sparse) {
      const int adr = d.ten_J_rowadr[i];
      d.ten_velocity[i] =
          dot_sparse(d.ten_J.data() + adr, d.ten_J_colind.data() + adr, d.ten_J_rownnz[i], d.qvel.data());
    } else {
      d.ten_velocity[i] = dot(d.ten_J[i].data(), d.qvel.data(), m.nv);
    }
  }
}

void add_tendon_force(const Model& m, const Data& d, int tendon, Real force, std::span<Real> qfrc) {
  if (force == 0) return;
  for_tendon_entries(m, d, tendon, is_sparse(m),
                     [&](int dof, Real j) { qfrc[static_cast<std::size_t>(dof)] += j * force; });
}

}  // namespace corten
