#include "corten/model/names.h"

#include <cstdint>
#include <span>

namespace corten {
namespace {

// Objects of one type: where their names begin, in the order of names_map.
struct NameBlock {
  int type;
  int Sizes::*count;
  Array<int> NameFields::*adr;
};

constexpr NameBlock kBlocks[] = {
    {mjOBJ_BODY, &Sizes::nbody, &NameFields::name_bodyadr},
    {mjOBJ_JOINT, &Sizes::njnt, &NameFields::name_jntadr},
    {mjOBJ_GEOM, &Sizes::ngeom, &NameFields::name_geomadr},
    {mjOBJ_SITE, &Sizes::nsite, &NameFields::name_siteadr},
    {mjOBJ_CAMERA, &Sizes::ncam, &NameFields::name_camadr},
    {mjOBJ_LIGHT, &Sizes::nlight, &NameFields::name_lightadr},
    {mjOBJ_FLEX, &Sizes::nflex, &NameFields::name_flexadr},
    {mjOBJ_MESH, &Sizes::nmesh, &NameFields::name_meshadr},
    {mjOBJ_SKIN, &Sizes::nskin, &NameFields::name_skinadr},
    {mjOBJ_HFIELD, &Sizes::nhfield, &NameFields::name_hfieldadr},
    {mjOBJ_TEXTURE, &Sizes::ntex, &NameFields::name_texadr},
    {mjOBJ_MATERIAL, &Sizes::nmat, &NameFields::name_matadr},
    {mjOBJ_PAIR, &Sizes::npair, &NameFields::name_pairadr},
    {mjOBJ_EXCLUDE, &Sizes::nexclude, &NameFields::name_excludeadr},
    {mjOBJ_EQUALITY, &Sizes::neq, &NameFields::name_eqadr},
    {mjOBJ_TENDON, &Sizes::ntendon, &NameFields::name_tendonadr},
    {mjOBJ_ACTUATOR, &Sizes::nu, &NameFields::name_actuatoradr},
    {mjOBJ_SENSOR, &Sizes::nsensor, &NameFields::name_sensoradr},
    {mjOBJ_NUMERIC, &Sizes::nnumeric, &NameFields::name_numericadr},
    {mjOBJ_TEXT, &Sizes::ntext, &NameFields::name_textadr},
    {mjOBJ_TUPLE, &Sizes::ntuple, &NameFields::name_tupleadr},
    {mjOBJ_KEY, &Sizes::nkey, &NameFields::name_keyadr},
    {mjOBJ_PLUGIN, &Sizes::nplugin, &NameFields::name_pluginadr},
};

const NameBlock* find_block(int type) {
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  for (const NameBlock& block : kBlocks)
    if (block.type == type) return &block;
  return nullptr;
}

// Index of the block's first slot in names_map.
int first_slot(const Sizes& n, const NameBlock& block) {
  int slots = 0;
  for (const NameBlock* b = kBlocks; b != &block; ++b) slots += 2 * (n.*(b->count));
  return slots;
}

// the oracle's hash: 33 h ^ c over signed characters
int home_slot(std::string_view name, int slots) {
  std::uint64_t h = 5381;
  for (const char c : name) h = (h * 33) ^ static_cast<std::uint64_t>(static_cast<signed char>(c));
  return static_cast<int>(h % static_cast<std::uint64_t>(slots));
}

std::string_view name_at(const Model& m, int adr) {
  if (adr < 0 || adr >= m.names.size()) return {};
  const char* first = m.names.data() + adr;
  std::size_t length = 0;
  while (adr + static_cast<int>(length) < m.names.size() && first[length]) ++length;
  return {first, length};
}

}  // namespace

int object_count(const Model& m, int type) {
  const NameBlock* block = find_block(type);
  return block ? m.*(block->count) : 0;
}

int name2id(const Model& m, int type, std::string_view name) {
  const NameBlock* block = find_block(type);
  const int slots = 2 * object_count(m, type);
  if (!slots || name.empty()) return -1;
  const std::span<const int> map = m.names_map.slice(first_slot(m, *block), slots);
  const Array<int>& adr = m.*(block->adr);
  int slot = home_slot(name, slots);
  for (int probe = 0; probe < slots; ++probe, slot = (slot + 1) % slots) {
    const int id = map[static_cast<std::size_t>(slot)];
    if (id < 0 || id >= adr.size()) return -1;
    if (name_at(m, adr[id]) == name) return id;
  }
  return -1;
}

const char* id2name(const Model& m, int type, int id) {
  if (id < 0 || id >= object_count(m, type)) return nullptr;
  const std::string_view name = name_at(m, (m.*(find_block(type)->adr))[id]);
  return name.empty() ? nullptr : name.data();
}

int names_map_size(const Sizes& n) {
  int slots = 0;
  for (const NameBlock& block : kBlocks) slots += 2 * (n.*(block.count));
  return slots;
}

void fill_names_map(Model& m) {
  for (int& slot : m.names_map) slot = -1;
  for (const NameBlock& block : kBlocks) {
    const int slots = 2 * (m.*(block.count));
    const std::span<int> map = m.names_map.slice(first_slot(m, block), slots);
    const Array<int>& adr = m.*(block.adr);
    for (int id = 0; id < adr.size(); ++id) {
      const std::string_view name = name_at(m, adr[id]);
      if (name.empty()) continue;
      int slot = home_slot(name, slots);
      while (map[static_cast<std::size_t>(slot)] >= 0) slot = (slot + 1) % slots;
      map[static_cast<std::size_t>(slot)] = id;
    }
  }
}

}  // namespace corten
