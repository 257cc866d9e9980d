// Meshes: from file, numbers of the element or a builtin, processed.
#include "corten/asset/builtin_mesh.h"
#include "corten/asset/mesh.h"
#include "corten/compile/assets_files.h"
#include "corten/compile/assets_rows.h"
#include "corten/compile/passes.h"

namespace corten {
namespace {

MeshInertia inertia_of(const spec::Mesh& mesh) {
  // the oracle takes a plate, which has no volume, as a shell
  if (*mesh.builtin == mjMESH_BUILTIN_PLATE) return MeshInertia::kShell;
  return static_cast<MeshInertia>(*mesh.inertia);
}

MeshSettings settings_of(const DraftMesh& mesh, MeshFormat format) {
  const spec::Mesh& node = *mesh.spec;
  MeshSettings settings;
  settings.scale = *node.scale;
  settings.refpos = *node.refpos;
  settings.refquat = *node.refquat;
  settings.smoothnormal = *node.smoothnormal;
  settings.maxhullvert = *node.maxhullvert;
  settings.inertia = inertia_of(node);
  settings.needs_hull = mesh.needs_hull;
  settings.texcoord_per_face = format == MeshFormat::kObj;
  return settings;
}

MeshData data_of_element(const spec::Mesh& node) {
  if (*node.builtin != mjMESH_BUILTIN_NONE) {
    return make_builtin_mesh(static_cast<BuiltinMesh>(*node.builtin), node.params);
  }
  MeshData data;
  data.vert = rows_of<Vec3<float>>(node.uservert, "vertex");
  data.normal = rows_of<Vec3<float>>(node.usernormal, "normal");
  data.texcoord = rows_of<Vec2<float>>(node.usertexcoord, "texcoord");
  data.face = rows_of<Triangle>(node.userface, "face");
  data.facenormal = rows_of<Triangle>(node.userfacenormal, "facenormal");
  data.facetexcoord = rows_of<Triangle>(node.userfacetexcoord, "facetexcoord");
  return data;
}

// The element may add what the file lacks, but not repeat it.
template <class Rows>
void complement(Rows& file, Rows& element, const char* what) {
  if (!file.empty() && !element.empty()) throw AssetError(std::string("repeated ") + what + " specification");
  if (file.empty()) file = std::move(element);
}

MeshData merge(MeshData file, MeshData element) {
  complement(file.normal, element.normal, "normal");
  complement(file.texcoord, element.texcoord, "texcoord");
  complement(file.face, element.face, "face");
  complement(file.vert, element.vert, "vertex");
  complement(file.facenormal, element.facenormal, "facenormal");
  complement(file.facetexcoord, element.facetexcoord, "facetexcoord");
  return file;
}

void process(const Spec& spec, const Draft& draft, DraftMesh& mesh) {
  const spec::Mesh& node = *mesh.spec;
  const MeshFormat format =
      node.file.empty() ? MeshFormat::kUnknown : mesh_format(node.content_type, node.file);
  const MeshSettings settings = settings_of(mesh, format);
  MeshData data = data_of_element(node);
  if (!node.file.empty()) {
    const File file = open_asset(spec, draft, node, node.file, AssetFolder::kMesh);
    data = merge(read_mesh(file.bytes(), format, settings.mirrored()), std::move(data));
  }
  mesh.mesh = process_mesh(std::move(data), settings);
}

}  // namespace

void process_meshes(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  process_each(spec, "mesh", draft.assets.meshes, diagnostics, [&](DraftMesh& mesh) {
    const std::string failure = failure_of([&] { process(spec, draft, mesh); });
    if (failure.empty()) return;
    throw AssetError(mesh.spec->file.empty() ? failure : "file " + quoted(mesh.spec->file) + ": " + failure);
  });
}

}  // namespace corten
