// Expansion of a flexcomp: points become bodies with slide joints, elements a flex, `edge equality` an
// equality.
#include "corten/mjcf/flexcomp.h"

#include <algorithm>
#include <limits>

#include "corten/asset/asset_error.h"
#include "corten/asset/path.h"
#include "corten/base/client_texts.h"
#include "corten/math/build_frame.h"
#include "corten/mjcf/parts.h"
#include "corten/spec/orientation.h"

namespace corten::mjcf {
namespace {

constexpr int kVertexGeomGroup = 4;
constexpr int kMostNodes = 27;

// ---- checks before and after the generator ----

void check_recipe(const FlexComp& recipe, const spec::Body& parent, bool in_world) {
  if (parent.name.empty() && !in_world) throw AssetError("the body around a flexcomp needs a name");
  if (*recipe.dim < 1 || *recipe.dim > 3)
    throw AssetError("Invalid dim, must be between 1 and 3 (lines, triangles, tetrahedra)");
  for (int k = 0; k < 3; ++k) {
    if ((*recipe.count)[k] < 1) throw AssetError("Count too small: it must be positive");
    if (*recipe.dof == kFlexDofRadial && *recipe.dim == 3 && (*recipe.count)[k] < 2)
      throw AssetError("a radial solid needs counts of at least 2");
  }
  const Real least = 2 * *recipe.radius + *recipe.contact.margin;
  for (int k = 0; k < 3 && !recipe.given_points(); ++k)
    if ((*recipe.spacing)[k] < least)
      throw AssetError("Spacing must be larger than geometry size, 2 radius + margin along every axis");
  for (int k = 0; k < 3; ++k)
    if ((*recipe.scale)[k] < kMinVal<Real>) throw AssetError("Scale must be larger than mjMINVAL, 1e-15");
  if (*recipe.mass < kMinVal<Real> || *recipe.inertiabox < kMinVal<Real>)
    throw AssetError("Mass and inertiabox must be larger than mjMINVAL, 1e-15");
}

void check_shape(const FlexComp& recipe, const FlexShape& shape) {
  if (shape.point.empty() || shape.element.empty())
    throw AssetError(*recipe.type == kFlexMesh ? client_text::kNoFaces : client_text::kNoElements);
  if (recipe.point.size() % 3 && *recipe.type != kFlexMesh) throw AssetError(client_text::kPointSize);
  if (shape.element.size() % static_cast<std::size_t>(shape.dim + 1))
    throw AssetError(client_text::kElementSize);
  for (std::size_t i = 0; i < shape.element.size(); ++i)
    if (const int id = shape.element[i]; id < 0 || id >= shape.points())
      throw AssetError("element " + std::to_string(i) + client_text::kHasPoint + std::to_string(id) +
                       client_text::kNumberOfPoints + std::to_string(shape.points()));
}

File open_file(const FlexComp& recipe, const Context& context) {
  if (recipe.file.empty()) throw AssetError("File is required for this type");
  const std::string name =
      combine_path(*context.spec.compiler.meshdir,
                   *context.spec.compiler.strippath ? base_name(recipe.file) : recipe.file);
  std::optional<File> file = context.vfs.open(context.spec.modelfiledir, name);
  if (!file)
    throw AssetError(client_text::kNoFile + ("'" + recipe.file) + "': it is not there or not readable");
  return *file;
}

// The points and elements of the text, whatever the type: generators add theirs behind, numbered from 0 all
// the same, and a mesh takes the place of the points. So does the oracle.
FlexShape given_shape(const FlexComp& recipe) {
  FlexShape shape;
  for (std::size_t i = 0; i + 2 < recipe.point.size(); i += 3)
    shape.point.push_back({recipe.point[i], recipe.point[i + 1], recipe.point[i + 2]});
  shape.element = recipe.element;
  return shape;
}

FlexShape make_shape(const FlexComp& recipe, const Context& context) {
  FlexShape shape = given_shape(recipe);
  shape.dim = *recipe.dim;
  shape.flatskin = *recipe.flatskin;
  shape.texcoord = recipe.texcoord;
  switch (*recipe.type) {
    case kFlexGrid:
    case kFlexCircle:
      make_flex_lattice(recipe, shape);
      break;
    case kFlexSquare:
    case kFlexDisc:
      make_flex_sheet(recipe, shape);
      break;
    case kFlexMesh:
      make_flex_mesh(recipe, open_file(recipe, context), shape);
      break;
    case kFlexGmsh:
      make_flex_gmsh(recipe, open_file(recipe, context), shape);
      break;
    case kFlexDirect:
      break;
    default:
      make_flex_block(recipe, shape);
  }
  return shape;
}

// ---- placing ----

// Scale first, then the pose; in the frame of the body, whatever frames stand between. By the quaternion as
// it is written: one that is not of unit length stretches the points, as in the oracle.
void place_points(const FlexComp& recipe, const Spec& spec, FlexShape& shape) {
  Quat<Real> quat = *recipe.quat;
  if (const char* wrong = spec::resolve_orientation(recipe.alt, spec.compiler, quat)) throw AssetError(wrong);
  for (Vec3<Real>& p : shape.point) {
    for (int k = 0; k < 3 && recipe.given_points(); ++k) p[k] *= (*recipe.scale)[k];
    p = rotate(quat, p) + *recipe.pos;
  }
}

struct Box {
  Vec3<Real> low, high;
};

Box bounds(const std::vector<Vec3<Real>>& points) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  Box box{{kMax, kMax, kMax}, {-kMax, -kMax, -kMax}};
  for (const Vec3<Real>& p : points)
    for (int k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], p[k]);
      box.high[k] = std::max(box.high[k], p[k]);
    }
  return box;
}

// Removes points that no element uses, together with their pins and their entries of texcoord.
void drop_unused(FlexShape& shape, std::vector<char>& pinned) {
  std::vector<char> used(shape.point.size(), 0);
  for (const int id : shape.element) used[static_cast<std::size_t>(id)] = 1;
  if (std::all_of(used.begin(), used.end(), [](char u) { return u != 0; })) return;
  const bool textured = !shape.texcoord.empty();
  std::vector<int> number(shape.point.size(), -1);
  FlexShape kept = shape;
  kept.point.clear();
  kept.texcoord.clear();
  std::vector<char> kept_pins;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    number[i] = kept.points();
    kept.point.push_back(shape.point[i]);
    kept_pins.push_back(pinned[i]);
    if (textured && 2 * i + 1 < shape.texcoord.size())
      kept.texcoord.insert(kept.texcoord.end(), {shape.texcoord[2 * i], shape.texcoord[2 * i + 1]});
  }
  if (textured &&
      shape.texcoord.size() > 2 * used.size())  // indexed per corner: entries beyond the points stay
    kept.texcoord.insert(kept.texcoord.end(),
                         shape.texcoord.begin() + static_cast<std::ptrdiff_t>(2 * used.size()),
                         shape.texcoord.end());
  for (int& id : kept.element) id = number[static_cast<std::size_t>(id)];
  shape = std::move(kept);
  pinned = std::move(kept_pins);
}

// ---- what is added to the model ----

class Expansion {
 public:
  // box: around all points, those that no element uses among them
  Expansion(const FlexComp& recipe, FlexShape shape, const Box& box, std::vector<char> pinned,
            spec::Body& parent, Context& context)
      : recipe_(recipe),
        shape_(std::move(shape)),
        box_(box),
        pinned_(std::move(pinned)),
        parent_(parent),
        class_(*class_of(parent, context)),
        context_(context) {}

  void add(bool rigid, bool none_pinned) {
    spec::Flex& flex = context_.spec.flexes.add(flex_values());
    if (rigid) {
      flex.vertbody = {parent_name()};
      flex.vert = coordinates(shape_.point);
      return;
    }
    if (recipe_.interpolated()) {
      add_nodes(flex, none_pinned);
    } else {
      add_vertices(flex, none_pinned);
    }
    if (*recipe_.equality) add_equality();
  }

 private:
  static const spec::Default* class_of(const spec::Body& parent, const Context& context) {
    const spec::Default* found = context.spec.defaults.find(parent.childclass);
    return found ? found : &context.spec.defaults;
  }

  std::string parent_name() const { return &parent_ == &context_.spec.world ? "world" : parent_.name; }

  static std::vector<Real> coordinates(const std::vector<Vec3<Real>>& points) {
    std::vector<Real> all;
    for (const Vec3<Real>& p : points) all.insert(all.end(), p.begin(), p.end());
    return all;
  }

  spec::Flex flex_values() {
    spec::Flex flex;
    flex.name = recipe_.name;
    flex.place = recipe_.place;
    flex.contact = recipe_.contact;
    flex.elasticity = recipe_.elasticity;
    flex.edgestiffness = recipe_.edgestiffness;
    flex.edgedamping = recipe_.edgedamping;
    flex.dim = shape_.dim;
    flex.radius = recipe_.radius;
    if (shape_.flatskin) flex.flatskin = true;
    flex.group = recipe_.group;
    flex.material = recipe_.material;
    flex.rgba = recipe_.rgba;
    flex.elem = shape_.element;
    flex.texcoord = shape_.texcoord;
    flex.elemtexcoord = shape_.elemtexcoord;
    return flex;
  }

  spec::Body& add_body(const std::string& name, const Vec3<Real>& pos, Real mass) {
    spec::Body& body = parent_.bodies.add();
    body.name = name;
    body.place = recipe_.place;
    body.classname = body.childclass = class_.name;
    body.pos = pos;
    body.inertial.present = true;
    body.inertial.pos = Vec3<Real>{};
    body.inertial.mass = mass;
    const Real box = *recipe_.inertiabox, inertia = mass * (2.0 * box * box) / 3.0;
    body.inertial.diaginertia = Vec3<Real>{inertia, inertia, inertia};
    body.plugin = recipe_.plugin;
    return body;
  }

  void add_slide(const Vec3<Real>& axis, spec::Body& body) {
    spec::Joint& joint = body.joints.add(class_.joint);
    joint.classname = class_.name;
    joint.place = recipe_.place;
    joint.type = int{mjJNT_SLIDE};
    joint.pos = Vec3<Real>{};
    joint.axis = axis;
  }
  void add_slides(spec::Body& body) {
    for (int k = 0; k < 3; ++k) {
      Vec3<Real> axis{};
      axis[k] = 1;
      add_slide(axis, body);
    }
  }

  spec::Geom* add_geom(spec::Body& body) {
    if (!*recipe_.contact.vertcollide) return nullptr;
    spec::Geom& geom = body.geoms.add(class_.geom);
    geom.classname = class_.name;
    geom.place = recipe_.place;
    geom.type = int{mjGEOM_SPHERE};
    (*geom.size)[0] = *recipe_.radius;
    geom.size.set = true;
    return &geom;
  }

  void add_vertices(spec::Flex& flex, bool none_pinned) {
    const Real mass = *recipe_.mass / shape_.points();
    std::vector<Vec3<Real>> local;
    for (int i = 0; i < shape_.points(); ++i) {
      const Vec3<Real>& p = shape_.point[static_cast<std::size_t>(i)];
      const bool fixed = pinned_[static_cast<std::size_t>(i)];
      local.push_back(fixed ? p : Vec3<Real>{});
      if (fixed) {
        flex.vertbody.push_back(parent_name());
        continue;
      }
      spec::Body& body = add_body(recipe_.name + "_" + std::to_string(i), p, mass);
      flex.vertbody.push_back(body.name);
      if (*recipe_.dof == kFlexDofRadial) {
        Vec3<Real> axis = p;
        build::normalize(axis);
        add_slide(axis, body);
      } else {
        add_slides(body);
      }
      if (spec::Geom* geom = add_geom(body)) geom->group = kVertexGeomGroup;
    }
    if (!none_pinned) flex.vert = coordinates(local);
  }

  bool node_pinned(std::size_t id) const { return id < pinned_.size() && pinned_[id]; }

  // Nodes on a lattice over the box of the points, x slowest.
  void add_nodes(spec::Flex& flex, bool none_pinned) {
    const int order = *recipe_.dof == kFlexDofTrilinear ? 1 : 2;
    static constexpr Real kShare[3] = {1.0 / 6, 2.0 / 3, 1.0 / 6};  // of a quadratic's end, middle, end
    std::vector<Vec3<Real>> local;
    for (int i = 0; i <= order; ++i)
      for (int j = 0; j <= order; ++j)
        for (int k = 0; k <= order; ++k) {
          const int at[3] = {i, j, k};
          Vec3<Real> p;
          for (int a = 0; a < 3; ++a)
            p[a] = box_.low[a] + static_cast<Real>(at[a]) / order * (box_.high[a] - box_.low[a]);
          const bool fixed = node_pinned(local.size());
          local.push_back(fixed ? p : Vec3<Real>{});
          if (fixed) {
            flex.nodebody.push_back(parent_name());
            continue;
          }
          const Real mass =
              order == 1 ? *recipe_.mass / 8 : *recipe_.mass * kShare[i] * kShare[j] * kShare[k];
          spec::Body& body = add_body(
              recipe_.name + "_" + std::to_string(i) + "_" + std::to_string(j) + "_" + std::to_string(k), p,
              mass);
          flex.nodebody.push_back(body.name);
          add_slides(body);
          add_geom(body);
        }
    if (!none_pinned) flex.node = coordinates(local);
    flex.vertbody.assign(shape_.point.size(), parent_name());
    flex.vert = coordinates(shape_.point);
  }

  void add_equality() {
    spec::Equality& equality = context_.spec.equalities.add();
    equality.place = recipe_.place;
    equality.classname = "main";
    equality.type = *recipe_.equality == 1 ? int{mjEQ_FLEX} : int{mjEQ_FLEXVERT};
    equality.active = true;
    equality.name1 = recipe_.name;
    equality.solref = recipe_.solref;
    equality.solimp = recipe_.solimp;
  }

  const FlexComp& recipe_;
  FlexShape shape_;
  Box box_;
  std::vector<char> pinned_;  // by point, or by node of an interpolated flex
  spec::Body& parent_;
  const spec::Default& class_;
  Context& context_;
};

// What a generator would make; given points have been paid for with their text or file.
double lattice_points(const FlexComp& recipe) {
  const auto& count = *recipe.count;
  return recipe.given_points() ? 0 : static_cast<double>(count[0]) * count[1] * count[2];
}

void expand(const XmlElement& element, FlexComp& recipe, spec::Body& parent, Context& context) {
  check_recipe(recipe, parent, &parent == &context.spec.world);
  context.draw(lattice_points(recipe), {0, 0, 500}, element);
  FlexShape shape = make_shape(recipe, context);
  check_shape(recipe, shape);
  place_points(recipe, context.spec, shape);
  const Box box = bounds(shape.point);
  check_pins(recipe, shape.dim);
  bool rigid = *recipe.rigid, none_pinned = false;
  std::vector<char> pinned(shape.point.size(), 0);
  if (!rigid) {
    pinned = pinned_points(recipe, shape.dim, shape.points());
    if (*recipe.dof == kFlexDofRadial) pinned[0] = 1;
    rigid = std::all_of(pinned.begin(), pinned.end(), [](char p) { return p != 0; });
    none_pinned = std::none_of(pinned.begin(), pinned.end(), [](char p) { return p != 0; });
  }
  if (recipe.given_points()) drop_unused(shape, pinned);
  const std::int64_t bodies = rigid ? 0 : recipe.interpolated() ? kMostNodes : shape.points();
  context.draw(1, {bodies, 5 * bodies, 6000.0 * static_cast<double>(bodies)}, element);
  share_plugin(recipe.plugin, "flexcomp_" + recipe.name, context);
  Expansion(recipe, std::move(shape), box, std::move(pinned), parent, context).add(rigid, none_pinned);
}

}  // namespace

void expand_flexcomp(const XmlElement& element, FlexComp& recipe, spec::Body& parent, Context& context) {
  try {
    expand(element, recipe, parent, context);
  } catch (const AssetError& wrong) {
    context.issues.error(element, wrong.what());
  } catch (const std::bad_alloc&) {
    context.issues.error(element, "not enough memory");
  }
}

}  // namespace corten::mjcf
