// Fields of assets: meshes, skins, height fields, textures, materials.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Meshes.
struct MeshFields {
  Array<int> mesh_vertadr;               // first vertex
  Array<int> mesh_vertnum;               // number of vertices
  Array<int> mesh_faceadr;               // first face
  Array<int> mesh_facenum;               // number of faces
  Array<int> mesh_bvhadr;                // first node of its bounding volume tree
  Array<int> mesh_bvhnum;                // number of nodes
  Array<int> mesh_octadr;                // first octree cell
  Array<int> mesh_octnum;                // number of octree cells
  Array<int> mesh_normaladr;             // first normal
  Array<int> mesh_normalnum;             // number of normals
  Array<int> mesh_texcoordadr;           // first texture coordinate, −1 if none
  Array<int> mesh_texcoordnum;           // number of texture coordinates
  Array<int> mesh_graphadr;              // start of its convex hull in mesh_graph, −1 if none
  Array<Vec3<float>> mesh_vert;          // vertices, centred and turned to principal axes [m]
  Array<Vec3<float>> mesh_normal;        // unit normals
  Array<Vec<float, 2>> mesh_texcoord;    // texture coordinates
  Array<Vec<int, 3>> mesh_face;          // vertices of a face, numbered within the mesh
  Array<Vec<int, 3>> mesh_facenormal;    // normals of a face, numbered within the mesh
  Array<Vec<int, 3>> mesh_facetexcoord;  // texture coordinates of a face, numbered within the mesh
  Array<int> mesh_graph;         // hull: nv nf, edge starts, vertex ids, neighbours (−1 ends a list), faces
  Array<Vec3<Real>> mesh_scale;  // factors applied to the file's vertices
  Array<Vec3<Real>> mesh_pos;    // offset taken away to centre the vertices [m]
  Array<Quat<Real>> mesh_quat;   // rotation taken away to reach principal axes
  Array<int> mesh_pathadr;       // start of its file name in paths, −1 if none
  Array<int> mesh_polynum;       // number of polygons
  Array<int> mesh_polyadr;       // first polygon
  Array<Vec3<Real>> mesh_polynormal;  // unit normal of a polygon
  Array<int> mesh_polyvertadr;        // first entry of a polygon in mesh_polyvert
  Array<int> mesh_polyvertnum;        // number of its corners
  Array<int> mesh_polyvert;           // corners, numbered within the mesh, counter-clockwise from outside
  Array<int> mesh_polymapadr;         // first entry of a vertex in mesh_polymap
  Array<int> mesh_polymapnum;         // number of polygons at a vertex
  Array<int> mesh_polymap;            // polygons at a vertex, numbered within the mesh

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
  Array<int> skin_matid;                 // material, −1 if none
  Array<int> skin_group;                 // group for viewers
  Array<Vec<float, 4>> skin_rgba;        // colour without a material
  Array<float> skin_inflate;             // offset along the normals [m]
  Array<int> skin_vertadr;               // first vertex
  Array<int> skin_vertnum;               // number of vertices
  Array<int> skin_texcoordadr;           // first texture coordinate, −1 if none
  Array<int> skin_faceadr;               // first face
  Array<int> skin_facenum;               // number of faces
  Array<int> skin_boneadr;               // first bone
  Array<int> skin_bonenum;               // number of bones
  Array<Vec3<float>> skin_vert;          // vertices in the pose of binding, world [m]
  Array<Vec<float, 2>> skin_texcoord;    // texture coordinates
  Array<Vec<int, 3>> skin_face;          // vertices of a face, numbered within the skin
  Array<int> skin_bonevertadr;           // first vertex entry of a bone
  Array<int> skin_bonevertnum;           // number of vertices a bone moves
  Array<Vec3<float>> skin_bonebindpos;   // position of the body at binding [m]
  Array<Quat<float>> skin_bonebindquat;  // orientation of the body at binding
  Array<int> skin_bonebodyid;            // body that is the bone
  Array<int> skin_bonevertid;            // vertex, numbered within the skin
  Array<float> skin_bonevertweight;      // share of the bone in the vertex
  Array<int> skin_pathadr;               // start of its file name in paths, −1 if none

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
  Array<Vec<Real, 4>> hfield_size;  // half-width x, y, height of the data's 1, thickness of the base [m]
  Array<int> hfield_nrow;           // rows of samples, along y
  Array<int> hfield_ncol;           // columns of samples, along x
  Array<int> hfield_adr;            // first sample in hfield_data
  Array<float> hfield_data;         // heights scaled to 0…1, row after row
  Array<int> hfield_pathadr;        // start of its file name in paths, −1 if none

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
  Array<int> tex_type;          // mjtTexture
  Array<int> tex_colorspace;    // mjtColorSpace
  Array<int> tex_height;        // [pixel]; six squares above each other for a cube
  Array<int> tex_width;         // [pixel]
  Array<int> tex_nchannel;      // bytes per pixel
  Array<std::int64_t> tex_adr;  // first byte in tex_data
  Array<byte> tex_data;         // pixels, row after row
  Array<int> tex_pathadr;       // start of its file name in paths, −1 if none

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
  Array<Vec<int, kNTexRole>> mat_texid;  // texture by mjtTextureRole, −1 if none
  Array<byte> mat_texuniform;          // whether the texture repeats per unit of length instead of per object
  Array<Vec<float, 2>> mat_texrepeat;  // repetitions along x and y
  Array<float> mat_emission;           // share of its colour that it emits
  Array<float> mat_specular;           // strength of highlights, 0 to 1
  Array<float> mat_shininess;          // sharpness of highlights, 0 to 1
  Array<float> mat_reflectance;        // share of mirrored light, 0 to 1
  Array<float> mat_metallic;           // 0 to 1; negative means unset
  Array<float> mat_roughness;          // 0 to 1; negative means unset
  Array<Vec<float, 4>> mat_rgba;       // colour

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
