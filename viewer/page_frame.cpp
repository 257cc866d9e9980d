#include "viewer/page_frame.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "corten/smooth/contact_force.h"

namespace corten::viewer {
namespace {

std::int16_t packed(Real x) {
  return static_cast<std::int16_t>(std::lround(std::clamp<Real>(x, -1, 1) * 32767));
}

float finite(Real x) { return std::isfinite(x) ? static_cast<float>(x) : 0; }

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
  for (int i = 0; i < m.nbody; ++i) {
    for (int k = 0; k < 3; ++k) put(finite(d.xpos[i][k]));
    const Quat<Real>& q = d.xquat[i];
    for (int k = 0; k < 4; ++k) put(packed(std::isfinite(q[k]) ? q[k] : 0));
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
    for (int k = 0; k < 4; ++k)
      put(static_cast<std::uint8_t>(std::lround(std::clamp(g.rgba[k], 0.0F, 1.0F) * 255)));
    put(std::uint32_t{0});
  }
}

void FrameWriter::contacts(const Model& m, const Data& d) {
  std::vector<float> numbers;
  append_contacts(m, d, numbers);
  section(FrameSection::contacts, numbers.size() * sizeof(float));
  for (const float x : numbers) put(x);
}

void FrameWriter::decor(std::span<const VisualGeom> geoms) {
  section(FrameSection::decor, geoms.size() * 48);
  append_decor(geoms, bytes_);
}

void FrameWriter::fields(std::span<const std::span<const Real>> values) {
  std::size_t count = 0;
  for (const auto& field : values) count += field.size();
  section(FrameSection::fields, count * 4);
  for (const auto& field : values)
    for (const Real x : field) put(finite(x));
}

void FrameWriter::status(const std::string& json) {
  section(FrameSection::status, json.size());
  bytes_.insert(bytes_.end(), json.begin(), json.end());
}

std::vector<VisualGeom> decorations(std::span<const VisualGeom> geoms) {
  std::vector<VisualGeom> kept;
  for (const VisualGeom& g : geoms)
    if (g.objtype != mjOBJ_GEOM && g.objtype != mjOBJ_SITE) kept.push_back(g);
  return kept;
}

}  // namespace corten::viewer
