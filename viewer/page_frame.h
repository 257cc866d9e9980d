// A moment of a simulation as the page wants it, in one message.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/scene_option.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// What follows the poses: a tag, a length in bytes, that many bytes; unknown tags are skipped.
enum class FrameSection : std::uint16_t {
  contacts = 1,  // per contact 10 f32: position, normal, normal force, distance, geoms
  decor = 2,   // per thing 48 bytes: type and data i32, size and pos 3 f32 each, quaternion 4 i16, rgba 4 u8,
               // u32 0
  fields = 3,  // numbers of the fields in the order they were asked for, f32
  status = 4,  // UTF-8 text, JSON
  vertices = 5,  // of flexes and skins, in the order of the model's surfaces: 3 f32 each
  labels = 6,    // UTF-8 text, JSON: [x, y, z, text] each
  sliders = 8,   // qpos and ctrl, f32, for sliders that follow
  worlds = 9,    // other worlds of the same model: per world the poses of its bodies, as in the beginning
  colors = 7,    // per body rgba 4 u8 that tells islands and sleep; opacity 0: its own colour
};

// Little-endian: u8 kind (1), u8 0, u16 0, u32 bodies, u32 serial, u32 0, f64 time, then per body its
// position (3 f32) and quaternion (4 i16, 32767 is 1).
class FrameWriter {
 public:
  FrameWriter(const Model& m, const Data& d, std::uint32_t serial);

  void contacts(const Model& m, const Data& d);
  void decor(std::span<const VisualGeom> geoms);
  void fields(std::span<const std::span<const Real>> values);
  void vertices(std::span<const float> numbers);
  void labels(const std::string& json);
  void worlds(std::span<const std::uint8_t> poses);
  void colors(std::span<const std::uint8_t> rgba);
  void sliders(std::span<const Real> qpos, std::span<const Real> ctrl);
  void status(const std::string& json);

  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  template <class T>
  void put(const T& value);
  void section(FrameSection tag, std::size_t bytes);
  template <class T>
  void section_of(FrameSection tag, std::span<const T> values);

  std::vector<std::uint8_t> bytes_;
};

// The same for those who keep it elsewhere.
void append_poses(const Model& m, const Data& d, std::vector<std::uint8_t>& bytes);
void append_contacts(const Model& m, const Data& d, std::vector<float>& numbers);
void append_decor(std::span<const VisualGeom> geoms, std::vector<std::uint8_t>& bytes);
void append_vertices(const Model& m, const Data& d, std::vector<float>& numbers);
std::string labels_json(std::span<const VisualGeom> geoms);
std::vector<std::uint8_t> island_colors(const Model& m, const Data& d, const SceneOption& option);

// Things that the page does not move with their bodies itself: neither geoms nor sites of the model, nor
// surfaces with vertices of their own; of flexes, edges and vertices that show.
std::vector<VisualGeom> decorations(const Model& m, const Data& d, std::span<const VisualGeom> geoms,
                                    const SceneOption& option);

}  // namespace corten::viewer
