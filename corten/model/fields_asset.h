// Fields of assets: meshes, skins, height fields, textures, materials.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Meshes.
struct MeshFields {
  Array<int> mesh_vertadr;
  Array<int> mesh_vertnum;
  Array<int> mesh_faceadr;
  Array<int> mesh_facenum;
  Array<int> mesh_bvhadr;
  Array<int> mesh_bvhnum;
  Array<int> mesh_octadr;
  Array<int> mesh_octnum;
  Array<int> mesh_normaladr;
  Array<int> mesh_normalnum;
  Array<int> mesh_texcoordadr;
  Array<int> mesh_texcoordnum;
  Array<int> mesh_graphadr;
  Array<Vec3<float>> mesh_vert;
  Array<Vec3<float>> mesh_normal;
  Array<Vec<float, 2>> mesh_texcoord;
  Array<Vec<int, 3>> mesh_face;
  Array<Vec<int, 3>> mesh_facenormal;
  Array<Vec<int, 3>> mesh_facetexcoord;
  Array<int> mesh_graph;
  Array<Vec3<Real>> mesh_scale;
  Array<Vec3<Real>> mesh_pos;
  Array<Quat<Real>> mesh_quat;
  Array<int> mesh_pathadr;
  Array<int> mesh_polynum;
  Array<int> mesh_polyadr;
  Array<Vec3<Real>> mesh_polynormal;
  Array<int> mesh_polyvertadr;
  Array<int> mesh_polyvertnum;
  Array<int> mesh_polyvert;
  Array<int> mesh_polymapadr;
  Array<int> mesh_polymapnum;
  Array<int> mesh_polymap;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("mesh_vertadr", f.mesh_vertadr, n.nmesh);
    fn("mesh_vertnum", f.mesh_vertnum, n.nmesh);
    fn("mesh_faceadr", f.mesh_faceadr, n.nmesh);
    fn("mesh_facenum", f.mesh_facenum, n.nmesh);
    fn("mesh_bvhadr", f.mesh_bvhadr, n.nmesh);
    fn("mesh_bvhnum", f.mesh_bvhnum, n.nmesh);
    fn("mesh_octadr", f.mesh_octadr, n.nmesh);
    fn("mesh_octnum", f.mesh_octnum, n.nmesh);
    fn("mesh_normaladr", f.mesh_normaladr, n.nmesh);
    fn("mesh_normalnum", f.mesh_normalnum, n.nmesh);
    fn("mesh_texcoordadr", f.mesh_texcoordadr, n.nmesh);
    fn("mesh_texcoordnum", f.mesh_texcoordnum, n.nmesh);
    fn("mesh_graphadr", f.mesh_graphadr, n.nmesh);
    fn("mesh_vert", f.mesh_vert, n.nmeshvert);
    fn("mesh_normal", f.mesh_normal, n.nmeshnormal);
    fn("mesh_texcoord", f.mesh_texcoord, n.nmeshtexcoord);
    fn("mesh_face", f.mesh_face, n.nmeshface);
    fn("mesh_facenormal", f.mesh_facenormal, n.nmeshface);
    fn("mesh_facetexcoord", f.mesh_facetexcoord, n.nmeshface);
    fn("mesh_graph", f.mesh_graph, n.nmeshgraph);
    fn("mesh_scale", f.mesh_scale, n.nmesh);
    fn("mesh_pos", f.mesh_pos, n.nmesh);
    fn("mesh_quat", f.mesh_quat, n.nmesh);
    fn("mesh_pathadr", f.mesh_pathadr, n.nmesh);
    fn("mesh_polynum", f.mesh_polynum, n.nmesh);
    fn("mesh_polyadr", f.mesh_polyadr, n.nmesh);
    fn("mesh_polynormal", f.mesh_polynormal, n.nmeshpoly);
    fn("mesh_polyvertadr", f.mesh_polyvertadr, n.nmeshpoly);
    fn("mesh_polyvertnum", f.mesh_polyvertnum, n.nmeshpoly);
    fn("mesh_polyvert", f.mesh_polyvert, n.nmeshpolyvert);
    fn("mesh_polymapadr", f.mesh_polymapadr, n.nmeshvert);
    fn("mesh_polymapnum", f.mesh_polymapnum, n.nmeshvert);
    fn("mesh_polymap", f.mesh_polymap, n.nmeshpolymap);
  }
};

// Skins.
struct SkinFields {
  Array<int> skin_matid;
  Array<int> skin_group;
  Array<Vec<float, 4>> skin_rgba;
  Array<float> skin_inflate;
  Array<int> skin_vertadr;
  Array<int> skin_vertnum;
  Array<int> skin_texcoordadr;
  Array<int> skin_faceadr;
  Array<int> skin_facenum;
  Array<int> skin_boneadr;
  Array<int> skin_bonenum;
  Array<Vec3<float>> skin_vert;
  Array<Vec<float, 2>> skin_texcoord;
  Array<Vec<int, 3>> skin_face;
  Array<int> skin_bonevertadr;
  Array<int> skin_bonevertnum;
  Array<Vec3<float>> skin_bonebindpos;
  Array<Quat<float>> skin_bonebindquat;
  Array<int> skin_bonebodyid;
  Array<int> skin_bonevertid;
  Array<float> skin_bonevertweight;
  Array<int> skin_pathadr;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("skin_matid", f.skin_matid, n.nskin);
    fn("skin_group", f.skin_group, n.nskin);
    fn("skin_rgba", f.skin_rgba, n.nskin);
    fn("skin_inflate", f.skin_inflate, n.nskin);
    fn("skin_vertadr", f.skin_vertadr, n.nskin);
    fn("skin_vertnum", f.skin_vertnum, n.nskin);
    fn("skin_texcoordadr", f.skin_texcoordadr, n.nskin);
    fn("skin_faceadr", f.skin_faceadr, n.nskin);
    fn("skin_facenum", f.skin_facenum, n.nskin);
    fn("skin_boneadr", f.skin_boneadr, n.nskin);
    fn("skin_bonenum", f.skin_bonenum, n.nskin);
    fn("skin_vert", f.skin_vert, n.nskinvert);
    fn("skin_texcoord", f.skin_texcoord, n.nskintexvert);
    fn("skin_face", f.skin_face, n.nskinface);
    fn("skin_bonevertadr", f.skin_bonevertadr, n.nskinbone);
    fn("skin_bonevertnum", f.skin_bonevertnum, n.nskinbone);
    fn("skin_bonebindpos", f.skin_bonebindpos, n.nskinbone);
    fn("skin_bonebindquat", f.skin_bonebindquat, n.nskinbone);
    fn("skin_bonebodyid", f.skin_bonebodyid, n.nskinbone);
    fn("skin_bonevertid", f.skin_bonevertid, n.nskinbonevert);
    fn("skin_bonevertweight", f.skin_bonevertweight, n.nskinbonevert);
    fn("skin_pathadr", f.skin_pathadr, n.nskin);
  }
};

// Height fields.
struct HFieldFields {
  Array<Vec<Real, 4>> hfield_size;
  Array<int> hfield_nrow;
  Array<int> hfield_ncol;
  Array<int> hfield_adr;
  Array<float> hfield_data;
  Array<int> hfield_pathadr;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("hfield_size", f.hfield_size, n.nhfield);
    fn("hfield_nrow", f.hfield_nrow, n.nhfield);
    fn("hfield_ncol", f.hfield_ncol, n.nhfield);
    fn("hfield_adr", f.hfield_adr, n.nhfield);
    fn("hfield_data", f.hfield_data, n.nhfielddata);
    fn("hfield_pathadr", f.hfield_pathadr, n.nhfield);
  }
};

// Textures.
struct TextureFields {
  Array<int> tex_type;
  Array<int> tex_colorspace;
  Array<int> tex_height;
  Array<int> tex_width;
  Array<int> tex_nchannel;
  Array<std::int64_t> tex_adr;
  Array<byte> tex_data;
  Array<int> tex_pathadr;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("tex_type", f.tex_type, n.ntex);
    fn("tex_colorspace", f.tex_colorspace, n.ntex);
    fn("tex_height", f.tex_height, n.ntex);
    fn("tex_width", f.tex_width, n.ntex);
    fn("tex_nchannel", f.tex_nchannel, n.ntex);
    fn("tex_adr", f.tex_adr, n.ntex);
    fn("tex_data", f.tex_data, n.ntexdata);
    fn("tex_pathadr", f.tex_pathadr, n.ntex);
  }
};

// Materials.
struct MaterialFields {
  Array<Vec<int, kNTexRole>> mat_texid;
  Array<byte> mat_texuniform;
  Array<Vec<float, 2>> mat_texrepeat;
  Array<float> mat_emission;
  Array<float> mat_specular;
  Array<float> mat_shininess;
  Array<float> mat_reflectance;
  Array<float> mat_metallic;
  Array<float> mat_roughness;
  Array<Vec<float, 4>> mat_rgba;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("mat_texid", f.mat_texid, n.nmat);
    fn("mat_texuniform", f.mat_texuniform, n.nmat);
    fn("mat_texrepeat", f.mat_texrepeat, n.nmat);
    fn("mat_emission", f.mat_emission, n.nmat);
    fn("mat_specular", f.mat_specular, n.nmat);
    fn("mat_shininess", f.mat_shininess, n.nmat);
    fn("mat_reflectance", f.mat_reflectance, n.nmat);
    fn("mat_metallic", f.mat_metallic, n.nmat);
    fn("mat_roughness", f.mat_roughness, n.nmat);
    fn("mat_rgba", f.mat_rgba, n.nmat);
  }
};

}  // namespace corten
