// Mass properties of triangle meshes against those of the solids they bound.
#include "corten/geom/mesh_mass.h"

#include <gtest/gtest.h>

#include <vector>

#include "corten/geom/mesh_normals.h"

namespace corten {
namespace {

// A box with corners at ± half sizes, moved; corner i has bits x, y, z.
struct BoxMesh {
  std::vector<Vec3<Real>> vert;
  std::vector<Triangle> face{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                             {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

  BoxMesh(const Vec3<Real>& half, const Vec3<Real>& at) {
    for (int i = 0; i < 8; ++i)
      vert.push_back({at[0] + (i & 1 ? half[0] : -half[0]), at[1] + (i & 2 ? half[1] : -half[1]),
                      at[2] + (i & 4 ? half[2] : -half[2])});
  }
};

const Vec3<Real> kHalf{1, 2, 3}, kAt{0.5, -4, 2};

TEST(MeshMass, ABoxHasTheMassOfABox) {  // judge: mathematics: m (b² + c²)/3 with half sizes
  const BoxMesh box(kHalf, kAt);
  for (const MassModel model : {MassModel::kSignedVolume, MassModel::kAbsoluteVolume}) {
    const MeshMass mass = mesh_mass(box.vert, box.face, box.face, model);
    EXPECT_EQ(mass.defect, MeshMass::Defect::kNone);
    EXPECT_NEAR(mass.volume, 48, 1e-12);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(mass.center[k], kAt[k], 1e-12);
    const Real expected[3] = {48 * (4 + 9) / 3.0, 48 * (1 + 9) / 3.0, 48 * (1 + 4) / 3.0};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(mass.inertia(i, j), i == j ? expected[i] : 0, 1e-10);
  }
}

TEST(MeshMass, AShellHasTheAreaOfItsFaces) {  // judge: mathematics
  const BoxMesh box(kHalf, kAt);
  EXPECT_NEAR(mesh_mass(box.vert, box.face, box.face, MassModel::kArea).volume, 8 * (2 + 3 + 6), 1e-12);
}

TEST(MeshMass, AFlatMeshHasNoVolume) {  // judge: mathematics
  const BoxMesh flat({1, 2, 0}, {});
  EXPECT_NE(mesh_mass(flat.vert, flat.face, flat.face, MassModel::kSignedVolume).defect,
            MeshMass::Defect::kNone);
}

TEST(MeshMass, TheEquivalentBoxOfABoxIsItself) {  // judge: mathematics
  const Vec3<Real> half = equivalent_box({48 * 13 / 3.0, 48 * 10 / 3.0, 48 * 5 / 3.0}, 48);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(half[k], kHalf[k], 1e-12);
}

TEST(MeshMass, ATriangleHasHalfTheAreaOfItsParallelogram) {  // judge: hand value
  const TriangleSurface surface = triangle_surface({0, 0, 1}, {2, 0, 1}, {0, 3, 1});
  EXPECT_NEAR(surface.area, 3, 1e-15);
  EXPECT_NEAR(surface.normal[2], 1, 1e-15);
  EXPECT_NEAR(surface.center[0], 2 / 3.0, 1e-15);
}

TEST(MeshNormals, SharpCornersOfABoxPointAlongTheDiagonalOnlyWhenSmooth) {  // judge: symmetry
  const BoxMesh cube({1, 1, 1}, {});
  const std::vector<Vec3<float>> smooth = vertex_normals(cube.vert, cube.face, true);
  for (std::size_t i = 0; i < 8; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_GT(static_cast<Real>(smooth[i][k]) * cube.vert[i][k], 0) << i;
}

}  // namespace
}  // namespace corten
