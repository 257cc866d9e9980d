// What single kinds of elements can do: shortcuts of actuators, paths of tendons, shapes of meshes, sizes of
// sensors.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "corten/asset/asset_error.h"
#include "corten/asset/builtin_mesh.h"
#include "corten/mjcf/actuator_shortcuts.h"
#include "corten/model/sensor_kinds.h"
#include "corten/spec/orientation.h"
#include "python/bindings/spec_tree.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// Gives an actuator the values of a shortcut; the names of the parameters are those of MJCF.
void set_shortcut(const Ref& ref, const std::string& kind, const nb::dict& parameters) {
  const mjcf::ActuatorKind& shortcut = *mjcf::find_actuator_kind(kind);
  mjcf::Shortcut values;
  for (const mjcf::Row& row : shortcut.shortcut) {
    const nb::str name(row.name.data(), row.name.size());
    if (!parameters.contains(name)) continue;
    const mjcf::Field field = row.field(&values);
    const auto given = nb::cast<std::vector<double>>(parameters[name]);
    for (std::size_t i = 0; i < given.size() && i < static_cast<std::size_t>(row.count); ++i)
      static_cast<double*>(field.value)[i] = given[i];
    *field.set = true;
  }
  const std::string wrong = shortcut.apply(values, ref->as<spec::Actuator>());
  if (!wrong.empty()) throw nb::value_error(wrong.c_str());
}

Ref add_wrap(const Ref& ref, int type, const std::string& target, const std::string& sidesite, double prm) {
  spec::Tendon& tendon = ref->as<spec::Tendon>();
  if (tendon.path.empty()) tendon.spatial = type != mjWRAP_JOINT;
  ref->tree->compiled = false;
  return ref->tree->ref(tendon.path.add({type, target, sidesite, prm, {}}), ref);
}

std::vector<Ref> path(const Ref& ref) {
  std::vector<Ref> all;
  for (spec::Wrap& wrap : ref->as<spec::Tendon>().path) all.push_back(ref->tree->ref(wrap, ref));
  return all;
}

template <class To, class From>
void flatten(std::vector<To>& to, const std::vector<From>& rows) {
  const auto* first = reinterpret_cast<const To*>(rows.data());
  to.assign(first, first + rows.size() * sizeof(From) / sizeof(To));
}

// Fills a mesh with the numbers of a builtin shape.
void make_mesh(const Ref& ref, int shape, const std::vector<double>& parameters) {
  spec::Mesh& mesh = ref->as<spec::Mesh>();
  try {
    const MeshData data = make_builtin_mesh(static_cast<BuiltinMesh>(shape), parameters);
    flatten(mesh.uservert, data.vert);
    flatten(mesh.usernormal, data.normal);
    flatten(mesh.usertexcoord, data.texcoord);
    flatten(mesh.userface, data.face);
    flatten(mesh.userfacenormal, data.facenormal);
    flatten(mesh.userfacetexcoord, data.facetexcoord);
  } catch (const AssetError& error) {
    throw nb::value_error(error.what());
  }
  if (static_cast<BuiltinMesh>(shape) == BuiltinMesh::kPlate) mesh.inertia = int{mjMESH_INERTIA_SHELL};
}

int sensor_size(const Ref& ref) {
  const spec::Sensor& sensor = ref->as<spec::Sensor>();
  const bool user = sensor.type == mjSENS_USER;
  return static_cast<int>(
      sensor_size(sensor_kind(sensor.type), {.intprm = sensor.intprm, .chosen = user ? *sensor.dim : 0}));
}

std::vector<double> resolve_orientation(bool degree, const std::string& sequence, const Ref& ref) {
  spec::Compiler compiler;
  compiler.degree = degree ? 1 : 0;
  compiler.eulerseq = sequence;
  Quat<Real> quat = Quat<Real>::identity();
  if (const char* wrong = spec::resolve_orientation(ref->as<spec::Orientation>(), compiler, quat))
    throw nb::value_error(wrong);
  return {quat[0], quat[1], quat[2], quat[3]};
}

}  // namespace

void bind_spec_parts(nb::module_& m) {
  m.def("spec_set_shortcut", set_shortcut);
  m.def("spec_add_wrap", add_wrap);
  m.def("spec_path", path);
  m.def("spec_wrap_type", [](const Ref& ref) { return ref->as<spec::Wrap>().type; });
  m.def("spec_wrap_names", [](const Ref& ref) {
    const auto& wrap = ref->as<spec::Wrap>();
    return nb::make_tuple(wrap.target, wrap.sidesite);
  });
  m.def("spec_wrap_prm", [](const Ref& ref) { return ref->as<spec::Wrap>().prm; });
  m.def("spec_make_mesh", make_mesh);
  m.def("spec_sensor_size", sensor_size);
  m.def("spec_resolve_orientation", resolve_orientation);
}

}  // namespace corten::python
