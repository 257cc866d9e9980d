#include "corten/mjcf/cable_skin.h"

#include <array>

namespace corten::mjcf {

namespace {

// Two layers of rows × columns vertices.
struct Grid {
  int rows;
  int columns;

  int layer() const { return rows * columns; }
  int at(int row, int column) const { return row * columns + column; }
};

void add_triangle(std::vector<int>& face, int a, int b, int c) { face.insert(face.end(), {a, b, c}); }

// a square of the first layer and the one below it, which looks the other way
void add_squares(const Grid& g, int row, int column, bool second, std::vector<int>& face) {
  const int base = second ? g.layer() : 0;
  const int a = base + g.at(row, column), b = base + g.at(row + 1, column);
  const int c = base + g.at(row + 1, column + 1), d = base + g.at(row, column + 1);
  add_triangle(face, a, second ? c : b, second ? b : c);
  add_triangle(face, a, second ? d : c, second ? c : d);
}

// Closes the rim from vertex `a` to vertex `b` of the first layer.
void add_rim(const Grid& g, int a, int b, bool outward, std::vector<int>& face) {
  const int a2 = a + g.layer(), b2 = b + g.layer();
  add_triangle(face, a, outward ? b2 : b, outward ? b : b2);
  add_triangle(face, a, outward ? a2 : b2, outward ? b2 : a2);
}

std::vector<int> tube_faces(const Grid& g) {
  std::vector<int> face;
  for (const bool second : {false, true})
    for (int row = 0; row + 1 < g.rows; ++row)
      for (int column = 0; column + 1 < g.columns; ++column) add_squares(g, row, column, second, face);
  const int last = g.columns - 1;
  for (int row = 0; row + 1 < g.rows; ++row) add_rim(g, g.at(row, 0), g.at(row + 1, 0), true, face);
  for (int row = 0; row + 1 < g.rows; ++row) add_rim(g, g.at(row, last), g.at(row + 1, last), false, face);
  for (int c = 0; c < last; ++c) add_rim(g, g.at(0, c), g.at(0, c + 1), false, face);
  for (int c = 0; c < last; ++c) add_rim(g, g.at(g.rows - 1, c), g.at(g.rows - 1, c + 1), true, face);
  return face;
}

void add_texcoords(const Grid& g, std::vector<float>& texcoord) {
  for (int i = 0; i < 2 * g.layer(); ++i) {
    const int row = i % g.layer() / g.columns, column = i % g.columns;
    texcoord.push_back(static_cast<float>(row) / static_cast<float>(g.rows - 1));
    texcoord.push_back(static_cast<float>(column) / static_cast<float>(g.columns - 1));
  }
}

std::string bone_body(const CableSkinShape& shape, int point) {
  const std::string place = point == 0 ? "first" : point >= shape.points - 2 ? "last" : std::to_string(point);
  return shape.prefix + "B_" + place;
}

// Bones across the cable, from one side of the boxes to the other, at every point.
void add_bones(const CableSkinShape& shape, int across, spec::Skin& skin) {
  for (int point = 0; point < shape.points; ++point) {
    for (int k = 0; k < across; ++k) {
      const Real side = k == 0 ? -shape.size[1] : k == across - 1 ? shape.size[1] : 0;
      const Real back = point == shape.points - 1 ? -2 * shape.size[0] : 0;
      skin.bodyname.push_back(bone_body(shape, point));
      skin.bindpos.insert(skin.bindpos.end(), {static_cast<float>(back), static_cast<float>(side), 0.0F});
      skin.bindquat.insert(skin.bindquat.end(), {1, 0, 0, 0});
    }
  }
  skin.vertid.resize(skin.bodyname.size());
  skin.vertweight.resize(skin.bodyname.size());
}

// One interval between bones, cut into steps.
struct Interval {
  int index;
  int count;  // of intervals
  int steps;  // per interval

  bool first() const { return index == 0; }
  bool last() const { return !first() && index == count - 1; }
  // vertices that are its own: the last interval has both ends
  int vertices() const { return steps + (index == count - 1 ? 1 : 0); }
};

// Powers of t in the cubic of value at 0, value at 1, slope at 0, slope at 1.
constexpr Real kHermite[4][4] = {{1, 0, 0, 0}, {0, 0, 1, 0}, {-3, 3, -2, -1}, {2, -2, 1, 1}};

// A value or slope at one end of an interval from the bones at −1, 0, 1, 2: slopes are central differences,
// one-sided where there is no bone beyond.
Vec<Real, 4> stencil(const Interval& interval, bool slope, int end) {
  if (!slope) return end == 0 ? Vec<Real, 4>{0, 1, 0, 0} : Vec<Real, 4>{0, 0, 1, 0};
  if (end == 0 ? interval.first() : interval.last()) return {0, -1, 1, 0};
  return end == 0 ? Vec<Real, 4>{-0.5, 0, 0.5, 0} : Vec<Real, 4>{0, -0.5, 0, 0.5};
}

// xⁱ yʲ, multiplied from the left
Real monomial(Real x, int i, Real y, int j) {
  Real product = 1;
  for (int k = 0; k < i; ++k) product *= x;
  for (int k = 0; k < j; ++k) product *= y;
  return product;
}

// Share of a value or slope at a corner in the bicubic at (x, y).
Real corner_share(Real x, Real y, int quantity_x, int quantity_y) {
  Real sum = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum += monomial(x, i, y, j) * (kHermite[i][quantity_x] * kHermite[j][quantity_y]);
  return sum;
}

// Weights of the 4 × 4 bones around a square at the point (x, y) of it. The order of the sums is the
// oracle's, because what it rounds to zero is left out.
std::array<Real, 16> bicubic_weights(const Interval& along, const Interval& across, Real x, Real y) {
  static constexpr int kCorners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::array<Real, 16> weights{};
  for (const bool slope_y : {false, true}) {
    for (const bool slope_x : {false, true}) {
      for (const auto& corner : kCorners) {
        const Real share = corner_share(x, y, (slope_x ? 2 : 0) + corner[0], (slope_y ? 2 : 0) + corner[1]);
        const Vec<Real, 4> a = stencil(along, slope_x, corner[0]), b = stencil(across, slope_y, corner[1]);
        for (int k = 0; k < 16; ++k) weights[static_cast<std::size_t>(k)] += a[k / 4] * b[k % 4] * share;
      }
    }
  }
  return weights;
}

void bind_vertex(int vertex, int layer, int bone, Real weight, spec::Skin& skin) {
  if (weight == 0) return;
  auto& ids = skin.vertid[static_cast<std::size_t>(bone)];
  auto& weights = skin.vertweight[static_cast<std::size_t>(bone)];
  ids.insert(ids.end(), {vertex, vertex + layer});
  weights.insert(weights.end(), 2, static_cast<float>(weight));
}

void bind_square(const Interval& along, const Interval& across, const Grid& g, int columns,
                 spec::Skin& skin) {
  const Real step = 1.0 / along.steps;
  for (int i = 0; i < along.vertices(); ++i) {
    for (int j = 0; j < across.vertices(); ++j) {
      const int vertex = g.at(along.index * along.steps + i, across.index * across.steps + j);
      const std::array<Real, 16> weights = bicubic_weights(along, across, i * step, j * step);
      for (int k = 0; k < 16; ++k) {
        const int bone = (along.index + k / 4 - 1) * columns + across.index + k % 4 - 1;
        bind_vertex(vertex, g.layer(), bone, weights[static_cast<std::size_t>(k)], skin);
      }
    }
  }
}

void bind_subgrid(const Grid& g, int points, int across, int steps, spec::Skin& skin) {
  for (int i = 0; i + 1 < points; ++i)
    for (int j = 0; j + 1 < across; ++j)
      bind_square({i, points - 1, steps}, {j, across - 1, steps}, g, across, skin);
}

}  // namespace

spec::Skin cable_skin(const CableSkinShape& shape) {
  const bool divided = *shape.look.subgrid > 0;
  const int across = divided ? 3 : 2, steps = divided ? 1 + *shape.look.subgrid : 1;
  const Grid grid{(shape.points - 1) * steps + 1, (across - 1) * steps + 1};
  spec::Skin skin;
  skin.name = shape.prefix + "Skin";
  skin.material = shape.look.material;
  skin.rgba = *shape.look.rgba;
  skin.group = *shape.look.group;
  skin.inflate = static_cast<float>(2 * shape.size[2]);
  skin.vert.assign(static_cast<std::size_t>(6 * grid.layer()), 0.0F);
  skin.face = tube_faces(grid);
  if (*shape.look.texcoord) add_texcoords(grid, skin.texcoord);
  add_bones(shape, across, skin);
  if (divided) {
    bind_subgrid(grid, shape.points, across, steps, skin);
  } else {
    for (int i = 0; i < grid.layer(); ++i) bind_vertex(i, grid.layer(), i, 1, skin);
  }
  return skin;
}

}  // namespace corten::mjcf
