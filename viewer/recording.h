// A recording that anybody opens: one HTML file with the page, the model and everything that moved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corten/batch/observer.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/scene_option.h"

namespace corten::viewer {

// Several tracks of one model may be recorded: worlds of a batch, or two engines to be compared. The page
// shows them overlaid and plots their difference.
class Recording {
 public:
  // fields: arrays of Data to plot, of reals. Throws std::invalid_argument for one that is not there.
  // option: symbols and names to record with it.
  Recording(const Model& m, std::string name, std::vector<std::string> fields = {"qpos", "qvel"},
            const SceneOption& option = {});

  int add_track(std::string name);
  // Words about a track: since when it is apart from the first, and in what.
  void note(int track, std::string text);
  // One more moment of a track; the data must have had a forward pass or step.
  void take(int track, const Data& d);

  // `other`: the text of another recording's page, to be compared with. Throws std::runtime_error when it is
  // none, or one of another model or with other fields.
  std::string html(const std::string& other = "") const;

 private:
  struct Track {
    std::string name;
    std::vector<float> time;
    std::vector<float> position;               // frames x bodies x 3
    std::vector<std::int16_t> orientation;     // frames x bodies x 4
    std::vector<std::uint32_t> contact_start;  // first contact of each frame
    std::vector<float> contacts;               // 10 each, as in FrameSection::contacts
    std::vector<std::uint32_t> decor_start;    // first byte of each frame
    std::vector<std::uint8_t> decor;           // 48 bytes each, as in FrameSection::decor
    std::vector<float> vertices;               // frames x vertices x 3, of flexes and skins
    std::vector<std::uint32_t> label_start;    // first byte of each frame
    std::string labels;                        // as in FrameSection::labels
    std::vector<std::uint8_t> colors;          // frames x bodies x 4, when islands are told apart
    std::vector<float> fields;                 // frames x numbers
    std::vector<float> apart;                  // frames x fields: largest difference from the first track
    std::string note;
  };
  void take_poses(Track& track, const Data& d) const;
  void take_fields(int index, const Data& d);

  const Model& m_;
  std::string name_;
  std::vector<std::string> fields_;
  SceneOption option_;
  Observer observer_;
  std::vector<Track> tracks_;
  std::vector<Real> first_;  // fields of the first track with all their digits: small differences count
};

// The script of the page; empty in a build without it.
const std::string& page_script();
// The page around a head of JSON and a compressed blob; both empty for the live one.
// What a page has inside, as it stands in the document.
struct PageParts {
  std::string head, blob;
};
// Nothing when the text is no page with something inside.
std::optional<PageParts> parts_of_page(std::string_view html);

// other: a second recording, shown beside the first.
std::string page_html(const std::string& title, const std::string& head, const std::string& blob,
                      const std::optional<PageParts>& other = std::nullopt);

}  // namespace corten::viewer
