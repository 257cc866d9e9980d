// Fields of what hangs on bodies: geoms, sites, cameras, lights, and their bounding volumes.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Geoms.
struct GeomFields {
  Array<int> geom_type;                  // mjtGeom
  Array<int> geom_contype;               // bits offered to the other geom's conaffinity
  Array<int> geom_conaffinity;           // bits accepted from the other geom's contype
  Array<int> geom_condim;                // dimensions of its contacts: 1, 3, 4 or 6
  Array<int> geom_bodyid;                // body it is fixed to
  Array<int> geom_dataid;                // mesh or height field, −1 for a primitive
  Array<int> geom_matid;                 // material, −1 if none
  Array<int> geom_group;                 // group for viewers, rays and inertia
  Array<int> geom_priority;              // of two geoms the higher one decides the contact parameters
  Array<int> geom_plugin;                // plugin instance, −1 if none
  Array<byte> geom_sameframe;            // mjtSameFrame: how its frame coincides with a frame of the body
  Array<Real> geom_solmix;               // weight when contact parameters are mixed
  Array<Vec<Real, kNRef>> geom_solref;   // reference of its contacts
  Array<Vec<Real, kNImp>> geom_solimp;   // impedance of its contacts
  Array<Vec3<Real>> geom_size;           // radius and half-lengths by type [m]
  Array<Aabb<Real>> geom_aabb;           // box around it, in its own frame [m]
  Array<Real> geom_rbound;               // radius of the sphere around it, 0 for a plane [m]
  Array<Vec3<Real>> geom_pos;            // origin in the body frame [m]
  Array<Quat<Real>> geom_quat;           // orientation in the body frame
  Array<Vec3<Real>> geom_friction;       // sliding, spinning [m], rolling [m]
  Array<Real> geom_margin;               // distance at which contacts are detected [m]
  Array<Real> geom_gap;                  // part of the margin in which a contact exerts no force [m]
  Array<Vec<Real, kNFluid>> geom_fluid;  // coefficients of the ellipsoid fluid model; the first is 0 when off
  Array2<Real> geom_user;                // user numbers
  Array<Vec<float, 4>> geom_rgba;        // colour without a material

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("geom_type", f.geom_type, n.ngeom);
    fn("geom_contype", f.geom_contype, n.ngeom);
    fn("geom_conaffinity", f.geom_conaffinity, n.ngeom);
    fn("geom_condim", f.geom_condim, n.ngeom);
    fn("geom_bodyid", f.geom_bodyid, n.ngeom);
    fn("geom_dataid", f.geom_dataid, n.ngeom);
    fn("geom_matid", f.geom_matid, n.ngeom);
    fn("geom_group", f.geom_group, n.ngeom);
    fn("geom_priority", f.geom_priority, n.ngeom);
    fn("geom_plugin", f.geom_plugin, n.ngeom);
    fn("geom_sameframe", f.geom_sameframe, n.ngeom);
    fn("geom_solmix", f.geom_solmix, n.ngeom);
    fn("geom_solref", f.geom_solref, n.ngeom);
    fn("geom_solimp", f.geom_solimp, n.ngeom);
    fn("geom_size", f.geom_size, n.ngeom);
    fn("geom_aabb", f.geom_aabb, n.ngeom);
    fn("geom_rbound", f.geom_rbound, n.ngeom);
    fn("geom_pos", f.geom_pos, n.ngeom);
    fn("geom_quat", f.geom_quat, n.ngeom);
    fn("geom_friction", f.geom_friction, n.ngeom);
    fn("geom_margin", f.geom_margin, n.ngeom);
    fn("geom_gap", f.geom_gap, n.ngeom);
    fn("geom_fluid", f.geom_fluid, n.ngeom);
    fn("geom_user", f.geom_user, n.ngeom, n.nuser_geom);
    fn("geom_rgba", f.geom_rgba, n.ngeom);
  }
};

// Sites.
struct SiteFields {
  Array<int> site_type;            // mjtGeom
  Array<int> site_bodyid;          // body it is fixed to
  Array<int> site_matid;           // material, −1 if none
  Array<int> site_group;           // group for viewers
  Array<byte> site_sameframe;      // mjtSameFrame: how its frame coincides with a frame of the body
  Array<Vec3<Real>> site_size;     // as geom_size [m]; the volume of touch sensors
  Array<Vec3<Real>> site_pos;      // origin in the body frame [m]
  Array<Quat<Real>> site_quat;     // orientation in the body frame
  Array2<Real> site_user;          // user numbers
  Array<Vec<float, 4>> site_rgba;  // colour without a material

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("site_type", f.site_type, n.nsite);
    fn("site_bodyid", f.site_bodyid, n.nsite);
    fn("site_matid", f.site_matid, n.nsite);
    fn("site_group", f.site_group, n.nsite);
    fn("site_sameframe", f.site_sameframe, n.nsite);
    fn("site_size", f.site_size, n.nsite);
    fn("site_pos", f.site_pos, n.nsite);
    fn("site_quat", f.site_quat, n.nsite);
    fn("site_user", f.site_user, n.nsite, n.nuser_site);
    fn("site_rgba", f.site_rgba, n.nsite);
  }
};

// Cameras.
struct CameraFields {
  Array<int> cam_mode;            // mjtCamLight: fixed, tracking or aiming
  Array<int> cam_bodyid;          // body it is fixed to
  Array<int> cam_targetbodyid;    // body it aims at, −1 if none
  Array<Vec3<Real>> cam_pos;      // origin in the body frame [m]
  Array<Quat<Real>> cam_quat;     // orientation in the body frame; looks along −z, y is up
  Array<Vec3<Real>> cam_poscom0;  // from the subtree centre of mass to it at qpos0, world axes [m]
  Array<Vec3<Real>> cam_pos0;     // from the body to the camera at qpos0, world axes [m]
  Array<Mat3<Real>> cam_mat0;     // orientation at qpos0
  Array<int> cam_projection;      // mjtProjection: perspective or orthographic
  Array<Real> cam_fovy;           // vertical field of view [deg], height of the image when orthographic [m]
  Array<Real> cam_ipd;            // distance between the eyes [m]
  Array<Vec<int, 2>> cam_resolution;    // image width and height [pixel]
  Array<int> cam_output;                // mjtCamOutBit: kinds of image it produces
  Array<Vec<float, 2>> cam_sensorsize;  // width and height of the image sensor [m]; 0 means cam_fovy counts
  Array<Vec<float, 4>> cam_intrinsic;   // focal length x, y, principal point x, y [m]
  Array2<Real> cam_user;                // user numbers

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("cam_mode", f.cam_mode, n.ncam);
    fn("cam_bodyid", f.cam_bodyid, n.ncam);
    fn("cam_targetbodyid", f.cam_targetbodyid, n.ncam);
    fn("cam_pos", f.cam_pos, n.ncam);
    fn("cam_quat", f.cam_quat, n.ncam);
    fn("cam_poscom0", f.cam_poscom0, n.ncam);
    fn("cam_pos0", f.cam_pos0, n.ncam);
    fn("cam_mat0", f.cam_mat0, n.ncam);
    fn("cam_projection", f.cam_projection, n.ncam);
    fn("cam_fovy", f.cam_fovy, n.ncam);
    fn("cam_ipd", f.cam_ipd, n.ncam);
    fn("cam_resolution", f.cam_resolution, n.ncam);
    fn("cam_output", f.cam_output, n.ncam);
    fn("cam_sensorsize", f.cam_sensorsize, n.ncam);
    fn("cam_intrinsic", f.cam_intrinsic, n.ncam);
    fn("cam_user", f.cam_user, n.ncam, n.nuser_cam);
  }
};

// Lights.
struct LightFields {
  Array<int> light_mode;                 // mjtCamLight: fixed, tracking or aiming
  Array<int> light_bodyid;               // body it is fixed to
  Array<int> light_targetbodyid;         // body it aims at, −1 if none
  Array<int> light_type;                 // mjtLightType
  Array<int> light_texid;                // texture of an image light, −1 if none
  Array<byte> light_castshadow;          // whether it casts shadows
  Array<float> light_bulbradius;         // radius for soft shadows [m]
  Array<float> light_intensity;          // luminous intensity [cd]
  Array<float> light_range;              // distance within which it acts [m]
  Array<byte> light_active;              // whether it shines
  Array<Vec3<Real>> light_pos;           // position in the body frame [m]
  Array<Vec3<Real>> light_dir;           // unit direction in the body frame
  Array<Vec3<Real>> light_poscom0;       // from the subtree centre of mass to it at qpos0, world axes [m]
  Array<Vec3<Real>> light_pos0;          // from the body to the light at qpos0, world axes [m]
  Array<Vec3<Real>> light_dir0;          // direction at qpos0, world
  Array<Vec3<float>> light_attenuation;  // constant, linear and quadratic factor of distance
  Array<float> light_cutoff;             // half-angle of a spotlight [deg]
  Array<float> light_exponent;           // how fast a spotlight fades off its axis
  Array<Vec3<float>> light_ambient;      // ambient colour
  Array<Vec3<float>> light_diffuse;      // diffuse colour
  Array<Vec3<float>> light_specular;     // specular colour

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("light_mode", f.light_mode, n.nlight);
    fn("light_bodyid", f.light_bodyid, n.nlight);
    fn("light_targetbodyid", f.light_targetbodyid, n.nlight);
    fn("light_type", f.light_type, n.nlight);
    fn("light_texid", f.light_texid, n.nlight);
    fn("light_castshadow", f.light_castshadow, n.nlight);
    fn("light_bulbradius", f.light_bulbradius, n.nlight);
    fn("light_intensity", f.light_intensity, n.nlight);
    fn("light_range", f.light_range, n.nlight);
    fn("light_active", f.light_active, n.nlight);
    fn("light_pos", f.light_pos, n.nlight);
    fn("light_dir", f.light_dir, n.nlight);
    fn("light_poscom0", f.light_poscom0, n.nlight);
    fn("light_pos0", f.light_pos0, n.nlight);
    fn("light_dir0", f.light_dir0, n.nlight);
    fn("light_attenuation", f.light_attenuation, n.nlight);
    fn("light_cutoff", f.light_cutoff, n.nlight);
    fn("light_exponent", f.light_exponent, n.nlight);
    fn("light_ambient", f.light_ambient, n.nlight);
    fn("light_diffuse", f.light_diffuse, n.nlight);
    fn("light_specular", f.light_specular, n.nlight);
  }
};

// Bounding volume hierarchies and octrees.
struct TreeFields {
  Array<int> bvh_depth;           // depth of the node, 0 at the root
  Array<Vec<int, 2>> bvh_child;   // children, −1 −1 for a leaf
  Array<int> bvh_nodeid;          // what a leaf holds: geom, face or flex element; −1 inside the tree
  Array<Aabb<Real>> bvh_aabb;     // box of a static node, in the frame of its body or mesh
  Array<int> oct_depth;           // depth of the cell, 0 at the root
  Array<Vec<int, 8>> oct_child;   // children, −1 where there is none
  Array<Aabb<Real>> oct_aabb;     // box of the cell in the mesh frame [m]
  Array<Vec<Real, 8>> oct_coeff;  // signed distance at the eight corners [m]

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("bvh_depth", f.bvh_depth, n.nbvh);
    fn("bvh_child", f.bvh_child, n.nbvh);
    fn("bvh_nodeid", f.bvh_nodeid, n.nbvh);
    fn("bvh_aabb", f.bvh_aabb, n.nbvhstatic);
    fn("oct_depth", f.oct_depth, n.noct);
    fn("oct_child", f.oct_child, n.noct);
    fn("oct_aabb", f.oct_aabb, n.noct);
    fn("oct_coeff", f.oct_coeff, n.noct);
  }
};

}  // namespace corten
