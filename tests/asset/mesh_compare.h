// Compares a processed mesh with the one mesh of an oracle model, bit for bit.
#pragma once

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "corten/asset/mesh.h"

namespace corten {

template <class T, class U>
void expect_same_bits(const char* field, const T* ours, size_t count, const U* theirs, size_t their_count) {
  ASSERT_EQ(count, their_count) << field;
  size_t differ = 0;
  for (size_t i = 0; i < count; ++i)
    differ += !(ours[i] == theirs[i] || (ours[i] != ours[i] && theirs[i] != theirs[i]));
  EXPECT_EQ(differ, 0u) << field << ": entries that differ of " << count;
}

template <class V>
auto* numbers(const std::vector<V>& rows) {
  return rows.empty() ? nullptr : rows[0].data();
}

// The model has one mesh, used at density 1 by geom 0 of body 1.
inline void expect_equal(const Mesh& mesh, const mjModel* m) {
  const auto rows = [](const char* field, const auto& ours, const auto* theirs, size_t their_rows) {
    constexpr size_t kWidth = sizeof(ours[0]) / sizeof(*numbers(ours));
    expect_same_bits(field, numbers(ours), kWidth * ours.size(), theirs, kWidth * their_rows);
  };
  const auto list = [](const char* field, const auto& ours, const auto* theirs, size_t their_count) {
    expect_same_bits(field, ours.data(), ours.size(), theirs, their_count);
  };
  rows("mesh_vert", mesh.vert, m->mesh_vert, m->nmeshvert);
  rows("mesh_normal", mesh.normal, m->mesh_normal, m->nmeshnormal);
  rows("mesh_texcoord", mesh.texcoord, m->mesh_texcoord, m->nmeshtexcoord);
  rows("mesh_face", mesh.face, m->mesh_face, m->nmeshface);
  rows("mesh_facenormal", mesh.facenormal, m->mesh_facenormal, m->nmeshface);
  if (m->nmeshtexcoord) rows("mesh_facetexcoord", mesh.facetexcoord, m->mesh_facetexcoord, m->nmeshface);
  list("mesh_graph", mesh.graph, m->mesh_graph, m->nmeshgraph);
  rows("mesh_polynormal", mesh.polynormal, m->mesh_polynormal, m->nmeshpoly);
  list("mesh_polyvertadr", mesh.polygons.vertadr, m->mesh_polyvertadr, m->nmeshpoly);
  list("mesh_polyvertnum", mesh.polygons.vertnum, m->mesh_polyvertnum, m->nmeshpoly);
  list("mesh_polyvert", mesh.polygons.vert, m->mesh_polyvert, m->nmeshpolyvert);
  list("mesh_polymapadr", mesh.polygons.mapadr, m->mesh_polymapadr, m->nmeshvert);
  list("mesh_polymapnum", mesh.polygons.mapnum, m->mesh_polymapnum, m->nmeshvert);
  list("mesh_polymap", mesh.polygons.map, m->mesh_polymap, m->nmeshpolymap);
  expect_same_bits("mesh_pos", mesh.pos.data(), 3, m->mesh_pos, 3);
  expect_same_bits("mesh_quat", mesh.quat.data(), 4, m->mesh_quat, 4);

  const int adr = m->mesh_bvhadr[0], num = m->mesh_bvhnum[0];
  rows("bvh_child", mesh.bvh.child, m->bvh_child + 2 * adr, num);
  list("bvh_nodeid", mesh.bvh.nodeid, m->bvh_nodeid + adr, num);
  list("bvh_depth", mesh.bvh.depth, m->bvh_depth + adr, num);
  expect_same_bits("bvh_aabb", mesh.bvh.aabb[0].center.data(), 6 * mesh.bvh.aabb.size(),
                   m->bvh_aabb + 6 * adr, 6 * num);
  expect_same_bits("body_mass", &mesh.volume, 1, m->body_mass + 1, 1);  // at density 1

  Vec3<Real> size;
  for (int k = 0; k < 3; ++k) size[k] = std::max(std::abs(mesh.lower[k]), std::abs(mesh.upper[k]));
  expect_same_bits("geom_size", size.data(), 3, m->geom_size, 3);
}

}  // namespace corten
