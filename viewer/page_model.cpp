#include "viewer/page_model.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "corten/model/names.h"
#include "viewer/assets.h"
#include "viewer/option_words.h"
#include "viewer/page_mesh.h"
#include "viewer/scene_option.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

Json quat(const Quat<Real>& q) { return numbers(q, 4); }

std::string name_of(const Model& m, mjtObj type, int id) {
  const char* name = id2name(m, type, id);
  return name ? name : "";
}

Json bodies(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nbody; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_BODY, i)},
                    {"parent", m.body_parentid[i]},
                    {"mass", m.body_mass[i]},
                    {"inertia", vec(m.body_inertia[i])},
                    {"mocap", m.body_mocapid[i]},
                    {"dofs", m.body_dofnum[i]},
                    {"fixed", m.body_weldid[i] == 0 && m.body_mocapid[m.body_rootid[i]] < 0}});
  return list;
}

// Geoms and sites alike: things fixed to a body.
template <class Fields>
Json things(const Model& m, mjtObj type, int count, const Fields& f) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i)
    list.push_back({{"name", name_of(m, type, i)},
                    {"body", f.bodyid[i]},
                    {"type", f.type[i]},
                    {"size", vec(f.size[i])},
                    {"pos", vec(f.pos[i])},
                    {"quat", quat(f.quat[i])},
                    {"rgba", numbers(f.rgba[i], 4)},
                    {"material", f.matid[i]},
                    {"data", f.dataid ? (*f.dataid)[i] : -1},
                    {"collides", f.contype && ((*f.contype)[i] != 0 || (*f.conaffinity)[i] != 0)},
                    {"group", f.group[i]}});
  return list;
}

struct ThingFields {
  const Array<int>&bodyid, &type, &matid, &group;
  const Array<int>*dataid, *contype, *conaffinity;  // of geoms only
  const Array<Vec3<Real>>&size, &pos;
  const Array<Quat<Real>>& quat;
  const Array<Vec<float, 4>>& rgba;
};

Json materials(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nmat; ++i) {
    int texture = m.mat_texid[i][mjTEXROLE_RGB];
    if (texture < 0) texture = m.mat_texid[i][mjTEXROLE_RGBA];
    list.push_back({{"rgba", numbers(m.mat_rgba[i], 4)},
                    {"emission", m.mat_emission[i]},
                    {"specular", m.mat_specular[i]},
                    {"shininess", m.mat_shininess[i]},
                    {"reflectance", m.mat_reflectance[i]},
                    {"texture", texture},
                    {"repeat", numbers(m.mat_texrepeat[i], 2)},
                    {"uniform", m.mat_texuniform[i] != 0}});
  }
  return list;
}

Json textures(const Model& m, PageArrays& blob) {
  Json list = Json::array();
  for (int i = 0; i < m.ntex; ++i) {
    const std::size_t size =
        std::size_t(m.tex_width[i]) * std::size_t(m.tex_height[i]) * std::size_t(m.tex_nchannel[i]);
    list.push_back({{"type", m.tex_type[i]},
                    {"width", m.tex_width[i]},
                    {"height", m.tex_height[i]},
                    {"channels", m.tex_nchannel[i]},
                    {"data", blob.add<byte>({&m.tex_data[m.tex_adr[i]], size})}});
  }
  return list;
}

Json lights(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nlight; ++i)
    list.push_back({{"body", m.light_bodyid[i]},
                    {"type", m.light_type[i]},
                    {"pos", vec(m.light_pos[i])},
                    {"dir", vec(m.light_dir[i])},
                    {"active", m.light_active[i] != 0},
                    {"shadow", m.light_castshadow[i] != 0},
                    {"cutoff", m.light_cutoff[i]},
                    {"exponent", m.light_exponent[i]},
                    {"attenuation", vec(m.light_attenuation[i])},
                    {"ambient", vec(m.light_ambient[i])},
                    {"diffuse", vec(m.light_diffuse[i])},
                    {"specular", vec(m.light_specular[i])}});
  return list;
}

Json cameras(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.ncam; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_CAMERA, i)},
                    {"body", m.cam_bodyid[i]},
                    {"pos", vec(m.cam_pos[i])},
                    {"quat", quat(m.cam_quat[i])},
                    {"fovy", m.cam_fovy[i]}});
  return list;
}

Json joints(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.njnt; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_JOINT, i)},
                    {"type", m.jnt_type[i]},
                    {"body", m.jnt_bodyid[i]},
                    {"qpos", m.jnt_qposadr[i]},
                    {"dof", m.jnt_dofadr[i]},
                    {"limited", m.jnt_limited[i] != 0},
                    {"range", numbers(m.jnt_range[i], 2)}});
  return list;
}

Json actuators(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nu; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_ACTUATOR, i)},
                    {"limited", m.actuator_ctrllimited[i] != 0},
                    {"range", numbers(m.actuator_ctrlrange[i], 2)}});
  return list;
}

Json sensors(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nsensor; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_SENSOR, i)},
                    {"type", m.sensor_type[i]},
                    {"adr", m.sensor_adr[i]},
                    {"dim", m.sensor_dim[i]}});
  return list;
}

Json names(const Model& m, mjtObj type, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(name_of(m, type, i));
  return list;
}

// Flexes, then skins, as their vertices follow each other in a frame.
Json surfaces(const Model& m, PageArrays& blob) {
  Json list = Json::array();
  for (int i = 0; i < m.nflex; ++i) {
    Json flex = page_moving_mesh(flex_corners(m, i), blob);
    flex.update({{"kind", "flex"},
                 {"id", i},
                 {"vertices", flex_vertex_count(m, i)},
                 {"flat", m.flex_dim[i] == 3 && m.flex_flatskin[i] != 0},
                 {"textured", m.flex_texcoordadr[i] >= 0},
                 {"rgba", numbers(m.flex_rgba[i], 4)},
                 {"material", m.flex_matid[i]},
                 {"group", m.flex_group[i]}});
    list.push_back(std::move(flex));
  }
  for (int i = 0; i < m.nskin; ++i) {
    Json skin = page_moving_mesh(skin_corners(m, i), blob);
    skin.update({{"kind", "skin"},
                 {"id", i},
                 {"vertices", skin_vertex_count(m, i)},
                 {"flat", false},
                 {"textured", m.skin_texcoordadr[i] >= 0},
                 {"rgba", numbers(m.skin_rgba[i], 4)},
                 {"material", m.skin_matid[i]},
                 {"group", m.skin_group[i]}});
    list.push_back(std::move(skin));
  }
  return list;
}

Json words(const std::vector<OptionWord>& list) {
  Json out = Json::object();
  for (const OptionWord& entry : list) out[entry.word] = entry.value;
  return out;
}

// What can be shown, and what is at first.
Json options() {
  const SceneOption option;
  Json flags = Json::array();
  for (const OptionWord& entry : flag_words())
    flags.push_back({{"word", entry.word}, {"on", option.flags[static_cast<std::size_t>(entry.value)] != 0}});
  return {{"flags", flags}, {"labels", words(label_words())}, {"frames", words(frame_words())}};
}

Json visual(const Model& m) {
  const VisualHeadlight& h = m.vis.headlight;
  return {{"fovy", m.vis.global_.fovy},
          {"azimuth", m.vis.global_.azimuth},
          {"elevation", m.vis.global_.elevation},
          {"znear", m.vis.map.znear},
          {"zfar", m.vis.map.zfar},
          {"alpha", m.vis.map.alpha},
          {"glow", m.vis.global_.glow},
          {"haze", numbers(m.vis.rgba.haze, 4)},
          {"hazeshare", m.vis.map.haze},
          {"fog", numbers(m.vis.rgba.fog, 4)},
          {"fogrange", {m.vis.map.fogstart * m.stat.extent, m.vis.map.fogend * m.stat.extent}},
          {"contact",
           {{"width", m.vis.scale.contactwidth * m.stat.meansize},
            {"height", m.vis.scale.contactheight * m.stat.meansize},
            {"point", numbers(m.vis.rgba.contactpoint, 4)},
            {"gap", numbers(m.vis.rgba.contactgap, 4)},
            {"forcewidth", m.vis.scale.forcewidth * m.stat.meansize},
            {"forcescale", m.vis.map.force / m.stat.meanmass},
            {"force", numbers(m.vis.rgba.contactforce, 4)}}},
          {"headlight",
           {{"ambient", vec(h.ambient)},
            {"diffuse", vec(h.diffuse)},
            {"specular", vec(h.specular)},
            {"active", h.active != 0}}}};
}

}  // namespace

std::string packed(const PageModel& model) {
  std::string text;
  const auto size = static_cast<std::uint32_t>(model.head.size());
  text.append(reinterpret_cast<const char*>(&size), sizeof size);
  text += model.head;
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text + model.blob;
}

PageModel page_model(const Model& m, const std::string& name) {
  PageArrays blob;
  Assets assets(m);
  Json meshes = Json::array(), hulls = Json::array(), hfields = Json::array();
  for (int i = 0; i < m.nmesh; ++i) {
    meshes.push_back(page_mesh(assets.mesh(i), blob));
    meshes.back()["textured"] = m.mesh_texcoordadr[i] >= 0;
    hulls.push_back(m.mesh_graphadr[i] >= 0 ? page_mesh(assets.hull(i), blob) : Json(nullptr));
  }
  for (int i = 0; i < m.nhfield; ++i) hfields.push_back(page_mesh(assets.hfield(i), blob));
  const ThingFields geoms{m.geom_bodyid,  m.geom_type,     m.geom_matid,        m.geom_group,
                          &m.geom_dataid, &m.geom_contype, &m.geom_conaffinity, m.geom_size,
                          m.geom_pos,     m.geom_quat,     m.geom_rgba};
  const ThingFields sites{m.site_bodyid, m.site_type, m.site_matid, m.site_group, nullptr,    nullptr,
                          nullptr,       m.site_size, m.site_pos,   m.site_quat,  m.site_rgba};
  Json head = {{"version", 1},
               {"name", name},
               {"timestep", m.opt.timestep},
               {"sizes", {{"nq", m.nq}, {"nv", m.nv}, {"nu", m.nu}, {"nsensordata", m.nsensordata}}},
               {"stat", {{"center", vec(m.stat.center)}, {"extent", m.stat.extent}}},
               {"visual", visual(m)},
               {"bodies", bodies(m)},
               {"geoms", things(m, mjOBJ_GEOM, m.ngeom, geoms)},
               {"sites", things(m, mjOBJ_SITE, m.nsite, sites)},
               {"meshes", std::move(meshes)},
               {"hulls", std::move(hulls)},
               {"hfields", std::move(hfields)},
               {"surfaces", surfaces(m, blob)},
               {"options", options()},
               {"materials", materials(m)},
               {"textures", textures(m, blob)},
               {"lights", lights(m)},
               {"cameras", cameras(m)},
               {"joints", joints(m)},
               {"actuators", actuators(m)},
               {"sensors", sensors(m)},
               {"keys", names(m, mjOBJ_KEY, m.nkey)}};
  return {head.dump(-1, ' ', false, Json::error_handler_t::replace), blob.take()};
}

}  // namespace corten::viewer
