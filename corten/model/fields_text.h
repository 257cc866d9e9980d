// Fields for people: custom data, keyframes, names and paths.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Custom numbers, texts and tuples.
struct CustomFields {
  Array<int> numeric_adr;
  Array<int> numeric_size;
  Array<Real> numeric_data;
  Array<int> text_adr;
  Array<int> text_size;
  Array<char> text_data;
  Array<int> tuple_adr;
  Array<int> tuple_size;
  Array<int> tuple_objtype;
  Array<int> tuple_objid;
  Array<Real> tuple_objprm;

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
  Array<Real> key_time;
  Array2<Real> key_qpos;
  Array2<Real> key_qvel;
  Array2<Real> key_act;
  Array2<Real> key_mpos;
  Array2<Real> key_mquat;
  Array2<Real> key_ctrl;

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
  Array<int> name_bodyadr;
  Array<int> name_jntadr;
  Array<int> name_geomadr;
  Array<int> name_siteadr;
  Array<int> name_camadr;
  Array<int> name_lightadr;
  Array<int> name_flexadr;
  Array<int> name_meshadr;
  Array<int> name_skinadr;
  Array<int> name_hfieldadr;
  Array<int> name_texadr;
  Array<int> name_matadr;
  Array<int> name_pairadr;
  Array<int> name_excludeadr;
  Array<int> name_eqadr;
  Array<int> name_tendonadr;
  Array<int> name_actuatoradr;
  Array<int> name_sensoradr;
  Array<int> name_numericadr;
  Array<int> name_textadr;
  Array<int> name_tupleadr;
  Array<int> name_keyadr;
  Array<int> name_pluginadr;
  Array<char> names;
  Array<int> names_map;
  Array<char> paths;

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
