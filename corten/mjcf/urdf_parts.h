// The parts of a URDF file: what its elements have in common, joints, and the shapes of links.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corten/mjcf/reader.h"

namespace corten::mjcf::urdf {

// The child of that name; more than one is an error, none too if it is required.
const XmlElement* child(const XmlElement& element, std::string_view name, Issues& issues,
                        bool required = false);

// `count` numbers of an attribute into `values`; true if it was there and right.
bool numbers(const XmlElement& element, std::string_view name, Real* values, int count, Issues& issues,
             bool required = false);

// Where an element stands in its parent: <origin xyz rpy>, rpy turning about the fixed axes x, y, z.
struct Origin {
  spec::Real3 pos{};
  Quat<Real> quat = Quat<Real>::identity();
};
// Nothing if the element has none.
std::optional<Origin> read_origin(const XmlElement& element, Issues& issues);

// The joints that move a body against its parent, one, three or none.
void read_joint(const XmlElement& element, spec::Body& body, Issues& issues);

// Reads the visual and collision elements of links into geoms and meshes.
class Shapes {
 public:
  Shapes(const XmlElement& root, Context& context) : context_(context), issues_(context.issues) {
    collect_materials(root);
  }
  void read(const XmlElement& link, spec::Body& body);

 private:
  using Color = Vec<float, 4>;
  struct Kind;

  void collect_materials(const XmlElement& element);
  bool read_color(const XmlElement& color, Color& rgba);
  void read_material(const XmlElement& visual, Color& rgba);
  void read_shape(const XmlElement& element, std::string& name, Color& rgba, spec::Body& body);
  void read_geometry(const XmlElement& geometry, spec::Geom& geom);
  void read_box(const XmlElement& element, spec::Geom& geom);
  void read_sphere(const XmlElement& element, spec::Geom& geom);
  void read_round(const XmlElement& element, spec::Geom& geom);
  void read_mesh(const XmlElement& element, spec::Geom& geom);

  Context& context_;
  Issues& issues_;
  std::map<std::string, Color> colors_;
  std::map<std::string, std::vector<spec::Real3>> scales_;  // of the meshes with a base name
  std::set<std::string> geom_names_;
};

}  // namespace corten::mjcf::urdf
