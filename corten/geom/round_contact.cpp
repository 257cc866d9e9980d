#include "corten/geom/round_contact.h"

#include <algorithm>
#include <cmath>

namespace corten {

void plane_ball(const Vec3<Real>& point, const Vec3<Real>& normal, const Ball& ball, Real margin,
                ContactPoints& out, const Vec3<Real>& tangent) {
  const Real height = dot(ball.center - point, normal);
  if (height > margin + ball.radius) return;
  const Real dist = height - ball.radius;
  out.add(dist, ball.center + normal * (-dist / 2 - ball.radius), normal, tangent);
}

void ball_ball(const Ball& a, const Vec3<Real>& axis_a, const Ball& b, const Vec3<Real>& axis_b, Real margin,
               ContactPoints& out) {
  const Vec3<Real> difference = a.center - b.center;
  const Real distance_squared = dot(difference, difference);
  const Real reach = margin + a.radius + b.radius;
  if (distance_squared > reach * reach) return;
  const Real dist = std::sqrt(distance_squared) - a.radius - b.radius;
  Vec3<Real> normal = b.center - a.center;
  if (normalize(normal) < kMinVal<Real>) normal = unit(cross(axis_a, axis_b));
  out.add(dist, a.center + normal * (a.radius + dist / 2), normal);
}

namespace {

// The face of the box nearest to a point inside: distance, and the direction from the face into the box.
struct NearestFace {
  Real distance;
  Vec3<Real> inward;
};

NearestFace nearest_face(const Vec3<Real>& point, const Vec3<Real>& size) {
  NearestFace best{2 * (size[0] + size[1] + size[2]), {}};
  int face = 0;
  for (int i = 0; i < 6; ++i) {
    const Real distance = std::abs((i % 2 ? 1 : -1) * size[i / 2] - point[i / 2]);
    if (distance < best.distance) {
      best.distance = distance;
      face = i;
    }
  }
  best.inward[face / 2] = face % 2 ? -1 : 1;
  return best;
}

}  // namespace

void ball_box(const Ball& ball, const Shape& box, Real margin, ContactPoints& out) {
  const Vec3<Real> center = transpose_mul(box.mat, ball.center - box.pos);
  Vec3<Real> clamped;
  for (int i = 0; i < 3; ++i) clamped[i] = std::max(-box.size[i], std::min(box.size[i], center[i]));
  Vec3<Real> direction = clamped - center;
  const Real gap = normalize(direction);
  if (gap - ball.radius > margin) return;

  Real dist;
  Vec3<Real> pos;
  if (gap <= kMinVal<Real>) {
    const NearestFace face = nearest_face(center, box.size);
    direction = face.inward;
    dist = -face.distance - ball.radius;
    pos = center + direction * ((ball.radius - face.distance) / 2);
  } else {
    dist = gap - ball.radius;
    pos = (clamped + (center + direction * ball.radius)) * Real(0.5);
  }
  out.add(dist, box.mat * pos + box.pos, box.mat * direction);
}

}  // namespace corten
