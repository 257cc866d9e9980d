#include "viewer/page_frame.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "corten/smooth/contact_force.h"
#include "viewer/moving_surface.h"
#include "viewer/visual_parts.h"

namespace corten::viewer {
namespace {

std::int16_t packed(Real x) {
  return static_cast<std::int16_t>(std::lround(std::clamp<Real>(x, -1, 1) * 32767));
}

float finite(Real x) { return std::isfinite(x) ? static_cast<float>(x) : 0; }

std::uint8_t to_byte(float x) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(x, 0.0F, 1.0F) * 255));
}

template <class T>
void append(const T& value, std::vector<std::uint8_t>& bytes) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(&bytes[at], &value, sizeof value);
}

Quat<Real> quat_of(const Mat3<float>& mat) {
  Mat3<Real> wide;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) wide(i, j) = mat(i, j);
  return to_quat(wide);
}

}  // namespace

template <class T>
void FrameWriter::put(const T& value) {
  append(value, bytes_);
}

void FrameWriter::section(FrameSection tag, std::size_t bytes) {
  put(static_cast<std::uint16_t>(tag));
  put(std::uint16_t{0});
  put(static_cast<std::uint32_t>(bytes));
}

FrameWriter::FrameWriter(const Model& m, const Data& d, std::uint32_t serial) {
  bytes_.reserve(std::size_t(24 + 20 * m.nbody));
  put(std::uint8_t{1});
  put(std::uint8_t{0});
  put(std::uint16_t{0});
  put(static_cast<std::uint32_t>(m.nbody));
  put(serial);
  put(std::uint32_t{0});
  put(d.time);
  append_poses(m, d, bytes_);
}

void append_poses(const Model& m, const Data& d, std::vector<std::uint8_t>& bytes) {
  for (int i = 0; i < m.nbody; ++i) {
    for (int k = 0; k < 3; ++k) append(finite(d.xpos[i][k]), bytes);
    const Quat<Real>& q = d.xquat[i];
    for (int k = 0; k < 4; ++k) append(packed(std::isfinite(q[k]) ? q[k] : 0), bytes);
  }
}

void append_contacts(const Model& m, const Data& d, std::vector<float>& numbers) {
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& c = d.contact[i];
    for (int k = 0; k < 3; ++k) numbers.push_back(finite(c.pos[k]));
    for (int k = 0; k < 3; ++k) numbers.push_back(finite(c.frame(0, k)));
    numbers.push_back(finite(contact_force(m, d, i).force[0]));
    numbers.push_back(finite(c.dist));
    numbers.push_back(static_cast<float>(c.geom[0]));
    numbers.push_back(static_cast<float>(c.geom[1]));
  }
}

void append_decor(std::span<const VisualGeom> geoms, std::vector<std::uint8_t>& bytes) {
  const auto put = [&](const auto& value) { append(value, bytes); };
  for (const VisualGeom& g : geoms) {
    put(static_cast<std::int32_t>(g.type));
    put(static_cast<std::int32_t>(g.dataid));
    for (int k = 0; k < 3; ++k) put(finite(g.size[k]));
    for (int k = 0; k < 3; ++k) put(finite(g.pos[k]));
    const Quat<Real> q = quat_of(g.mat);
    for (int k = 0; k < 4; ++k) put(packed(q[k]));
    for (int k = 0; k < 4; ++k) put(to_byte(g.rgba[k]));
    put(std::uint32_t{0});
  }
}

void append_vertices(const Model& m, const Data& d, std::vector<float>& numbers) {
  const auto append_all = [&](const PosedVertices& posed) {
    for (const Vec3<float>& place : posed.place)
      for (int k = 0; k < 3; ++k) numbers.push_back(finite(place[k]));
  };
  for (int i = 0; i < m.nflex; ++i) append_all(pose_flex(m, d, i));
  for (int i = 0; i < m.nskin; ++i) append_all(pose_skin(m, d, i));
}

std::string labels_json(std::span<const VisualGeom> geoms) {
  using Json = nlohmann::json;
  Json list = Json::array();
  for (const VisualGeom& g : geoms)
    if (g.label[0])
      list.push_back({finite(g.pos[0]), finite(g.pos[1]), finite(g.pos[2]),
                      std::string(g.label, strnlen(g.label, sizeof g.label))});
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::uint8_t> island_colors(const Model& m, const Data& d, const SceneOption& option) {
  const Perturb nobody;
  const VisualBuilder builder{m, d, option, nobody, {}};
  std::vector<std::uint8_t> colors;
  for (int body = 0; body < m.nbody; ++body) {
    VisualGeom geom;
    geom.rgba = {};
    color_by_island(builder, body, geom);
    for (int k = 0; k < 4; ++k) colors.push_back(to_byte(geom.rgba[k]));
  }
  return colors;
}

template <class T>
void FrameWriter::section_of(FrameSection tag, std::span<const T> values) {
  section(tag, values.size_bytes());
  for (const T& x : values) put(x);
}

void FrameWriter::contacts(const Model& m, const Data& d) {
  std::vector<float> numbers;
  append_contacts(m, d, numbers);
  section_of<float>(FrameSection::contacts, numbers);
}

void FrameWriter::decor(std::span<const VisualGeom> geoms) {
  section(FrameSection::decor, geoms.size() * 48);
  append_decor(geoms, bytes_);
}

void FrameWriter::fields(std::span<const std::span<const Real>> values) {
  std::vector<float> numbers;
  for (const auto& field : values)
    for (const Real x : field) numbers.push_back(finite(x));
  section_of<float>(FrameSection::fields, numbers);
}

void FrameWriter::sliders(std::span<const Real> qpos, std::span<const Real> ctrl) {
  std::vector<float> numbers;
  for (const auto& values : {qpos, ctrl})
    for (const Real x : values) numbers.push_back(finite(x));
  section_of<float>(FrameSection::sliders, numbers);
}

void FrameWriter::vertices(std::span<const float> numbers) {
  section_of<float>(FrameSection::vertices, numbers);
}
void FrameWriter::worlds(std::span<const std::uint8_t> poses) {
  section_of<std::uint8_t>(FrameSection::worlds, poses);
}
void FrameWriter::labels(const std::string& json) { section_of<char>(FrameSection::labels, json); }
void FrameWriter::colors(std::span<const std::uint8_t> rgba) {
  section_of<std::uint8_t>(FrameSection::colors, rgba);
}
void FrameWriter::status(const std::string& json) { section_of<char>(FrameSection::status, json); }

namespace {

// Edges and vertices of a flex, unless a skin hides them; cables have none.
void append_flex(const Model& m, const Data& d, const VisualGeom& flex, const SceneOption& option,
                 std::vector<VisualGeom>& out) {
  const int id = flex.objid, first = m.flex_vertadr[id];
  if (m.flex_dim[id] > 1 && option.shows(mjVIS_FLEXSKIN)) return;
  const auto place = [&](int vertex) { return d.flexvert_xpos[first + vertex]; };
  for (int i = m.flex_edgeadr[id];
       option.shows(mjVIS_FLEXEDGE) && i < m.flex_edgeadr[id] + m.flex_edgenum[id]; ++i)
    out.push_back(visual_connector(mjGEOM_CAPSULE, m.flex_radius[id], place(m.flex_edge[i][0]),
                                   place(m.flex_edge[i][1]), flex.rgba));
  for (int i = 0; option.shows(mjVIS_FLEXVERT) && i < m.flex_vertnum[id]; ++i)
    out.push_back(
        visual_geom(mjGEOM_SPHERE, {m.flex_radius[id], 0, 0}, place(i), Mat3<Real>::identity(), flex.rgba));
}

}  // namespace

std::vector<VisualGeom> decorations(const Model& m, const Data& d, std::span<const VisualGeom> geoms,
                                    const SceneOption& option) {
  std::vector<VisualGeom> kept;
  for (const VisualGeom& g : geoms) {
    if (g.objtype == mjOBJ_FLEX)
      append_flex(m, d, g, option, kept);
    else if (g.objtype != mjOBJ_GEOM && g.objtype != mjOBJ_SITE && g.objtype != mjOBJ_SKIN)
      kept.push_back(g);
  }
  return kept;
}

}  // namespace corten::viewer
