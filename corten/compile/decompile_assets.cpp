// Meshes, height fields, skins, textures, materials and custom data, from the arrays of a model.
#include "corten/compile/decompile_parts.h"
#include "corten/spec/rows.h"

namespace corten {
namespace {

template <class T, int N>
void append(const Vec<T, N>& v, std::vector<T>& out) {
  for (int i = 0; i < N; ++i) out.push_back(v[i]);
}

Vec3<Real> as_real(const Vec3<float>& v) { return {v[0], v[1], v[2]}; }

void append_float(const Vec3<Real>& v, std::vector<float>& out) {
  for (int i = 0; i < 3; ++i) out.push_back(static_cast<float>(v[i]));
}

// whether normals or texture coordinates are numbered as vertices are: MJCF can say no other numbering
bool by_vertex(const Model& m, int mesh, int count, const Array<Vec<int, 3>>& corners) {
  bool same = count == m.mesh_vertnum[mesh];
  for (int i = m.mesh_faceadr[mesh]; same && i < m.mesh_faceadr[mesh] + m.mesh_facenum[mesh]; ++i)
    for (int k = 0; k < 3; ++k) same = same && corners[i][k] == m.mesh_face[i][k];
  return same;
}

// the compiler centred the vertices and turned them to principal axes; it will do so again
void add_mesh(const Model& m, int mesh, Namer& names, Spec& spec) {
  spec::Mesh& out = spec.meshes.add();
  out.name = names.own(mjOBJ_MESH, mesh);
  out.plugin = names.plugin_of_mesh(mesh);
  if (out.plugin.active) return;
  const Quat<Real>& quat = m.mesh_quat[mesh];
  for (int i = 0; i < m.mesh_vertnum[mesh]; ++i)
    append_float(m.mesh_pos[mesh] + rotate(quat, as_real(m.mesh_vert[m.mesh_vertadr[mesh] + i])),
                 out.uservert);
  for (int i = 0; i < m.mesh_facenum[mesh]; ++i) append(m.mesh_face[m.mesh_faceadr[mesh] + i], out.userface);
  if (by_vertex(m, mesh, m.mesh_normalnum[mesh], m.mesh_facenormal))
    for (int i = 0; i < m.mesh_normalnum[mesh]; ++i)
      append_float(rotate(quat, as_real(m.mesh_normal[m.mesh_normaladr[mesh] + i])), out.usernormal);
  if (by_vertex(m, mesh, m.mesh_texcoordnum[mesh], m.mesh_facetexcoord))
    for (int i = 0; i < m.mesh_texcoordnum[mesh]; ++i)
      append(m.mesh_texcoord[m.mesh_texcoordadr[mesh] + i], out.usertexcoord);
}

void add_hfield(const Model& m, int hfield, const Namer& names, Spec& spec) {
  spec::HField& out = spec.hfields.add();
  out.name = names.own(mjOBJ_HFIELD, hfield);
  out.size = m.hfield_size[hfield];
  out.nrow = m.hfield_nrow[hfield];
  out.ncol = m.hfield_ncol[hfield];
  const auto first = m.hfield_data.begin() + m.hfield_adr[hfield];
  out.userdata.assign(first, first + m.hfield_nrow[hfield] * m.hfield_ncol[hfield]);
}

void add_bone(const Model& m, int bone, Namer& names, spec::Skin& out) {
  out.bodyname.push_back(names.refer(mjOBJ_BODY, m.skin_bonebodyid[bone]));
  append(m.skin_bonebindpos[bone], out.bindpos);
  for (int i = 0; i < 4; ++i) out.bindquat.push_back(m.skin_bonebindquat[bone][i]);
  const int first = m.skin_bonevertadr[bone];
  const int last = first + m.skin_bonevertnum[bone];
  out.vertid.emplace_back(m.skin_bonevertid.begin() + first, m.skin_bonevertid.begin() + last);
  out.vertweight.emplace_back(m.skin_bonevertweight.begin() + first, m.skin_bonevertweight.begin() + last);
}

void add_skin(const Model& m, int skin, Namer& names, Spec& spec) {
  spec::Skin& out = spec.skins.add();
  out.name = names.own(mjOBJ_SKIN, skin);
  out.material = names.refer(mjOBJ_MATERIAL, m.skin_matid[skin]);
  out.rgba = m.skin_rgba[skin];
  out.inflate = m.skin_inflate[skin];
  out.group = m.skin_group[skin];
  for (int i = 0; i < m.skin_vertnum[skin]; ++i) append(m.skin_vert[m.skin_vertadr[skin] + i], out.vert);
  for (int i = 0; i < m.skin_facenum[skin]; ++i) append(m.skin_face[m.skin_faceadr[skin] + i], out.face);
  if (m.skin_texcoordadr[skin] >= 0)
    for (int i = 0; i < m.skin_vertnum[skin]; ++i)
      append(m.skin_texcoord[m.skin_texcoordadr[skin] + i], out.texcoord);
  for (int i = 0; i < m.skin_bonenum[skin]; ++i) add_bone(m, m.skin_boneadr[skin] + i, names, out);
}

void add_texture(const Model& m, int tex, const Namer& names, Spec& spec) {
  spec::Texture& out = spec.textures.add();
  out.name = names.own(mjOBJ_TEXTURE, tex);
  out.type = m.tex_type[tex];
  out.colorspace = m.tex_colorspace[tex];
  out.height = m.tex_height[tex];
  out.width = m.tex_width[tex];
  out.nchannel = m.tex_nchannel[tex];
  const std::int64_t size = std::int64_t{m.tex_height[tex]} * m.tex_width[tex] * m.tex_nchannel[tex];
  const auto first = m.tex_data.begin() + m.tex_adr[tex];
  out.data.assign(first, first + size);
}

void add_material(const Model& m, int mat, Namer& names, Spec& spec) {
  spec::Material& out = spec.materials.add();
  out.name = names.own(mjOBJ_MATERIAL, mat);
  for (int role = 0; role < kNTexRole; ++role)
    out.textures[static_cast<std::size_t>(role)] = names.refer(mjOBJ_TEXTURE, m.mat_texid[mat][role]);
  spec::from_model<MaterialFields>(m, mat, out);
}

std::vector<Real> row(const Array2<Real>& array, int i) {
  const std::span<const Real> numbers = array[i];
  return {numbers.begin(), numbers.end()};
}

void add_tuple(const Model& m, int tuple, Namer& names, Spec& spec) {
  spec::Tuple& out = spec.tuples.add();
  out.name = names.own(mjOBJ_TUPLE, tuple);
  for (int i = 0; i < m.tuple_size[tuple]; ++i) {
    const int entry = m.tuple_adr[tuple] + i;
    out.objtype.push_back(m.tuple_objtype[entry]);
    out.objname.push_back(names.refer(m.tuple_objtype[entry], m.tuple_objid[entry]));
    out.objprm.push_back(m.tuple_objprm[entry]);
  }
}

void add_key(const Model& m, int key, const Namer& names, Spec& spec) {
  spec::Key& out = spec.keys.add();
  out.name = names.own(mjOBJ_KEY, key);
  out.time = m.key_time[key];
  out.qpos = row(m.key_qpos, key);
  out.qvel = row(m.key_qvel, key);
  out.act = row(m.key_act, key);
  out.mpos = row(m.key_mpos, key);
  out.mquat = row(m.key_mquat, key);
  out.ctrl = row(m.key_ctrl, key);
}

}  // namespace

void decompile_assets(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nmesh; ++i) add_mesh(m, i, names, spec);
  for (int i = 0; i < m.nhfield; ++i) add_hfield(m, i, names, spec);
  for (int i = 0; i < m.nskin; ++i) add_skin(m, i, names, spec);
  for (int i = 0; i < m.nmat; ++i) add_material(m, i, names, spec);
  for (int i = 0; i < m.ntex; ++i) add_texture(m, i, names, spec);
}

void decompile_custom(const Model& m, Namer& names, Spec& spec) {
  for (int i = 0; i < m.nnumeric; ++i) {
    spec::Numeric& out = spec.numerics.add();
    out.name = names.own(mjOBJ_NUMERIC, i);
    const auto first = m.numeric_data.begin() + m.numeric_adr[i];
    out.size = m.numeric_size[i];
    out.data.assign(first, first + m.numeric_size[i]);
  }
  for (int i = 0; i < m.ntext; ++i) {
    spec::Text& out = spec.texts.add();
    out.name = names.own(mjOBJ_TEXT, i);
    out.data = m.text_data.data() + m.text_adr[i];
  }
  for (int i = 0; i < m.ntuple; ++i) add_tuple(m, i, names, spec);
  for (int i = 0; i < m.nkey; ++i) add_key(m, i, names, spec);
}

}  // namespace corten
