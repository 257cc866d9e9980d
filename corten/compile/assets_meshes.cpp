// Meshes: from file, numbers of the element or a builtin, processed.
#include <map>
#include <tuple>

#include "corten/asset/builtin_mesh.h"
#include "corten/asset/mesh.h"
#include "corten/compile/assets_files.h"
#include "corten/compile/assets_rows.h"
#include "corten/compile/passes.h"
#include "corten/compile/sdf_mesh.h"

namespace corten {
namespace {

MeshInertia inertia_of(const spec::Mesh& mesh) {
  // the oracle takes a plate, which has no volume, as a shell
  if (*mesh.builtin == mjMESH_BUILTIN_PLATE) return MeshInertia::kShell;
  return static_cast<MeshInertia>(*mesh.inertia);
}

MeshSettings settings_of(const Draft& draft, const DraftMesh& mesh, MeshFormat format) {
  const spec::Mesh& node = *mesh.spec;
  MeshSettings settings;
  settings.scale = *node.scale;
  settings.refpos = *node.refpos;
  settings.refquat = *node.refquat;
  settings.smoothnormal = *node.smoothnormal;
  settings.maxhullvert = *node.maxhullvert;
  settings.inertia = inertia_of(node);
  settings.needs_hull = mesh.needs_hull;
  settings.hull_polygons = mesh.hull_polygons;
  settings.needs_octree = mesh.needs_octree;
  settings.measure_octree = !node.plugin.active;
  settings.texcoord_per_face = format == MeshFormat::kObj;
  settings.stop = [&budget = draft.budget] { return budget.is_time_over(); };
  return settings;
}

// Numbers of the element; a builtin mesh has its own in place of some.
MeshData data_of_element(const spec::Mesh& node) {
  MeshData data;
  if (*node.builtin != mjMESH_BUILTIN_NONE)
    data = make_builtin_mesh(static_cast<BuiltinMesh>(*node.builtin), node.params);
  const auto take = [](auto& rows, const auto& numbers, const char* what) {
    using Row = typename std::remove_reference_t<decltype(rows)>::value_type;
    if (rows.empty()) rows = rows_of<Row>(numbers, what);
  };
  take(data.vert, node.uservert, "vertex");
  take(data.normal, node.usernormal, "normal");
  take(data.texcoord, node.usertexcoord, "texcoord");
  take(data.face, node.userface, "face");
  // the oracle does not look at userfacenormal: normals of an element belong to vertices
  take(data.facetexcoord, node.userfacetexcoord, "facetexcoord");
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
  complement(file.facetexcoord, element.facetexcoord, "facetexcoord");
  return file;
}

bool has_numbers(const spec::Mesh& node) {
  return !node.uservert.empty() || !node.usernormal.empty() || !node.usertexcoord.empty() ||
         !node.userface.empty() || *node.builtin != mjMESH_BUILTIN_NONE;
}

Digest digest_of(std::string_view bytes, MeshFormat format, const MeshSettings& s) {
  Digest digest;
  digest.add_bytes("mesh");
  digest.add_bytes(bytes);
  for (const Real x : {s.scale[0], s.scale[1], s.scale[2], s.refpos[0], s.refpos[1], s.refpos[2],
                       s.refquat[0], s.refquat[1], s.refquat[2], s.refquat[3]}) {
    digest.add(x);
  }
  for (const int x :
       {static_cast<int>(format), static_cast<int>(s.smoothnormal), s.maxhullvert,
        static_cast<int>(s.inertia), static_cast<int>(s.needs_hull), static_cast<int>(s.hull_polygons),
        static_cast<int>(s.needs_octree), static_cast<int>(s.measure_octree)}) {
    digest.add(x);
  }
  return digest;
}

std::shared_ptr<const Mesh> process_file(const File& file, MeshFormat format, const MeshSettings& settings,
                                         AssetCache* cache) {
  Digest digest;
  if (cache) {
    digest = digest_of(file.bytes(), format, settings);
    if (auto known = cache->find<Mesh>(digest)) return known;
  }
  auto mesh = std::make_shared<const Mesh>(
      process_mesh(read_mesh(file.bytes(), format, settings.mirrored()), settings));
  if (cache) cache->insert(digest, mesh, memory_of(*mesh));
  return mesh;
}

// The surface of a plugin's shape, in the shape's own frame.
std::shared_ptr<const Mesh> process_shape(const Draft& draft, const DraftPlugin& instance,
                                          const DraftMesh& mesh) {
  if (*mesh.spec->scale != Vec3<Real>{1, 1, 1}) throw AssetError("a mesh of a plugin cannot be scaled");
  MeshSettings settings = settings_of(draft, mesh, MeshFormat::kUnknown);
  settings.in_place = true;
  settings.needs_octree = false;
  try {
    return std::make_shared<const Mesh>(
        process_mesh(sdf_mesh_data(*instance.plugin, instance.values), settings));
  } catch (const PluginError& error) {
    throw AssetError(error.what());
  }
}

void process_whole(const Spec& spec, const Draft& draft, DraftMesh& mesh) {
  const spec::Mesh& node = *mesh.spec;
  if (const int plugin = draft.plugin_id(node.plugin); plugin >= 0 && node.file.empty()) {
    mesh.mesh = process_shape(draft, draft.plugins[plugin], mesh);
    return;
  }
  if (node.file.empty()) {
    const MeshSettings settings = settings_of(draft, mesh, MeshFormat::kUnknown);
    mesh.mesh = std::make_shared<const Mesh>(process_mesh(data_of_element(node), settings));
    return;
  }
  const MeshFormat format = mesh_format(node.content_type, node.file);
  const MeshSettings settings = settings_of(draft, mesh, format);
  const File file = open_asset(spec, draft, node, node.file, AssetFolder::kMesh);
  if (!has_numbers(node)) {
    mesh.mesh = process_file(file, format, settings, draft.options->cache);
    return;
  }
  MeshData data = merge(read_mesh(file.bytes(), format, settings.mirrored()), data_of_element(node));
  mesh.mesh = std::make_shared<const Mesh>(process_mesh(std::move(data), settings));
}

void process(const Spec& spec, Draft& draft, DraftMesh& mesh) {
  try {
    process_whole(spec, draft, mesh);
  } catch (const AssetError&) {
    draft.budget.check_time(mesh.spec->place, "<mesh>");  // a hull that was given up is no fault of the mesh
    throw;
  }
}

// Of meshes with the same file, scale, largest hull and kind of inertia the oracle makes polygons once: those
// of the first one's hull, if somebody needs that, serve the later ones whose hull nobody needs.
void share_polygons(const Spec& spec, std::vector<DraftMesh>& meshes) {
  std::map<std::tuple<std::string, Real, Real, Real, int, int>, bool> first_needs_hull;
  for (DraftMesh& mesh : meshes) {
    const spec::Mesh& node = *mesh.spec;
    if (node.file.empty() || has_numbers(node)) continue;
    const std::string path = asset_path(spec, node, node.file, AssetFolder::kMesh);
    const Vec3<Real>& scale = *node.scale;
    const auto [first, is_new] = first_needs_hull.try_emplace(
        {path, scale[0], scale[1], scale[2], *node.maxhullvert, static_cast<int>(inertia_of(node))},
        mesh.needs_hull);
    mesh.hull_polygons = !is_new && first->second;
  }
}

// worth a thread
bool is_large(const DraftMesh& mesh) {
  return comes_from_file(mesh) || mesh.spec->plugin.active || mesh.needs_octree ||
         mesh.spec->uservert.size() > 1000;
}

}  // namespace

void add_mesh_jobs(const Spec& spec, Draft& draft, std::vector<AssetJob>& jobs) {
  share_polygons(spec, draft.assets.meshes);
  add_jobs(
      "mesh", draft.assets.meshes, is_large, [&](DraftMesh& mesh) { process(spec, draft, mesh); }, jobs);
}

}  // namespace corten
