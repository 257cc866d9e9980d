// Shapes of URDF links: materials by name, primitives and mesh files.
#include <algorithm>

#include "corten/asset/path.h"
#include "corten/mjcf/attribute.h"
#include "corten/mjcf/urdf_parts.h"

namespace corten::mjcf::urdf {

using spec::Real3;

// Colours by name: the first definition anywhere that has one.
void Shapes::collect_materials(const XmlElement& element) {
  for (const XmlElement& inner : element.children) {
    if (inner.name == "material") {
      const std::string* name = inner.find("name");
      const XmlElement* color = child(inner, "color", issues_);
      Color rgba{};
      if (name && color && read_color(*color, rgba)) colors_.emplace(*name, rgba);
    } else {
      collect_materials(inner);
    }
  }
}

bool Shapes::read_color(const XmlElement& color, Color& rgba) {
  Real values[4];
  if (!numbers(color, "rgba", values, 4, issues_, true)) return false;
  for (int i = 0; i < 4; ++i) rgba[i] = static_cast<float>(values[i]);
  return true;
}

void Shapes::read(const XmlElement& link, spec::Body& body) {
  std::string name;
  Color rgba = spec::kGrey;
  for (const XmlElement& shape : link.children) {
    if (shape.name == "visual" || shape.name == "collision") read_shape(shape, name, rgba, body);
  }
}

void Shapes::read_shape(const XmlElement& element, std::string& name, Color& rgba, spec::Body& body) {
  if (const std::string* own = element.find("name")) name = *own;
  const bool visual = element.name == "visual";
  if (visual) read_material(element, rgba);
  if (visual && *context_.spec.compiler.discardvisual) return;
  spec::Geom& geom = body.geoms.add();
  geom.classname = "main";
  geom.place = element.place();
  if (const auto origin = read_origin(element, issues_)) {
    geom.pos = origin->pos;
    geom.quat = origin->quat;
  }
  if (const XmlElement* geometry = child(element, "geometry", issues_, true)) read_geometry(*geometry, geom);
  geom.rgba = rgba;
  geom.contype = visual ? 0 : 1;
  geom.conaffinity = visual ? 0 : 1;
  geom.group = visual ? 1 : 0;
  if (visual) geom.density = 0.0;
  if (name.empty()) return;
  if (geom_names_.insert(name).second) {
    geom.name = name;
  } else {
    issues_.warning(element, "repeated geom name '" + name + "' dropped");
  }
}

void Shapes::read_material(const XmlElement& visual, Color& rgba) {
  const XmlElement* material = child(visual, "material", issues_);
  if (!material) return;
  const std::string* name = require(*material, "name", issues_);
  if (const XmlElement* color = child(*material, "color", issues_)) {
    read_color(*color, rgba);
  } else if (name && colors_.contains(*name)) {
    rgba = colors_[*name];
  }
}

struct Shapes::Kind {
  std::string_view word;
  int type;
  void (Shapes::*read)(const XmlElement& element, spec::Geom& geom);
};

// The first shape of this list that is given counts.
void Shapes::read_geometry(const XmlElement& geometry, spec::Geom& geom) {
  static constexpr Kind kKinds[] = {{"box", mjGEOM_BOX, &Shapes::read_box},
                                    {"cylinder", mjGEOM_CYLINDER, &Shapes::read_round},
                                    {"sphere", mjGEOM_SPHERE, &Shapes::read_sphere},
                                    {"capsule", mjGEOM_CAPSULE, &Shapes::read_round},
                                    {"mesh", mjGEOM_MESH, &Shapes::read_mesh}};
  for (const Kind& kind : kKinds)
    if (const XmlElement* element = child(geometry, kind.word, issues_)) {
      geom.type = kind.type;
      return (this->*kind.read)(*element, geom);
    }
  issues_.error(geometry, "has no known shape", "box, cylinder, sphere, capsule or mesh");
  geom.size = Real3{};
}

void Shapes::read_box(const XmlElement& element, spec::Geom& geom) {
  Real3 size{};
  numbers(element, "size", size.data(), 3, issues_, true);
  for (Real& value : size) value /= 2;
  geom.size = size;
}

void Shapes::read_sphere(const XmlElement& element, spec::Geom& geom) {
  Real3 size{};
  numbers(element, "radius", &size[0], 1, issues_, true);
  geom.size = size;
}

void Shapes::read_round(const XmlElement& element, spec::Geom& geom) {
  Real3 size{};
  numbers(element, "radius", &size[0], 1, issues_, true);
  numbers(element, "length", &size[1], 1, issues_, true);
  size[1] /= 2;
  geom.size = size;
}

void Shapes::read_mesh(const XmlElement& element, spec::Geom& geom) {
  const std::string* file = require(element, "filename", issues_);
  Real3 scale{1, 1, 1};
  numbers(element, "scale", scale.data(), 3, issues_);
  if (!file) return;
  const std::string base = base_name_without_extension(*file);
  std::vector<Real3>& scales = scales_[base];
  geom.meshname = base;
  // a scale met before refers to the first mesh, whichever it was, as in the oracle
  if (std::find(scales.begin(), scales.end(), scale) != scales.end()) return;
  if (!scales.empty()) geom.meshname += std::to_string(scales.size());
  scales.push_back(scale);
  spec::Mesh& mesh = context_.spec.meshes.add();
  mesh.name = geom.meshname;
  mesh.classname = "main";
  mesh.file = *context_.spec.compiler.strippath ? base_name(*file) : *file;
  mesh.scale = scale;
  mesh.place = element.place();
}

}  // namespace corten::mjcf::urdf
