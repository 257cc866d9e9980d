// Sizes of a compiled model.
#pragma once

#include <cstdint>

namespace corten {

struct Sizes {
  int nq = 0;                 // entries of qpos
  int nv = 0;                 // dofs
  int nu = 0;                 // actuators
  int na = 0;                 // activations
  int nbody = 0;              // bodies, the world included
  int nbvh = 0;               // nodes of all bounding volume trees
  int nbvhstatic = 0;         // of them, nodes of bodies and meshes
  int nbvhdynamic = 0;        // of them, nodes of flexes
  int noct = 0;               // octree cells
  int njnt = 0;               // joints
  int ntree = 0;              // kinematic trees with dofs
  int nM = 0;                 // entries of qM
  int nB = 0;                 // entries of the body-dof matrix
  int nC = 0;                 // entries of M
  int nD = 0;                 // entries of qDeriv
  int ngeom = 0;              // geoms
  int nsite = 0;              // sites
  int ncam = 0;               // cameras
  int nlight = 0;             // lights
  int nflex = 0;              // flexes
  int nflexnode = 0;          // nodes of all flexes
  int nflexvert = 0;          // vertices of all flexes
  int nflexedge = 0;          // edges of all flexes
  int nflexelem = 0;          // elements of all flexes
  int nflexelemdata = 0;      // entries of flex_elem
  int nflexelemedge = 0;      // entries of flex_elemedge
  int nflexshelldata = 0;     // entries of flex_shell
  int nflexevpair = 0;        // element-vertex pairs of all flexes
  int nflextexcoord = 0;      // texture coordinates of all flexes
  int nJfe = 0;               // entries of flexedge_J
  int nJfv = 0;               // entries of flexvert_J
  int nmesh = 0;              // meshes
  int nmeshvert = 0;          // vertices of all meshes
  int nmeshnormal = 0;        // normals of all meshes
  int nmeshtexcoord = 0;      // texture coordinates of all meshes
  int nmeshface = 0;          // faces of all meshes
  int nmeshgraph = 0;         // entries of mesh_graph
  int nmeshpoly = 0;          // polygons of all meshes
  int nmeshpolyvert = 0;      // entries of mesh_polyvert
  int nmeshpolymap = 0;       // entries of mesh_polymap
  int nskin = 0;              // skins
  int nskinvert = 0;          // vertices of all skins
  int nskintexvert = 0;       // texture coordinates of all skins
  int nskinface = 0;          // faces of all skins
  int nskinbone = 0;          // bones of all skins
  int nskinbonevert = 0;      // vertex entries of all bones
  int nhfield = 0;            // height fields
  int nhfielddata = 0;        // samples of all height fields
  int ntex = 0;               // textures
  std::int64_t ntexdata = 0;  // bytes of all textures
  int nmat = 0;               // materials
  int npair = 0;              // explicit contact pairs
  int nexclude = 0;           // excluded body pairs
  int neq = 0;                // equalities
  int ntendon = 0;            // tendons
  int nwrap = 0;              // path elements of all tendons
  int nsensor = 0;            // sensors
  int nnumeric = 0;           // custom numbers
  int nnumericdata = 0;       // entries of numeric_data
  int ntext = 0;              // custom texts
  int ntextdata = 0;          // characters of text_data
  int ntuple = 0;             // tuples
  int ntupledata = 0;         // entries of all tuples
  int nkey = 0;               // keyframes
  int nmocap = 0;             // mocap bodies
  int nplugin = 0;            // plugin instances
  int npluginattr = 0;        // characters of plugin_attr
  int nuser_body = 0;         // numbers per body in body_user
  int nuser_jnt = 0;          // numbers per joint
  int nuser_geom = 0;         // numbers per geom
  int nuser_site = 0;         // numbers per site
  int nuser_cam = 0;          // numbers per camera
  int nuser_tendon = 0;       // numbers per tendon
  int nuser_actuator = 0;     // numbers per actuator
  int nuser_sensor = 0;       // numbers per sensor
  int nnames = 0;             // characters of names
  int npaths = 0;             // characters of paths
  int nnames_map = 0;         // slots of names_map
  int nJmom = 0;              // room for entries of actuator_moment
  int ngravcomp = 0;          // bodies with gravity compensation
  int nemax = 0;              // room for equality rows
  int njmax = 0;              // room asked for constraint rows, −1 if left to the arena
  int nconmax = 0;            // room asked for contacts, −1 if left to the arena
  int nuserdata = 0;          // entries of userdata
  int nsensordata = 0;        // entries of sensordata
  int npluginstate = 0;       // entries of plugin_state
  int nhistory = 0;           // entries of history
  std::int64_t narena = 0;    // bytes of the step arena
  std::int64_t nbuffer = 0;   // bytes of all arrays of the model

  friend bool operator==(const Sizes&, const Sizes&) = default;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn("nq", n.nq);
    fn("nv", n.nv);
    fn("nu", n.nu);
    fn("na", n.na);
    fn("nbody", n.nbody);
    fn("nbvh", n.nbvh);
    fn("nbvhstatic", n.nbvhstatic);
    fn("nbvhdynamic", n.nbvhdynamic);
    fn("noct", n.noct);
    fn("njnt", n.njnt);
    fn("ntree", n.ntree);
    fn("nM", n.nM);
    fn("nB", n.nB);
    fn("nC", n.nC);
    fn("nD", n.nD);
    fn("ngeom", n.ngeom);
    fn("nsite", n.nsite);
    fn("ncam", n.ncam);
    fn("nlight", n.nlight);
    fn("nflex", n.nflex);
    fn("nflexnode", n.nflexnode);
    fn("nflexvert", n.nflexvert);
    fn("nflexedge", n.nflexedge);
    fn("nflexelem", n.nflexelem);
    fn("nflexelemdata", n.nflexelemdata);
    fn("nflexelemedge", n.nflexelemedge);
    fn("nflexshelldata", n.nflexshelldata);
    fn("nflexevpair", n.nflexevpair);
    fn("nflextexcoord", n.nflextexcoord);
    fn("nJfe", n.nJfe);
    fn("nJfv", n.nJfv);
    fn("nmesh", n.nmesh);
    fn("nmeshvert", n.nmeshvert);
    fn("nmeshnormal", n.nmeshnormal);
    fn("nmeshtexcoord", n.nmeshtexcoord);
    fn("nmeshface", n.nmeshface);
    fn("nmeshgraph", n.nmeshgraph);
    fn("nmeshpoly", n.nmeshpoly);
    fn("nmeshpolyvert", n.nmeshpolyvert);
    fn("nmeshpolymap", n.nmeshpolymap);
    fn("nskin", n.nskin);
    fn("nskinvert", n.nskinvert);
    fn("nskintexvert", n.nskintexvert);
    fn("nskinface", n.nskinface);
    fn("nskinbone", n.nskinbone);
    fn("nskinbonevert", n.nskinbonevert);
    fn("nhfield", n.nhfield);
    fn("nhfielddata", n.nhfielddata);
    fn("ntex", n.ntex);
    fn("ntexdata", n.ntexdata);
    fn("nmat", n.nmat);
    fn("npair", n.npair);
    fn("nexclude", n.nexclude);
    fn("neq", n.neq);
    fn("ntendon", n.ntendon);
    fn("nwrap", n.nwrap);
    fn("nsensor", n.nsensor);
    fn("nnumeric", n.nnumeric);
    fn("nnumericdata", n.nnumericdata);
    fn("ntext", n.ntext);
    fn("ntextdata", n.ntextdata);
    fn("ntuple", n.ntuple);
    fn("ntupledata", n.ntupledata);
    fn("nkey", n.nkey);
    fn("nmocap", n.nmocap);
    fn("nplugin", n.nplugin);
    fn("npluginattr", n.npluginattr);
    fn("nuser_body", n.nuser_body);
    fn("nuser_jnt", n.nuser_jnt);
    fn("nuser_geom", n.nuser_geom);
    fn("nuser_site", n.nuser_site);
    fn("nuser_cam", n.nuser_cam);
    fn("nuser_tendon", n.nuser_tendon);
    fn("nuser_actuator", n.nuser_actuator);
    fn("nuser_sensor", n.nuser_sensor);
    fn("nnames", n.nnames);
    fn("npaths", n.npaths);
    fn("nnames_map", n.nnames_map);
    fn("nJmom", n.nJmom);
    fn("ngravcomp", n.ngravcomp);
    fn("nemax", n.nemax);
    fn("njmax", n.njmax);
    fn("nconmax", n.nconmax);
    fn("nuserdata", n.nuserdata);
    fn("nsensordata", n.nsensordata);
    fn("npluginstate", n.npluginstate);
    fn("nhistory", n.nhistory);
    fn("narena", n.narena);
    fn("nbuffer", n.nbuffer);
  }
};

}  // namespace corten
