#include "corten/geom/marching_cubes.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace corten {
namespace {

// Triangles of a cell by which of its corners are inside (bit 0 at the origin, then x, y, xy, z, …): from the
// lowest four bits up, their number and the edges their vertices lie on. Edges 0–3 run along x, 4–7 along y,
// 8–11 along z. The table of MarchingCubeCpp (public domain), so that triangles are those of the oracle.
// clang-format off
constexpr std::uint64_t kTriangles[256] = {
    0u, 33793u, 36945u, 159668546u,
    18961u, 144771090u, 5851666u, 595283255635u,
    20913u, 67640146u, 193993474u, 655980856339u,
    88782242u, 736732689667u, 797430812739u, 194554754u,
    26657u, 104867330u, 136709522u, 298069416227u,
    109224258u, 8877909667u, 318136408323u, 1567994331701604u,
    189884450u, 350847647843u, 559958167731u, 3256298596865604u,
    447393122899u, 651646838401572u, 2538311371089956u, 737032694307u,
    29329u, 43484162u, 91358498u, 374810899075u,
    158485010u, 178117478419u, 88675058979u, 433581536604804u,
    158486962u, 649105605635u, 4866906995u, 3220959471609924u,
    649165714851u, 3184943915608436u, 570691368417972u, 595804498035u,
    124295042u, 431498018963u, 508238522371u, 91518530u,
    318240155763u, 291789778348404u, 1830001131721892u, 375363605923u,
    777781811075u, 1136111028516116u, 3097834205243396u, 508001629971u,
    2663607373704004u, 680242583802939237u, 333380770766129845u, 179746658u,
    42545u, 138437538u, 93365810u, 713842853011u,
    73602098u, 69575510115u, 23964357683u, 868078761575828u,
    28681778u, 713778574611u, 250912709379u, 2323825233181284u,
    302080811955u, 3184439127991172u, 1694042660682596u, 796909779811u,
    176306722u, 150327278147u, 619854856867u, 1005252473234484u,
    211025400963u, 36712706u, 360743481544788u, 150627258963u,
    117482600995u, 1024968212107700u, 2535169275963444u, 4734473194086550421u,
    628107696687956u, 9399128243u, 5198438490361643573u, 194220594u,
    104474994u, 566996932387u, 427920028243u, 2014821863433780u,
    492093858627u, 147361150235284u, 2005882975110676u, 9671606099636618005u,
    777701008947u, 3185463219618820u, 482784926917540u, 2900953068249785909u,
    1754182023747364u, 4274848857537943333u, 13198752741767688709u, 2015093490989156u,
    591272318771u, 2659758091419812u, 1531044293118596u, 298306479155u,
    408509245114388u, 210504348563u, 9248164405801223541u, 91321106u,
    2660352816454484u, 680170263324308757u, 8333659837799955077u, 482966828984116u,
    4274926723105633605u, 3184439197724820u, 192104450u, 15217u,
    45937u, 129205250u, 129208402u, 529245952323u,
    169097138u, 770695537027u, 382310500883u, 2838550742137652u,
    122763026u, 277045793139u, 81608128403u, 1991870397907988u,
    362778151475u, 2059003085103236u, 2132572377842852u, 655681091891u,
    58419234u, 239280858627u, 529092143139u, 1568257451898804u,
    447235128115u, 679678845236084u, 2167161349491220u, 1554184567314086709u,
    165479003923u, 1428768988226596u, 977710670185060u, 10550024711307499077u,
    1305410032576132u, 11779770265620358997u, 333446212255967269u, 978168444447012u,
    162736434u, 35596216627u, 138295313843u, 891861543990356u,
    692616541075u, 3151866750863876u, 100103641866564u, 6572336607016932133u,
    215036012883u, 726936420696196u, 52433666u, 82160664963u,
    2588613720361524u, 5802089162353039525u, 214799000387u, 144876322u,
    668013605731u, 110616894681956u, 1601657732871812u, 430945547955u,
    3156382366321172u, 7644494644932993285u, 3928124806469601813u, 3155990846772900u,
    339991010498708u, 10743689387941597493u, 5103845475u, 105070898u,
    3928064910068824213u, 156265010u, 1305138421793636u, 27185u,
    195459938u, 567044449971u, 382447549283u, 2175279159592324u,
    443529919251u, 195059004769796u, 2165424908404116u, 1554158691063110021u,
    504228368803u, 1436350466655236u, 27584723588724u, 1900945754488837749u,
    122971970u, 443829749251u, 302601798803u, 108558722u,
    724700725875u, 43570095105972u, 2295263717447940u, 2860446751369014181u,
    2165106202149444u, 69275726195u, 2860543885641537797u, 2165106320445780u,
    2280890014640004u, 11820349930268368933u, 8721082628082003989u, 127050770u,
    503707084675u, 122834978u, 2538193642857604u, 10129u,
    801441490467u, 2923200302876740u, 1443359556281892u, 2901063790822564949u,
    2728339631923524u, 7103874718248233397u, 12775311047932294245u, 95520290u,
    2623783208098404u, 1900908618382410757u, 137742672547u, 2323440239468964u,
    362478212387u, 727199575803140u, 73425410u, 34337u,
    163101314u, 668566030659u, 801204361987u, 73030562u,
    591509145619u, 162574594u, 100608342969108u, 5553u,
    724147968595u, 1436604830452292u, 176259090u, 42001u,
    143955266u, 2385u, 18433u, 0u,
};
// clang-format on

class Surface {
 public:
  Surface(std::span<const float> field, int nx, int ny, int nz) : field_(field), nx_(nx), ny_(ny), nz_(nz) {
    slabs_.resize(2 * static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny));
  }

  GridSurface extract() {
    for (int z = 0; z + 1 < nz_; ++z)
      for (int y = 0; y + 1 < ny_; ++y)
        for (int x = 0; x + 1 < nx_; ++x) visit({x, y, z});
    for (Vec3<float>& n : out_.normal) {
      const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      n = {n[0] / length, n[1] / length, n[2] / length};
    }
    return std::move(out_);
  }

 private:
  using Point = Vec<int, 3>;

  static Point corner(const Point& cell, int j) {
    return {cell[0] + (j & 1), cell[1] + (j >> 1 & 1), cell[2] + (j >> 2 & 1)};
  }
  float value(const Point& p) const {
    return field_[(static_cast<std::size_t>(p[2]) * static_cast<std::size_t>(ny_) +
                   static_cast<std::size_t>(p[1])) *
                      static_cast<std::size_t>(nx_) +
                  static_cast<std::size_t>(p[0])];
  }
  // vertices on the three edges that start at a point; kept for two layers
  std::array<int, 3>& edges_at(const Point& p) {
    const auto nx = static_cast<std::size_t>(nx_), ny = static_cast<std::size_t>(ny_);
    return slabs_[nx * ny * static_cast<std::size_t>(p[2] % 2) + static_cast<std::size_t>(p[1]) * nx +
                  static_cast<std::size_t>(p[0])];
  }

  // The first corner of the edges of a cell along each axis.
  static constexpr int kEdgeStarts[3][4] = {{0, 2, 4, 6}, {0, 1, 4, 5}, {0, 1, 2, 3}};

  // Edges on faces towards smaller indices were visited with an earlier cell, where there is one.
  static bool is_new(const Point& cell, int start, int axis) {
    for (int k = 0; k < 3; ++k)
      if (k != axis && !(start >> k & 1) && cell[k] > 0) return false;
    return true;
  }

  void visit(const Point& cell) {
    int inside = 0;
    for (int j = 0; j < 8; ++j) inside |= (value(corner(cell, j)) < 0) << j;
    if (inside == 0 || inside == 255) return;
    int vertex[12];
    for (int axis = 0; axis < 3; ++axis)
      for (const int start : kEdgeStarts[axis])
        if (is_new(cell, start, axis)) cut(corner(cell, start), axis);
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < 4; ++i)
        vertex[4 * axis + i] = edges_at(corner(cell, kEdgeStarts[axis][i]))[static_cast<std::size_t>(axis)];
    std::uint64_t code = kTriangles[inside];
    const int count = static_cast<int>(code & 15);
    for (int i = 0; i < count; ++i) {
      Triangle face;
      for (int& v : face.e) v = vertex[(code >>= 4) & 15];
      add(face);
    }
  }

  // A vertex where the field changes sign between a point and the next along an axis.
  void cut(const Point& from, int axis) {
    Point to = from;
    ++to[axis];
    const float a = value(from), b = value(to);
    if ((a < 0) == (b < 0)) return;
    Vec3<float> v{static_cast<float>(from[0]), static_cast<float>(from[1]), static_cast<float>(from[2])};
    v[axis] += a / (a - b);
    edges_at(from)[static_cast<std::size_t>(axis)] = static_cast<int>(out_.vert.size());
    out_.vert.push_back(v);
    out_.normal.push_back({});
  }

  void add(const Triangle& face) {
    const auto at = [&](int k) { return out_.vert[static_cast<std::size_t>(face[k])]; };
    const Vec3<float> ab = at(0) - at(1), cb = at(2) - at(1);
    const Vec3<float> normal = cross(cb, ab);
    for (const int v : face.e) out_.normal[static_cast<std::size_t>(v)] += normal;
    out_.face.push_back(face);
  }

  std::span<const float> field_;
  int nx_, ny_, nz_;
  std::vector<std::array<int, 3>> slabs_;
  GridSurface out_;
};

}  // namespace

GridSurface marching_cubes(std::span<const float> field, int nx, int ny, int nz) {
  return Surface(field, nx, ny, nz).extract();
}

}  // namespace corten
