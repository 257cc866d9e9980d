#include "viewer/recording.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "viewer/page_blob.h"
#include "viewer/page_frame.h"
#include "viewer/page_model.h"
#include "viewer/visual_scene.h"

namespace corten::viewer {
namespace {

using Json = nlohmann::json;

std::vector<ObservedPart> parts_of(const std::vector<std::string>& fields) {
  std::vector<ObservedPart> parts;
  for (const std::string& field : fields) parts.push_back({field});
  return parts;
}

struct Bounds {
  float low[3] = {INFINITY, INFINITY, INFINITY};
  float high[3] = {-INFINITY, -INFINITY, -INFINITY};
};

Bounds bounds_of(const std::vector<float>& position) {
  Bounds b;
  for (std::size_t i = 0; i < position.size(); ++i) {
    b.low[i % 3] = std::min(b.low[i % 3], position[i]);
    b.high[i % 3] = std::max(b.high[i % 3], position[i]);
  }
  return b;
}

// Codes of points within their box, as differences over time.
struct Places {
  Bounds box;
  std::vector<std::uint16_t> codes;
};

std::uint16_t within(float x, float low, float high) {
  return high > low ? static_cast<std::uint16_t>(std::lround((x - low) / (high - low) * 65535))
                    : std::uint16_t{0};
}

// A number that changes little from frame to frame, as differences: `width` numbers per frame, number by
// number.
template <class T>
std::vector<std::uint16_t> differences(const std::vector<T>& values, std::size_t width) {
  std::vector<std::uint16_t> out;
  out.reserve(values.size());
  for (std::size_t column = 0; column < width; ++column) {
    std::uint16_t last = 0;
    for (std::size_t i = column; i < values.size(); i += width) {
      const auto now = static_cast<std::uint16_t>(values[i]);
      const auto step = static_cast<std::int16_t>(static_cast<std::uint16_t>(now - last));
      out.push_back(
          static_cast<std::uint16_t>((step << 1) ^ (step >> 15)));  // zigzag: small numbers have small codes
      last = now;
    }
  }
  return out;
}

Places places_of(const std::vector<float>& points, std::size_t width) {
  Places places{bounds_of(points), {}};
  std::vector<std::uint16_t> codes;
  codes.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    codes.push_back(within(points[i], places.box.low[i % 3], places.box.high[i % 3]));
  places.codes = differences(codes, width);
  return places;
}

Json packed_places(const std::vector<float>& points, std::size_t frames, PageBlob& blob) {
  if (points.empty()) return nullptr;
  const Places places = places_of(points, points.size() / frames);
  return {{"low", places.box.low}, {"high", places.box.high}, {"codes", blob.add_planes(places.codes)}};
}

}  // namespace

Recording::Recording(const Model& m, std::string name, std::vector<std::string> fields,
                     const SceneOption& option)
    : m_(m),
      name_(std::move(name)),
      fields_(std::move(fields)),
      option_(option),
      observer_(m, parts_of(fields_)) {}

int Recording::add_track(std::string name) {
  tracks_.push_back({});
  tracks_.back().name = std::move(name);
  return static_cast<int>(tracks_.size()) - 1;
}

// A quaternion and its negative are the same rotation: the one nearer to the last frame's makes small
// differences.
void Recording::take_poses(Track& track, const Data& d) const {
  const auto nbody = static_cast<std::size_t>(m_.nbody);
  const std::size_t before = track.orientation.size();
  for (int i = 0; i < m_.nbody; ++i) {
    for (int k = 0; k < 3; ++k)
      track.position.push_back(std::isfinite(d.xpos[i][k]) ? static_cast<float>(d.xpos[i][k]) : 0);
    std::int16_t q[4];
    for (int k = 0; k < 4; ++k) {
      const Real x = d.xquat[i][k];
      q[k] =
          static_cast<std::int16_t>(std::lround((std::isfinite(x) ? std::clamp<Real>(x, -1, 1) : 0) * 32767));
    }
    int along = 1;
    if (before > 0) {
      const std::int16_t* last = &track.orientation[before - 4 * nbody + 4 * static_cast<std::size_t>(i)];
      along = 0;
      for (int k = 0; k < 4; ++k) along += last[k] * q[k] / 32768;
    }
    for (const std::int16_t x : q) track.orientation.push_back(along < 0 ? static_cast<std::int16_t>(-x) : x);
  }
}

void Recording::take(int index, const Data& d) {
  Track& track = tracks_.at(static_cast<std::size_t>(index));
  track.time.push_back(static_cast<float>(d.time));
  take_poses(track, d);
  track.contact_start.push_back(static_cast<std::uint32_t>(track.contacts.size() / 10));
  append_contacts(m_, d, track.contacts);
  track.decor_start.push_back(static_cast<std::uint32_t>(track.decor.size()));
  const std::vector<VisualGeom> geoms = visual_geoms(m_, d, option_);
  append_decor(decorations(m_, d, geoms, option_), track.decor);
  append_vertices(m_, d, track.vertices);
  track.label_start.push_back(static_cast<std::uint32_t>(track.labels.size()));
  if (option_.label != mjLABEL_NONE) track.labels += labels_json(geoms);
  if (option_.shows(mjVIS_ISLAND)) {
    const std::vector<std::uint8_t> colors = island_colors(m_, d, option_);
    track.colors.insert(track.colors.end(), colors.begin(), colors.end());
  }
  take_fields(index, d);
}

void Recording::take_fields(int index, const Data& d) {
  Track& track = tracks_[static_cast<std::size_t>(index)];
  std::size_t at = track.fields.size();
  for (const auto& place : observer_.places(m_, d)) {
    Real apart = 0;
    for (const Real x : place) {
      if (index > 0 && at < first_.size()) apart = std::max(apart, std::abs(x - first_[at]));
      if (index == 0) first_.push_back(x);
      track.fields.push_back(std::isfinite(x) ? static_cast<float>(x) : 0);
      ++at;
    }
    track.apart.push_back(static_cast<float>(apart));
  }
}

void Recording::note(int track, std::string text) {
  tracks_.at(static_cast<std::size_t>(track)).note = std::move(text);
}

namespace {

Json body_names(const Json& head) {
  Json names = Json::array();
  for (const Json& body : head.at("model").at("head").at("bodies")) names.push_back(body.at("name"));
  return names;
}

// A recording that can be compared with one of this head.
PageParts other_recording(const std::string& html, const Json& head) {
  std::optional<PageParts> parts = parts_of_page(html);
  const Json other = parts ? Json::parse(parts->head, nullptr, false) : Json();
  if (!other.is_object() || other.value("kind", "") != "recording")
    throw std::runtime_error("it is not a recording");
  try {
    if (body_names(other) != body_names(head)) throw std::runtime_error("it is a recording of another model");
    if (other.at("fields") != head.at("fields"))
      throw std::runtime_error("it has other fields: " + other.at("fields").dump());
  } catch (const Json::exception&) {
    throw std::runtime_error("it is a recording that is damaged");
  }
  return std::move(*parts);
}

}  // namespace

std::string Recording::html(const std::string& other) const {
  const PageModel model = page_model(m_, name_);
  PageBlob blob;
  Json head = {{"kind", "recording"},
               {"model", {{"head", Json::parse(model.head)}, {"blob", blob.add(model.blob)}}}};
  Json fields = Json::array();
  for (const std::string& field : fields_)
    fields.push_back({{"name", field}, {"size", Observer(m_, {{field}}).size()}});
  head["fields"] = std::move(fields);
  const auto nbody = static_cast<std::size_t>(m_.nbody);
  for (const Track& track : tracks_) {
    head["tracks"].push_back({{"name", track.name},
                              {"note", track.note},
                              {"apart", blob.add_planes(track.apart)},
                              {"frames", track.time.size()},
                              {"time", blob.add_planes(track.time)},
                              {"position", packed_places(track.position, track.time.size(), blob)},
                              {"orientation", blob.add_planes(differences(track.orientation, 4 * nbody))},
                              {"contact_start", blob.add_planes(track.contact_start)},
                              {"contacts", blob.add_planes(track.contacts)},
                              {"decor_start", blob.add_planes(track.decor_start)},
                              {"decor", blob.add(std::string(track.decor.begin(), track.decor.end()))},
                              {"vertices", packed_places(track.vertices, track.time.size(), blob)},
                              {"label_start", blob.add_planes(track.label_start)},
                              {"labels", blob.add(track.labels)},
                              {"colors", blob.add(std::string(track.colors.begin(), track.colors.end()))},
                              {"fields", blob.add_planes(track.fields)}});
  }
  std::optional<PageParts> beside;
  if (!other.empty()) beside = other_recording(other, head);
  return page_html(name_, head.dump(-1, ' ', false, Json::error_handler_t::replace), blob.base64(), beside);
}

}  // namespace corten::viewer
