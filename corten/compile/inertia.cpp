// Inertial frames of bodies: from their geoms or as written, then bounds and balance.
#include "corten/compile/inertia.h"

#include <algorithm>
#include <cmath>

#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

constexpr const char* kNoInertia = "the inertia matrix is not positive definite";

// R diag(I) Rᵀ
Mat3<Real> turned(const MassPart& part) {
  const Mat3<Real> r = to_mat(part.pose.quat);
  Mat3<Real> m{};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Real sum = r(i, 0) * (r(j, 0) * part.inertia[0]);
      sum += r(i, 1) * (r(j, 1) * part.inertia[1]);
      sum += r(i, 2) * (r(j, 2) * part.inertia[2]);
      m(i, j) = m(j, i) = sum;
    }
  return m;
}

// m (|d|² 1 − d dᵀ)
Mat3<Real> shifted(Real mass, const Vec3<Real>& d) {
  Mat3<Real> m;
  m(0, 0) = mass * (d[1] * d[1] + d[2] * d[2]);
  m(1, 1) = mass * (d[0] * d[0] + d[2] * d[2]);
  m(2, 2) = mass * (d[0] * d[0] + d[1] * d[1]);
  m(0, 1) = m(1, 0) = -mass * d[0] * d[1];
  m(0, 2) = m(2, 0) = -mass * d[0] * d[2];
  m(1, 2) = m(2, 1) = -mass * d[1] * d[2];
  return m;
}

void take_from_geoms(const Draft& draft, DraftBody& body, const std::vector<int>& geoms,
                     Diagnostics& diagnostics) {
  std::vector<MassPart> parts;
  for (const int id : geoms)
    parts.push_back({draft.geoms[id].mass, draft.geoms[id].pose, draft.geoms[id].inertia});
  MassPart whole = {body.mass, body.inertial, body.inertia};
  if (parts.size() == 1)
    whole = parts[0];
  else if (const char* wrong = join_masses(parts, whole))
    refuse(diagnostics, "body", *body.spec, wrong);
  body.mass = whole.mass;
  body.inertial = whole.pose;
  body.inertia = whole.inertia;
}

std::vector<int> geoms_with_mass(const Draft& draft, const DraftBody& body) {
  std::vector<int> ids;
  for (const int id : body.geoms)
    if (draft.geoms[id].mass > build::kEps) ids.push_back(id);
  return ids;
}

void take_as_written(const Spec& spec, DraftBody& body, Diagnostics& diagnostics) {
  const spec::Inertial& written = body.spec->inertial;
  body.mass = *written.mass;
  body.inertia = *written.diaginertia;
  body.inertial = {*written.pos, *written.quat};
  if (const char* wrong =
          spec::resolve_orientation(written.alt, spec.compiler_of(*body.spec), body.inertial.quat))
    refuse(diagnostics, "inertial", *body.spec, wrong);
  build::normalize(body.inertial.quat);
  if (std::isnan((*written.fullinertia)[0])) return;
  if (*written.diaginertia != Vec3<Real>{})
    refuse(diagnostics, "inertial", *body.spec, "fullinertia and diaginertia cannot both be given");
  const Vec<Real, 6>& f = *written.fullinertia;
  const auto axes = build::principal_axes({f[0], f[3], f[4], f[3], f[1], f[5], f[4], f[5], f[2]});
  body.inertia = axes.value;
  body.inertial.quat = axes.quat;
  if (axes.value[2] < build::kEps) refuse(diagnostics, "inertial", *body.spec, kNoInertia);
}

// Principal inertias are those of a real distribution of mass if none exceeds the sum of the others.
bool is_balanced(const Vec3<Real>& i) {
  return !(i[0] + i[1] < i[2] || i[0] + i[2] < i[1] || i[1] + i[2] < i[0]);
}

void bound_and_balance(const spec::Compiler& compiler, DraftBody& body, Diagnostics& diagnostics) {
  // std::max keeps what is undefined, and a moving body is then refused
  body.mass = std::max(body.mass, *compiler.boundmass);
  for (Real& x : body.inertia) x = std::max(x, *compiler.boundinertia);
  if (body.mass < 0 || body.inertia[0] < 0 || body.inertia[1] < 0 || body.inertia[2] < 0)
    refuse(diagnostics, "body", *body.spec, "negative mass or inertia");
  if (is_balanced(body.inertia)) return;
  if (compiler.balanceinertia) {
    const Real mean = (body.inertia[0] + body.inertia[1] + body.inertia[2]) / 3;
    body.inertia = {mean, mean, mean};
  } else {
    refuse(diagnostics, "body", *body.spec,
           "no distribution of mass has these principal inertias: one exceeds the sum of the others",
           "correct them, or set balanceinertia=\"true\" in compiler to use their mean");
  }
}

void weigh_body(const Spec& spec, const Draft& draft, DraftBody& body, Diagnostics& diagnostics) {
  const spec::Compiler& compiler = spec.compiler_of(*body.spec);
  const bool written = body.spec->inertial.present;
  if (written) take_as_written(spec, body, diagnostics);
  const int rule = *compiler.inertiafromgeom;
  const std::vector<int> geoms =
      rule == mjINERTIAFROMGEOM_TRUE || (rule == mjINERTIAFROMGEOM_AUTO && !written)
          ? geoms_with_mass(draft, body)
          : std::vector<int>{};
  if (!geoms.empty()) take_from_geoms(draft, body, geoms, diagnostics);
  // the oracle's choice for a body without mass: its own pose, although that is in the parent's coordinates
  const bool undefined = (geoms.empty() && !written) || std::isnan(body.inertial.pos[0]);
  if (undefined) body.inertial = body.own_pose;
  bound_and_balance(compiler, body, diagnostics);
}

}  // namespace

const char* join_masses(std::span<const MassPart> parts, MassPart& whole) {
  whole.mass = 0;
  whole.pose.pos = {};
  for (const MassPart& part : parts) {
    whole.mass += part.mass;
    for (int i = 0; i < 3; ++i) whole.pose.pos[i] += part.mass * part.pose.pos[i];
  }
  for (Real& x : whole.pose.pos) x /= whole.mass;
  Mat3<Real> total{};
  for (const MassPart& part : parts) {
    const Mat3<Real> own = turned(part), off = shifted(part.mass, part.pose.pos - whole.pose.pos);
    for (int i = 0; i < 9; ++i) total[i] = total[i] + own[i] + off[i];
  }
  if (std::isnan(total[0])) return nullptr;
  const build::PrincipalAxes axes = build::principal_axes(total);
  whole.inertia = axes.value;
  whole.pose.quat = axes.quat;
  return axes.value[2] < build::kEps ? kNoInertia : nullptr;
}

void weigh_bodies(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  // a URDF can give the world an inertia; its geoms never do
  if (draft.bodies[0].spec->inertial.present) take_as_written(spec, draft.bodies[0], diagnostics);
  for (std::size_t id = 1; id < draft.bodies.size(); ++id)
    weigh_body(spec, draft, draft.bodies[id], diagnostics);
}

}  // namespace corten
