// The kinds of objects a model has: their type, their word, how many there are and where their names begin.
#pragma once

#include "corten/model/enums.h"
#include "corten/model/fields_text.h"
#include "corten/model/sizes.h"

namespace corten {

struct ObjectKind {
  mjtObj type;
  const char* word;             // in MJCF, messages and mju_type2Str
  int Sizes::*count = nullptr;  // null: the kind has no names of its own
  Array<int> NameFields::*name_adr = nullptr;
};

// in the order of mjtObj, which is that of names and of the blocks of names_map
inline constexpr ObjectKind kObjectKinds[] = {
    {mjOBJ_BODY, "body", &Sizes::nbody, &NameFields::name_bodyadr},
    {mjOBJ_XBODY, "xbody"},  // a body in its own frame: named as one
    {mjOBJ_JOINT, "joint", &Sizes::njnt, &NameFields::name_jntadr},
    {mjOBJ_DOF, "dof"},
    {mjOBJ_GEOM, "geom", &Sizes::ngeom, &NameFields::name_geomadr},
    {mjOBJ_SITE, "site", &Sizes::nsite, &NameFields::name_siteadr},
    {mjOBJ_CAMERA, "camera", &Sizes::ncam, &NameFields::name_camadr},
    {mjOBJ_LIGHT, "light", &Sizes::nlight, &NameFields::name_lightadr},
    {mjOBJ_FLEX, "flex", &Sizes::nflex, &NameFields::name_flexadr},
    {mjOBJ_MESH, "mesh", &Sizes::nmesh, &NameFields::name_meshadr},
    {mjOBJ_SKIN, "skin", &Sizes::nskin, &NameFields::name_skinadr},
    {mjOBJ_HFIELD, "hfield", &Sizes::nhfield, &NameFields::name_hfieldadr},
    {mjOBJ_TEXTURE, "texture", &Sizes::ntex, &NameFields::name_texadr},
    {mjOBJ_MATERIAL, "material", &Sizes::nmat, &NameFields::name_matadr},
    {mjOBJ_PAIR, "pair", &Sizes::npair, &NameFields::name_pairadr},
    {mjOBJ_EXCLUDE, "exclude", &Sizes::nexclude, &NameFields::name_excludeadr},
    {mjOBJ_EQUALITY, "equality", &Sizes::neq, &NameFields::name_eqadr},
    {mjOBJ_TENDON, "tendon", &Sizes::ntendon, &NameFields::name_tendonadr},
    {mjOBJ_ACTUATOR, "actuator", &Sizes::nu, &NameFields::name_actuatoradr},
    {mjOBJ_SENSOR, "sensor", &Sizes::nsensor, &NameFields::name_sensoradr},
    {mjOBJ_NUMERIC, "numeric", &Sizes::nnumeric, &NameFields::name_numericadr},
    {mjOBJ_TEXT, "text", &Sizes::ntext, &NameFields::name_textadr},
    {mjOBJ_TUPLE, "tuple", &Sizes::ntuple, &NameFields::name_tupleadr},
    {mjOBJ_KEY, "key", &Sizes::nkey, &NameFields::name_keyadr},
    {mjOBJ_PLUGIN, "plugin", &Sizes::nplugin, &NameFields::name_pluginadr},
    {mjOBJ_FRAME, "frame"},  // of a specification; no object of a model, so no attribute can name it
};

// Null if there is none.
constexpr const ObjectKind* object_kind(int type) {
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.type == type) return &kind;
  return nullptr;
}
constexpr const char* object_word(int type) {
  const ObjectKind* kind = object_kind(type);
  return kind ? kind->word : nullptr;
}

}  // namespace corten
