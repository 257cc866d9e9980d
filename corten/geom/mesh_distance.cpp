#include "corten/geom/mesh_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace corten {
namespace {

Vec3<Real> quotient(const Vec3<Real>& v, Real s) { return {v[0] / s, v[1] / s, v[2] / s}; }
Vec3<Real> direction(const Vec3<Real>& v) { return quotient(v, norm(v)); }

Real angle(const Vec3<Real>& at, const Vec3<Real>& a, const Vec3<Real>& b) {
  return std::acos(dot(direction(a - at), direction(b - at)));
}

}  // namespace

MeshDistance::MeshDistance(std::span<const Vec3<Real>> vert, std::span<const Triangle> face)
    : vert_(vert), face_(face) {
  std::vector<int> faces(face.size());
  for (std::size_t i = 0; i < faces.size(); ++i) faces[i] = static_cast<int>(i);
  nodes_.reserve(2 * faces.size());
  nodes_.emplace_back();
  build(0, faces, 0, static_cast<int>(faces.size()));
  find_normals();
}

void MeshDistance::find_normals() {
  std::unordered_map<std::uint64_t, Vec3<Real>> edges;
  const auto key = [&](int i, int j) {
    return static_cast<std::uint64_t>(std::min(i, j)) * vert_.size() +
           static_cast<std::uint64_t>(std::max(i, j));
  };
  const auto at = [&](int vertex) -> const Vec3<Real>& { return vert_[static_cast<std::size_t>(vertex)]; };
  vertex_normal_.assign(vert_.size(), {});
  for (const Triangle& f : face_) {
    const Vec3<Real>&a = at(f[0]), &b = at(f[1]), &c = at(f[2]);
    const Vec3<Real> normal = direction(cross(b - a, c - a));
    face_normal_.push_back(normal);
    vertex_normal_[static_cast<std::size_t>(f[0])] += angle(a, b, c) * normal;
    vertex_normal_[static_cast<std::size_t>(f[1])] += angle(b, a, c) * normal;
    vertex_normal_[static_cast<std::size_t>(f[2])] += angle(c, b, a) * normal;
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {0, 2}}) edges[key(f[i], f[j])] += normal;
  }
  for (const Triangle& f : face_)
    edge_normal_.push_back({edges[key(f[0], f[1])], edges[key(f[1], f[2])], edges[key(f[0], f[2])]});
}

// Sphere about the mean of the vertices, and along which axis they spread most.
MeshDistance::Sphere MeshDistance::bound(std::span<const int> faces, int& longest) const {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  Vec3<Real> low{kMax, kMax, kMax}, high{-kMax, -kMax, -kMax};
  Sphere ball;
  const auto each_vertex = [&](auto&& fn) {
    for (const int f : faces)
      for (const int v : face_[static_cast<std::size_t>(f)].e) fn(vert_[static_cast<std::size_t>(v)]);
  };
  each_vertex([&](const Vec3<Real>& p) {
    ball.center += p;
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
  });
  ball.center = quotient(ball.center, static_cast<Real>(3 * faces.size()));
  each_vertex([&](const Vec3<Real>& p) {
    const Vec3<Real> r = ball.center - p;
    ball.radius = std::max(ball.radius, dot(r, r));
  });
  ball.radius = std::sqrt(ball.radius);
  const Vec3<Real> extent = high - low;
  longest = static_cast<int>(std::max_element(extent.e, extent.e + 3) - extent.e);
  return ball;
}

MeshDistance::Sphere MeshDistance::build(int node, std::vector<int>& faces, int begin, int end) {
  int axis = 0;
  const std::span<int> part(faces.data() + begin, static_cast<std::size_t>(end - begin));
  const Sphere ball = bound(part, axis);
  if (part.size() == 1) {
    nodes_[static_cast<std::size_t>(node)].right = part[0];
    return ball;
  }
  const auto first_vertex = [&](int f) {
    return vert_[static_cast<std::size_t>(face_[static_cast<std::size_t>(f)][0])][axis];
  };
  std::ranges::sort(part, {}, first_vertex);
  const int middle = (begin + end) / 2;
  const auto grow = [&](int first, int last, int Node::*child, Sphere Node::*sphere) {
    const int id = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    const Sphere found = build(id, faces, first, last);
    nodes_[static_cast<std::size_t>(node)].*child = id;
    nodes_[static_cast<std::size_t>(node)].*sphere = found;
  };
  grow(begin, middle, &Node::left, &Node::left_ball);
  grow(middle, end, &Node::right, &Node::right_ball);
  return ball;
}

// Ericson, Real-Time Collision Detection, 5.1.5: vertices, then edges, then the inside.
MeshDistance::Nearest MeshDistance::nearest_of(const Vec3<Real>& p, const Vec3<Real>& a, const Vec3<Real>& b,
                                               const Vec3<Real>& c, Real& squared) {
  const auto result = [&](Feature feature, const Vec3<Real>& point) {
    const Vec3<Real> r = p - point;
    squared = dot(r, r);
    return Nearest{0, point, 0, feature};
  };
  const Vec3<Real> ab = b - a, ac = c - a, bc = c - b;
  const Real from_a = dot(p - a, ab), from_b = dot(p - b, a - b);
  const Real along_ac = dot(p - a, ac), from_c = dot(p - c, a - c);
  if (from_a <= 0 && along_ac <= 0) return result(kVertex0, a);
  const Real along_bc = dot(p - b, bc), along_cb = dot(p - c, b - c);
  if (from_b <= 0 && along_bc <= 0) return result(kVertex1, b);
  if (from_c <= 0 && along_cb <= 0) return result(kVertex2, c);
  const Vec3<Real> n = cross(ab, ac);
  const auto on_edge = [&](Feature feature, Real first, Real second, const Vec3<Real>& u,
                           const Vec3<Real>& v) {
    const Real arc = first / (first + second);
    return result(feature, (1 - arc) * u + arc * v);
  };
  const Real vc = dot(n, cross(a - p, b - p));
  if (vc <= 0 && from_a >= 0 && from_b >= 0) return on_edge(kEdge01, from_a, from_b, a, b);
  const Real va = dot(n, cross(b - p, c - p));
  if (va <= 0 && along_bc >= 0 && along_cb >= 0) return on_edge(kEdge12, along_bc, along_cb, b, c);
  const Real vb = dot(n, cross(c - p, a - p));
  if (vb <= 0 && along_ac >= 0 && from_c >= 0) return on_edge(kEdge02, along_ac, from_c, a, c);
  const Real u = va / (va + vb + vc), v = vb / (va + vb + vc);
  return result(kFace, u * a + v * b + (1 - u - v) * c);
}

void MeshDistance::search(const Node& node, const Vec3<Real>& point, Nearest& best) const {
  if (node.left < 0) {
    const Triangle& f = face_[static_cast<std::size_t>(node.right)];
    const auto at = [&](int k) -> const Vec3<Real>& { return vert_[static_cast<std::size_t>(f[k])]; };
    Real squared = 0;
    Nearest here = nearest_of(point, at(0), at(1), at(2), squared);
    if (!(squared < best.distance * best.distance)) return;
    here.distance = std::sqrt(squared);
    here.triangle = node.right;
    best = here;
    return;
  }
  const auto gap = [&](const Sphere& ball) { return norm(point - ball.center) - ball.radius; };
  const Real left = gap(node.left_ball), right = gap(node.right_ball);
  const auto visit = [&](Real distance, int child) {
    if (distance < best.distance) search(nodes_[static_cast<std::size_t>(child)], point, best);
  };
  if (left < right) {
    visit(left, node.left);
    visit(right, node.right);
  } else {
    visit(right, node.right);
    visit(left, node.left);
  }
}

Real MeshDistance::operator()(const Vec3<Real>& point) const {
  Nearest best{std::numeric_limits<Real>::max()};
  search(nodes_[0], point, best);
  const auto triangle = static_cast<std::size_t>(best.triangle);
  const Vec3<Real>* normal = &face_normal_[triangle];
  if (best.feature <= kVertex2)
    normal = &vertex_normal_[static_cast<std::size_t>(face_[triangle][best.feature])];
  else if (best.feature < kFace)
    normal = &edge_normal_[triangle][static_cast<std::size_t>(best.feature - kEdge01)];
  return dot(point - best.point, *normal) >= 0 ? best.distance : -best.distance;
}

}  // namespace corten
