// Writes the names of all objects, their addresses and the hash map from names to ids.
#include <cstring>

#include "corten/compile/passes.h"

namespace corten {
namespace {

// the order of the names and of the blocks of the hash map
struct NamedType {
  mjtObj type;
  Array<int> NameFields::*adr;
};
constexpr NamedType kNamedTypes[] = {
    {mjOBJ_BODY, &NameFields::name_bodyadr},         {mjOBJ_JOINT, &NameFields::name_jntadr},
    {mjOBJ_GEOM, &NameFields::name_geomadr},         {mjOBJ_SITE, &NameFields::name_siteadr},
    {mjOBJ_CAMERA, &NameFields::name_camadr},        {mjOBJ_LIGHT, &NameFields::name_lightadr},
    {mjOBJ_FLEX, &NameFields::name_flexadr},         {mjOBJ_MESH, &NameFields::name_meshadr},
    {mjOBJ_SKIN, &NameFields::name_skinadr},         {mjOBJ_HFIELD, &NameFields::name_hfieldadr},
    {mjOBJ_TEXTURE, &NameFields::name_texadr},       {mjOBJ_MATERIAL, &NameFields::name_matadr},
    {mjOBJ_PAIR, &NameFields::name_pairadr},         {mjOBJ_EXCLUDE, &NameFields::name_excludeadr},
    {mjOBJ_EQUALITY, &NameFields::name_eqadr},       {mjOBJ_TENDON, &NameFields::name_tendonadr},
    {mjOBJ_ACTUATOR, &NameFields::name_actuatoradr}, {mjOBJ_SENSOR, &NameFields::name_sensoradr},
    {mjOBJ_NUMERIC, &NameFields::name_numericadr},   {mjOBJ_TEXT, &NameFields::name_textadr},
    {mjOBJ_TUPLE, &NameFields::name_tupleadr},       {mjOBJ_KEY, &NameFields::name_keyadr},
    {mjOBJ_PLUGIN, &NameFields::name_pluginadr}};

// djb2 with xor
std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 5381;
  for (const char c : name) hash = (hash * 33) ^ static_cast<std::uint64_t>(static_cast<signed char>(c));
  return hash;
}

int write_name(Model& m, int adr, const std::string& name) {
  std::memcpy(&m.names[adr], name.c_str(), name.size() + 1);
  return adr + static_cast<int>(name.size()) + 1;
}

// open addressing with linear probing in 2·count slots
void write_map(const std::vector<std::string>& names, std::span<int> slots) {
  for (int& slot : slots) slot = -1;
  for (int id = 0; id < static_cast<int>(names.size()); ++id) {
    if (names[id].empty()) continue;
    std::size_t slot = hash_name(names[id]) % slots.size();
    while (slots[slot] != -1) slot = (slot + 1) % slots.size();
    slots[slot] = id;
  }
}

}  // namespace

void fill_names(const Spec& spec, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  int adr = write_name(m, 0, spec.modelname);
  int map = 0;
  for (const NamedType& named : kNamedTypes) {
    const std::vector<std::string>& names = draft.names.names(named.type);
    const int count = static_cast<int>(names.size());
    for (int id = 0; id < count; ++id) {
      (m.*named.adr)[id] = adr;
      adr = write_name(m, adr, names[id]);
    }
    write_map(names, m.names_map.slice(map, 2 * count));
    map += 2 * count;
  }
}

}  // namespace corten
