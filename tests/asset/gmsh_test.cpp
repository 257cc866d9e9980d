// Meshes of Gmsh: both versions, as text and as bytes, whole and damaged.
#include "corten/asset/gmsh.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "corten/asset/asset_error.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

const char* const kText22 =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 2 0\n4 0 0 3\n$EndNodes\n"
    "$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n";
const char* const kText41 =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 2 0\n0 0 "
    "3\n$EndNodes\n"
    "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n";

std::string bytes41() {
  using I = std::int64_t;
  return "$MeshFormat\n4.1 1 8\n" + bytes_of<int>({1}) + "\n$EndMeshFormat\n$Nodes\n" +
         bytes_of<I>({1, 4, 1, 4}) + bytes_of<int>({3, 1, 0}) + bytes_of<I>({4, 1, 2, 3, 4}) +
         bytes_of<double>({0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}) + "\n$EndNodes\n$Elements\n" +
         bytes_of<I>({1, 1, 1, 1}) + bytes_of<int>({3, 1, 4}) + bytes_of<I>({1, 1, 1, 2, 3, 4}) +
         "\n$EndElements\n";
}

void expect_tetrahedron(const std::string& bytes) {
  const GmshData mesh = read_gmsh(bytes);
  EXPECT_EQ(mesh.dim, 3);
  ASSERT_EQ(mesh.node.size(), 4u);
  EXPECT_EQ(mesh.node[3], (Vec3<Real>{0, 0, 3}));
  EXPECT_EQ(mesh.element, (std::vector<int>{0, 1, 2, 3}));
}

TEST(Gmsh, ATetrahedronIsTheSameInEveryForm) {  // judge: hand value
  expect_tetrahedron(kText22);
  expect_tetrahedron(kText41);
  expect_tetrahedron(bytes41());
}

TEST(Gmsh, DamagedFilesAreRefusedOrRead) {  // judge: nothing but AssetError may come out
  std::mt19937 random(3);
  for (const std::string& good : {std::string(kText22), std::string(kText41), bytes41()})
    for (int i = 0; i < 3000; ++i) {
      std::string bytes = i % 3 ? good : good.substr(0, random() % good.size());
      for (int k = 0; k < 1 + i % 5 && !bytes.empty(); ++k)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      try {
        read_gmsh(bytes);
      } catch (const AssetError& error) {
        EXPECT_NE(std::string(error.what()), "");
      }
    }
}

TEST(Gmsh, OddNumbersHaveTheOraclesVerdict) {  // judge: oracle
  const std::string file = testing::TempDir() + "corten_odd.msh";
  for (const char* word : {"-1", "+1", "1e0", "0x1", "-0x1p1", "nan", "-nan", "inf", "-inf", "1e", "1x",
                           "1e400", "0xnan", "0x-1", "0x", "--1"}) {
    std::string text(kText41);
    text.replace(text.find("0 0 3"), 5, std::string("0 0 ") + word);
    std::ofstream(file) << text;
    const auto m =
        oracle::load_string("<mujoco><worldbody><flexcomp type='gmsh' name='f' dim='3' mass='1' file='" +
                            file + "'/></worldbody></mujoco>");
    bool ours = true;
    try {
      (void)read_gmsh(text);
    } catch (const AssetError&) {
      ours = false;
    }
    EXPECT_EQ(ours, m != nullptr) << word;
  }
  std::filesystem::remove(file);
}

TEST(Gmsh, HugeCountsAreRefusedBeforeMemoryIsTaken) {  // judge: hand value
  EXPECT_THROW(
      read_gmsh("$MeshFormat\n2.2 0 8\n$Nodes\n2000000000\n1 0 0 0\n$EndNodes\n$Elements\n1\n$EndElements\n"),
      AssetError);
}

}  // namespace
}  // namespace corten
