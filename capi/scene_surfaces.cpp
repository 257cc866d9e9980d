#include "capi/scene_surfaces.h"

#include <algorithm>

#include "capi/call.h"
#include "capi/numbers.h"
#include "viewer/moving_surface.h"

namespace corten::capi {

CORTEN_API void* mju_malloc(std::size_t size);
CORTEN_API void mju_free(void* memory);

namespace {

using Point = Vec3<float>;

Point to_float(const Vec3<Real>& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

template <class T>
void allocate(T*& memory, int n) {
  memory = n > 0 ? static_cast<T*>(mju_malloc(count(n) * sizeof(T))) : nullptr;
  if (n > 0 && !memory) throw Problem("there is no memory for the surfaces of the scene");
  std::fill_n(memory, count(n), T{});
}

// The most triangles that any choice of parts needs: both sides and the rim of a sheet, four per element of a
// layer, the outside of a solid.
int face_room(const Model& m, int flex) {
  if (m.flex_dim[flex] == 2) return 2 * m.flex_elemnum[flex] + 2 * m.flex_shellnum[flex];
  int most = 0;
  std::vector<int> layers;
  for (int i = 0; i < m.flex_elemnum[flex]; ++i) {
    const auto layer = count(m.flex_elemlayer[m.flex_elemadr[flex] + i]);
    if (layer >= layers.size()) layers.resize(layer + 1);
    most = std::max(most, ++layers[layer]);
  }
  return std::max(4 * most, m.flex_shellnum[flex]);
}

struct Corner {
  Point place, normal;
  Vec<float, 2> texcoord{};
};

// Writes triangles of one flex as long as there is room.
class Faces {
 public:
  Faces(mjvScene& scn, int flex) : scn_(scn), flex_(flex) { scn.flexfaceused[flex] = 0; }
  void add(const Corner (&corners)[3]) {
    int& used = scn_.flexfaceused[flex_];
    if (used >= scn_.flexfacenum[flex_]) return;
    const auto at = count(scn_.flexfaceadr[flex_]) + count(used++);
    for (std::size_t k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) {
        const std::size_t number = 9 * at + 3 * k + count(i);
        scn_.flexface[number] = corners[k].place[i], scn_.flexnormal[number] = corners[k].normal[i];
        if (i < 2) scn_.flextexcoord[6 * at + 2 * k + count(i)] = corners[k].texcoord[i];
      }
  }
  // with the normal of the triangle itself, moved along it
  void add_flat(const Point& a, const Point& b, const Point& c, float out) {
    const Point normal = unit(cross(b - a, c - a));
    const Point shift = normal * out;
    add({{a + shift, normal}, {b + shift, normal}, {c + shift, normal}});
  }

 private:
  mjvScene& scn_;
  int flex_;
};

void add_skin(const Model& m, const Data& d, int flex, Faces& faces) {
  const viewer::PosedVertices posed = viewer::pose_flex(m, d, flex);
  const std::vector<viewer::SurfaceCorner> corners = viewer::flex_corners(m, flex);
  const bool flat = m.flex_dim[flex] == 3 && m.flex_flatskin[flex] != 0;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    Corner face[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto vertex = count(corners[i + k].vertex);
      face[k] = {posed.place[vertex], posed.normal[vertex], corners[i + k].texcoord};
    }
    if (flat) {
      const Point normal = unit(cross(face[1].place - face[0].place, face[2].place - face[0].place));
      for (Corner& corner : face) corner.normal = normal;
    }
    faces.add(face);
  }
  if (m.flex_dim[flex] != 2) return;
  for (int i = 0; i < m.flex_shellnum[flex]; ++i) {  // the rim of a sheet, from one side to the other
    const int* edge = m.flex_shell.data() + m.flex_shelldataadr[flex] + 2 * i;
    const auto top = [&](int k) { return posed.place[count(edge[k])]; };
    const auto bottom = [&](int k) { return posed.place[count(edge[k] + m.flex_vertnum[flex])]; };
    faces.add_flat(top(0), bottom(1), top(1), 0);
    faces.add_flat(bottom(1), top(0), bottom(0), 0);
  }
}

void add_elements(const Model& m, const Data& d, int flex, int layer, Faces& faces) {
  static constexpr int kSides[4][4][3] = {
      {}, {}, {{0, 1, 2}, {0, 2, 1}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
  const int dim = m.flex_dim[flex];
  const auto radius = static_cast<float>(m.flex_radius[flex]);
  const auto place = [&](int i) { return to_float(d.flexvert_xpos[m.flex_vertadr[flex] + i]); };
  for (int i = 0; i < m.flex_elemnum[flex]; ++i) {
    if (dim == 3 && m.flex_elemlayer[m.flex_elemadr[flex] + i] != layer) continue;
    const int* e = m.flex_elem.data() + m.flex_elemdataadr[flex] + (dim + 1) * i;
    for (int side = 0; side < (dim == 3 ? 4 : 2); ++side) {
      const int* f = kSides[dim][side];
      faces.add_flat(place(e[f[0]]), place(e[f[1]]), place(e[f[2]]), radius);
    }
  }
}

}  // namespace

void make_surfaces(const Model& m, mjvScene& scn) {
  scn.nflex = m.nflex, scn.nskin = m.nskin;
  for (int** numbers : {&scn.flexedgeadr, &scn.flexedgenum, &scn.flexvertadr, &scn.flexvertnum,
                        &scn.flexfaceadr, &scn.flexfacenum, &scn.flexfaceused})
    allocate(*numbers, m.nflex);
  int faces = 0;
  for (int i = 0; i < m.nflex; ++i) {
    scn.flexedgeadr[i] = m.flex_edgeadr[i], scn.flexedgenum[i] = m.flex_edgenum[i];
    scn.flexvertadr[i] = m.flex_vertadr[i], scn.flexvertnum[i] = m.flex_vertnum[i];
    scn.flexfaceadr[i] = faces, scn.flexfacenum[i] = face_room(m, i);
    faces += scn.flexfacenum[i];
  }
  allocate(scn.flexedge, 2 * m.nflexedge), allocate(scn.flexvert, 3 * m.nflexvert);
  allocate(scn.flexface, 9 * faces), allocate(scn.flexnormal, 9 * faces),
      allocate(scn.flextexcoord, 6 * faces);
  for (int i = 0; i < m.nflexedge; ++i)
    for (int k = 0; k < 2; ++k) scn.flexedge[2 * i + k] = m.flex_edge[i][k];
  for (int** numbers : {&scn.skinfacenum, &scn.skinvertadr, &scn.skinvertnum}) allocate(*numbers, m.nskin);
  for (int i = 0; i < m.nskin; ++i)
    scn.skinfacenum[i] = m.skin_facenum[i], scn.skinvertadr[i] = m.skin_vertadr[i],
    scn.skinvertnum[i] = m.skin_vertnum[i];
  allocate(scn.skinvert, 3 * m.nskinvert), allocate(scn.skinnormal, 3 * m.nskinvert);
}

void free_surfaces(mjvScene& scn) {
  for (int* numbers :
       {scn.flexedgeadr, scn.flexedgenum, scn.flexvertadr, scn.flexvertnum, scn.flexfaceadr, scn.flexfacenum,
        scn.flexfaceused, scn.flexedge, scn.skinfacenum, scn.skinvertadr, scn.skinvertnum})
    mju_free(numbers);
  for (float* numbers :
       {scn.flexvert, scn.flexface, scn.flexnormal, scn.flextexcoord, scn.skinvert, scn.skinnormal})
    mju_free(numbers);
}

void update_flexes(const Model& m, const Data& d, const mjvOption& opt, mjvScene& scn) {
  scn.flexvertopt = opt.flags[mjVIS_FLEXVERT], scn.flexedgeopt = opt.flags[mjVIS_FLEXEDGE];
  scn.flexfaceopt = opt.flags[mjVIS_FLEXFACE], scn.flexskinopt = opt.flags[mjVIS_FLEXSKIN];
  if (!scn.nflex) return;
  if (scn.nflex != m.nflex) throw Problem("the scene was made for another model");
  for (int i = 0; i < m.nflexvert; ++i)
    for (int k = 0; k < 3; ++k) scn.flexvert[3 * i + k] = static_cast<float>(d.flexvert_xpos[i][k]);
  for (int i = 0; i < m.nflex; ++i) {
    Faces faces(scn, i);
    if (m.flex_dim[i] == 1) continue;
    if (scn.flexskinopt)
      add_skin(m, d, i, faces);
    else if (scn.flexfaceopt)
      add_elements(m, d, i, opt.flex_layer, faces);
  }
}

void update_skins(const Model& m, const Data& d, mjvScene& scn) {
  if (!scn.nskin) return;
  if (scn.nskin != m.nskin) throw Problem("the scene was made for another model");
  for (int i = 0; i < m.nskin; ++i) {
    const viewer::PosedVertices posed = viewer::pose_skin(m, d, i);
    for (std::size_t v = 0; v < posed.place.size(); ++v)
      for (int k = 0; k < 3; ++k) {
        const std::size_t number = 3 * (count(m.skin_vertadr[i]) + v) + count(k);
        scn.skinvert[number] = posed.place[v][k], scn.skinnormal[number] = posed.normal[v][k];
      }
  }
}

CORTEN_API void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn) {
  perform("mjv_updateSkin", [=] { update_skins(model_of(m), data_of(m, d), *given(scn, "scn")); });
}
CORTEN_API void mjv_updateActiveSkin(const mjModel* m, const mjData* d, mjvScene* scn, const mjvOption* opt) {
  perform("mjv_updateActiveSkin", [=] {
    if (given(opt, "opt")->flags[mjVIS_SKIN]) update_skins(model_of(m), data_of(m, d), *given(scn, "scn"));
  });
}
CORTEN_API void mjv_updateActiveFlex(const mjModel* m, mjData* d, mjvScene* scn, const mjvOption* opt) {
  perform("mjv_updateActiveFlex",
          [=] { update_flexes(model_of(m), data_of(m, d), *given(opt, "opt"), *given(scn, "scn")); });
}

}  // namespace corten::capi
