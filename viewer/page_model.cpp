#include "viewer/page_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>
#include <vector>

#include "corten/model/names.h"
#include "viewer/assets.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

// Appends arrays, each at a multiple of four bytes as typed views in the browser need.
class Blob {
 public:
  template <class T>
  std::size_t add(std::span<const T> values) {
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    const std::size_t start = bytes_.size();
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return start;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

template <class Numbers>
Json numbers(const Numbers& values, int count) {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) list.push_back(std::isfinite(values[i]) ? Json(values[i]) : Json(0));
  return list;
}
template <class T>
Json vec(const Vec3<T>& v) {
  return numbers(v, 3);
}
Json quat(const Quat<Real>& q) { return numbers(q, 4); }

std::string name_of(const Model& m, mjtObj type, int id) {
  const char* name = id2name(m, type, id);
  return name ? name : "";
}

// A surface of triangles with equal corners stored once.
Json surface(const TriangleSurface& triangles, Blob& blob) {
  using Corner = std::tuple<float, float, float, float, float, float, float, float>;
  std::map<Corner, unsigned> known;
  std::vector<Corner> corners;
  std::vector<unsigned> index;
  for (int i = 0; i < triangles.size(); ++i) {
    const TriangleCorners& face = triangles.face(i);
    Vec3<float> flat = triangles.flat_normal(i);
    const float length = std::sqrt(dot(flat, flat));
    if (length > 0) flat = flat * (1 / length);
    for (int k = 0; k < 3; ++k) {
      const Vec3<float> v = face.vert[k];
      const Vec3<float> n = dot(face.normal[k], face.normal[k]) > 0 ? face.normal[k] : flat;
      const Corner corner{v[0], v[1], v[2], n[0], n[1], n[2], face.texcoord[k][0], face.texcoord[k][1]};
      const auto [place, fresh] = known.try_emplace(corner, static_cast<unsigned>(corners.size()));
      if (fresh) corners.push_back(corner);
      index.push_back(place->second);
    }
  }
  Vec3<float> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  const auto position = [](const Corner& c) {
    return Vec3<float>{std::get<0>(c), std::get<1>(c), std::get<2>(c)};
  };
  for (const Corner& c : corners)
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], position(c)[k]);
      high[k] = std::max(high[k], position(c)[k]);
    }
  std::vector<std::uint16_t> places;
  std::vector<std::int8_t> normals;
  std::vector<float> texcoords;
  for (const Corner& c : corners) {
    for (int k = 0; k < 3; ++k) {
      const float extent = high[k] - low[k];
      places.push_back(static_cast<std::uint16_t>(
          extent > 0 ? std::lround((position(c)[k] - low[k]) / extent * 65535) : 0));
    }
    for (const float n : {std::get<3>(c), std::get<4>(c), std::get<5>(c), 0.0F})
      normals.push_back(static_cast<std::int8_t>(std::lround(std::clamp(n, -1.0F, 1.0F) * 127)));
    texcoords.insert(texcoords.end(), {std::get<6>(c), std::get<7>(c)});
  }
  return {{"low", corners.empty() ? Json::array({0, 0, 0}) : vec(low)},
          {"high", corners.empty() ? Json::array({0, 0, 0}) : vec(high)},
          {"corners", corners.size()},
          {"faces", index.size() / 3},
          {"position", blob.add<std::uint16_t>(places)},
          {"normal", blob.add<std::int8_t>(normals)},
          {"texcoord", blob.add<float>(texcoords)},
          {"index", blob.add<unsigned>(index)}};
}

Json bodies(const Model& m) {
  Json list = Json::array();
  for (int i = 0; i < m.nbody; ++i)
    list.push_back({{"name", name_of(m, mjOBJ_BODY, i)},
                    {"parent", m.body_parentid[i]},
                    {"mass", m.body_mass[i]},
                    {"inertia", vec(m.body_inertia[i])},
                    {"mocap", m.body_mocapid[i]},
                    {"dofs", m.body_dofnum[i]}});
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
                    {"group", f.group[i]}});
  return list;
}

struct ThingFields {
  const Array<int>&bodyid, &type, &matid, &group;
  const Array<int>* dataid;
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

Json textures(const Model& m, Blob& blob) {
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

Json visual(const Model& m) {
  const VisualHeadlight& h = m.vis.headlight;
  return {{"fovy", m.vis.global_.fovy},
          {"azimuth", m.vis.global_.azimuth},
          {"elevation", m.vis.global_.elevation},
          {"znear", m.vis.map.znear},
          {"zfar", m.vis.map.zfar},
          {"haze", numbers(m.vis.rgba.haze, 4)},
          {"headlight",
           {{"ambient", vec(h.ambient)},
            {"diffuse", vec(h.diffuse)},
            {"specular", vec(h.specular)},
            {"active", h.active != 0}}}};
}

}  // namespace

PageModel page_model(const Model& m, const std::string& name) {
  Blob blob;
  Assets assets(m);
  Json meshes = Json::array(), hulls = Json::array(), hfields = Json::array();
  for (int i = 0; i < m.nmesh; ++i) {
    meshes.push_back(surface(assets.mesh(i), blob));
    hulls.push_back(m.mesh_graphadr[i] >= 0 ? surface(assets.hull(i), blob) : Json(nullptr));
  }
  for (int i = 0; i < m.nhfield; ++i) hfields.push_back(surface(assets.hfield(i), blob));
  const ThingFields geoms{m.geom_bodyid, m.geom_type, m.geom_matid, m.geom_group, &m.geom_dataid,
                          m.geom_size,   m.geom_pos,  m.geom_quat,  m.geom_rgba};
  const ThingFields sites{m.site_bodyid, m.site_type, m.site_matid, m.site_group, nullptr,
                          m.site_size,   m.site_pos,  m.site_quat,  m.site_rgba};
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
