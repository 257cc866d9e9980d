// <flexcomp>: the recipe for a flex with its bodies, joints and equality, as written, and the points and
// elements that its generators make of it.
#pragma once

#include <string>
#include <vector>

#include "corten/asset/vfs.h"
#include "corten/mjcf/row.h"
#include "corten/spec/body.h"
#include "corten/spec/flex.h"

namespace corten::mjcf {

struct FlexComp : spec::Node {
  spec::Set<int> type = kFlexGrid;
  spec::Set<int> dim = 2;
  spec::Set<int> dof = kFlexDofFull;
  spec::Set<Vec<int, 3>> count{{10, 10, 10}};
  spec::Set<Vec3<Real>> spacing{{0.02, 0.02, 0.02}};
  spec::Set<Real> radius = 0.005;
  spec::Set<bool> rigid = false;
  spec::Set<Real> mass = 1;
  spec::Set<Real> inertiabox = 0.005;
  spec::Set<Vec3<Real>> scale{{1, 1, 1}};
  spec::Set<Vec3<Real>> origin_point;  // attribute origin
  std::string file;
  std::vector<Real> point;
  std::vector<int> element;
  std::vector<float> texcoord;
  std::string material;
  spec::Set<spec::Rgba> rgba = spec::kGrey;
  spec::Set<bool> flatskin = false;
  spec::Set<int> group = 0;
  spec::Set<Vec3<Real>> pos;
  spec::Set<Quat<Real>> quat = Quat<Real>::identity();
  spec::Orientation alt;
  spec::Set<int> equality = 0;  // edge: 0 false, 1 true, 2 vert
  spec::Set<spec::SolRef> solref = spec::kSolRef;
  spec::Set<spec::SolImp> solimp = spec::kSolImp;
  spec::Set<Real> edgestiffness = 0;
  spec::Set<Real> edgedamping = 0;
  spec::FlexElasticity elasticity;
  spec::FlexContact contact;
  std::vector<int> pinid;         // all <pin> elements, joined
  std::vector<int> pinrange;      // pairs
  std::vector<int> pingrid;       // dim-tuples
  std::vector<int> pingridrange;  // pairs of dim-tuples
  spec::PluginUse plugin;

  // dofs sit at the nodes of a box around the points, which follow by interpolation
  bool interpolated() const { return *dof == kFlexDofTrilinear || *dof == kFlexDofQuadratic; }
  // points come from the user, not from a generator
  bool given_points() const { return *type == kFlexMesh || *type == kFlexGmsh || *type == kFlexDirect; }
};

// What a generator makes: points in the frame of the flexcomp, dim + 1 of them per element.
struct FlexShape {
  int dim = 2;
  bool flatskin = false;
  std::vector<Vec3<Real>> point;
  std::vector<int> element;
  std::vector<float> texcoord;    // two per point, or per entry of elemtexcoord's range
  std::vector<int> elemtexcoord;  // per corner of each element; empty: the points' own

  int points() const { return static_cast<int>(point.size()); }
};

// The generators. Each throws AssetError with what is wrong.
void make_flex_lattice(const FlexComp& recipe, FlexShape& shape);  // grid, circle
void make_flex_sheet(const FlexComp& recipe, FlexShape& shape);    // square, disc
void make_flex_block(const FlexComp& recipe, FlexShape& shape);    // box, cylinder, ellipsoid
void make_flex_mesh(const FlexComp& recipe, const File& file, FlexShape& shape);
void make_flex_gmsh(const FlexComp& recipe, const File& file, FlexShape& shape);

// More points than any model could use: bodies are limited to 65 534, and rigid or interpolated flexes to
// what fits a file of 2 GiB.
inline constexpr int kMaxFlexPoints = 10'000'000;
void check_flex_count(const FlexComp& recipe);

// Whether the numbers of the <pin> elements come in the right portions; also of a rigid flexcomp, whose pins
// do nothing. Throws AssetError.
void check_pins(const FlexComp& recipe, int dim);
// Flags of pinned points (or nodes): those the <pin> elements name. Throws AssetError.
std::vector<char> pinned_points(const FlexComp& recipe, int dim, int points);

struct Context;
struct XmlElement;
// Adds to the model what the recipe makes in this body; what is wrong is reported.
void expand_flexcomp(const XmlElement& element, FlexComp& recipe, spec::Body& parent, Context& context);

}  // namespace corten::mjcf
