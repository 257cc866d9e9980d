// Fields for people: custom data, keyframes, names and paths.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Custom numbers, texts and tuples.
struct CustomFields {
  Array<int> numeric_adr;    // first number in numeric_data
  Array<int> numeric_size;   // how many
  Array<Real> numeric_data;  // numbers of all custom fields
  Array<int> text_adr;       // first character in text_data
  Array<int> text_size;      // how many, the closing 0 included
  Array<char> text_data;     // texts of all custom fields, each ended by 0
  Array<int> tuple_adr;      // first entry in tuple_objtype and its fellows
  Array<int> tuple_size;     // number of entries
  Array<int> tuple_objtype;  // mjtObj of an entry
  Array<int> tuple_objid;    // object of an entry
  Array<Real> tuple_objprm;  // number attached to an entry

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("numeric_adr", f.numeric_adr, n.nnumeric);
    fn("numeric_size", f.numeric_size, n.nnumeric);
    fn("numeric_data", f.numeric_data, n.nnumericdata);
    fn("text_adr", f.text_adr, n.ntext);
    fn("text_size", f.text_size, n.ntext);
    fn("text_data", f.text_data, n.ntextdata);
    fn("tuple_adr", f.tuple_adr, n.ntuple);
    fn("tuple_size", f.tuple_size, n.ntuple);
    fn("tuple_objtype", f.tuple_objtype, n.ntupledata);
    fn("tuple_objid", f.tuple_objid, n.ntupledata);
    fn("tuple_objprm", f.tuple_objprm, n.ntupledata);
  }
};

// Keyframes.
struct KeyFields {
  Array<Real> key_time;    // simulation time [s]
  Array2<Real> key_qpos;   // configuration
  Array2<Real> key_qvel;   // velocity
  Array2<Real> key_act;    // activations
  Array2<Real> key_mpos;   // mocap positions, three per mocap body [m]
  Array2<Real> key_mquat;  // mocap quaternions, four per mocap body
  Array2<Real> key_ctrl;   // controls

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("key_time", f.key_time, n.nkey);
    fn("key_qpos", f.key_qpos, n.nkey, n.nq);
    fn("key_qvel", f.key_qvel, n.nkey, n.nv);
    fn("key_act", f.key_act, n.nkey, n.na);
    fn("key_mpos", f.key_mpos, n.nkey, n.nmocap * 3);
    fn("key_mquat", f.key_mquat, n.nkey, n.nmocap * 4);
    fn("key_ctrl", f.key_ctrl, n.nkey, n.nu);
  }
};

// Names and asset paths.
struct NameFields {
  Array<int> name_bodyadr;      // start of each body's name in names
  Array<int> name_jntadr;       // start of each joint's name
  Array<int> name_geomadr;      // start of each geom's name
  Array<int> name_siteadr;      // start of each site's name
  Array<int> name_camadr;       // start of each camera's name
  Array<int> name_lightadr;     // start of each light's name
  Array<int> name_flexadr;      // start of each flex's name
  Array<int> name_meshadr;      // start of each mesh's name
  Array<int> name_skinadr;      // start of each skin's name
  Array<int> name_hfieldadr;    // start of each height field's name
  Array<int> name_texadr;       // start of each texture's name
  Array<int> name_matadr;       // start of each material's name
  Array<int> name_pairadr;      // start of each pair's name
  Array<int> name_excludeadr;   // start of each exclusion's name
  Array<int> name_eqadr;        // start of each equality's name
  Array<int> name_tendonadr;    // start of each tendon's name
  Array<int> name_actuatoradr;  // start of each actuator's name
  Array<int> name_sensoradr;    // start of each sensor's name
  Array<int> name_numericadr;   // start of each custom number's name
  Array<int> name_textadr;      // start of each custom text's name
  Array<int> name_tupleadr;     // start of each tuple's name
  Array<int> name_keyadr;       // start of each keyframe's name
  Array<int> name_pluginadr;    // start of each plugin instance's name
  Array<char> names;            // model name, then all names, each ended by 0; an empty one means unnamed
  Array<int> names_map;  // hash table from name to id, one block per object type, −1 for an empty slot
  Array<char> paths;     // file names of assets, each ended by 0

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("name_bodyadr", f.name_bodyadr, n.nbody);
    fn("name_jntadr", f.name_jntadr, n.njnt);
    fn("name_geomadr", f.name_geomadr, n.ngeom);
    fn("name_siteadr", f.name_siteadr, n.nsite);
    fn("name_camadr", f.name_camadr, n.ncam);
    fn("name_lightadr", f.name_lightadr, n.nlight);
    fn("name_flexadr", f.name_flexadr, n.nflex);
    fn("name_meshadr", f.name_meshadr, n.nmesh);
    fn("name_skinadr", f.name_skinadr, n.nskin);
    fn("name_hfieldadr", f.name_hfieldadr, n.nhfield);
    fn("name_texadr", f.name_texadr, n.ntex);
    fn("name_matadr", f.name_matadr, n.nmat);
    fn("name_pairadr", f.name_pairadr, n.npair);
    fn("name_excludeadr", f.name_excludeadr, n.nexclude);
    fn("name_eqadr", f.name_eqadr, n.neq);
    fn("name_tendonadr", f.name_tendonadr, n.ntendon);
    fn("name_actuatoradr", f.name_actuatoradr, n.nu);
    fn("name_sensoradr", f.name_sensoradr, n.nsensor);
    fn("name_numericadr", f.name_numericadr, n.nnumeric);
    fn("name_textadr", f.name_textadr, n.ntext);
    fn("name_tupleadr", f.name_tupleadr, n.ntuple);
    fn("name_keyadr", f.name_keyadr, n.nkey);
    fn("name_pluginadr", f.name_pluginadr, n.nplugin);
    fn("names", f.names, n.nnames);
    fn("names_map", f.names_map, n.nnames_map);
    fn("paths", f.paths, n.npaths);
  }
};

}  // namespace corten
