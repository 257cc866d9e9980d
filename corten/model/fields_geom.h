// Fields of what hangs on bodies: geoms, sites, cameras, lights, and their bounding volumes.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Geoms.
struct GeomFields {
  Array<int> geom_type;
  Array<int> geom_contype;
  Array<int> geom_conaffinity;
  Array<int> geom_condim;
  Array<int> geom_bodyid;
  Array<int> geom_dataid;
  Array<int> geom_matid;
  Array<int> geom_group;
  Array<int> geom_priority;
  Array<int> geom_plugin;
  Array<byte> geom_sameframe;
  Array<Real> geom_solmix;
  Array<Vec<Real, kNRef>> geom_solref;
  Array<Vec<Real, kNImp>> geom_solimp;
  Array<Vec3<Real>> geom_size;
  Array<Aabb<Real>> geom_aabb;
  Array<Real> geom_rbound;
  Array<Vec3<Real>> geom_pos;
  Array<Quat<Real>> geom_quat;
  Array<Vec3<Real>> geom_friction;
  Array<Real> geom_margin;
  Array<Real> geom_gap;
  Array<Vec<Real, kNFluid>> geom_fluid;
  Array2<Real> geom_user;
  Array<Vec<float, 4>> geom_rgba;

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
  Array<int> site_type;
  Array<int> site_bodyid;
  Array<int> site_matid;
  Array<int> site_group;
  Array<byte> site_sameframe;
  Array<Vec3<Real>> site_size;
  Array<Vec3<Real>> site_pos;
  Array<Quat<Real>> site_quat;
  Array2<Real> site_user;
  Array<Vec<float, 4>> site_rgba;

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
  Array<int> cam_mode;
  Array<int> cam_bodyid;
  Array<int> cam_targetbodyid;
  Array<Vec3<Real>> cam_pos;
  Array<Quat<Real>> cam_quat;
  Array<Vec3<Real>> cam_poscom0;
  Array<Vec3<Real>> cam_pos0;
  Array<Mat3<Real>> cam_mat0;
  Array<int> cam_projection;
  Array<Real> cam_fovy;
  Array<Real> cam_ipd;
  Array<Vec<int, 2>> cam_resolution;
  Array<int> cam_output;
  Array<Vec<float, 2>> cam_sensorsize;
  Array<Vec<float, 4>> cam_intrinsic;
  Array2<Real> cam_user;

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
  Array<int> light_mode;
  Array<int> light_bodyid;
  Array<int> light_targetbodyid;
  Array<int> light_type;
  Array<int> light_texid;
  Array<byte> light_castshadow;
  Array<float> light_bulbradius;
  Array<float> light_intensity;
  Array<float> light_range;
  Array<byte> light_active;
  Array<Vec3<Real>> light_pos;
  Array<Vec3<Real>> light_dir;
  Array<Vec3<Real>> light_poscom0;
  Array<Vec3<Real>> light_pos0;
  Array<Vec3<Real>> light_dir0;
  Array<Vec3<float>> light_attenuation;
  Array<float> light_cutoff;
  Array<float> light_exponent;
  Array<Vec3<float>> light_ambient;
  Array<Vec3<float>> light_diffuse;
  Array<Vec3<float>> light_specular;

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
  Array<int> bvh_depth;
  Array<Vec<int, 2>> bvh_child;
  Array<int> bvh_nodeid;
  Array<Aabb<Real>> bvh_aabb;
  Array<int> oct_depth;
  Array<Vec<int, 8>> oct_child;
  Array<Aabb<Real>> oct_aabb;
  Array<Vec<Real, 8>> oct_coeff;

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
