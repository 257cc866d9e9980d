// A recording that anybody opens: one HTML file with the page, the model and everything that moved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "corten/batch/observer.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::viewer {

// Several tracks of one model may be recorded: worlds of a batch, or two engines to be compared. The page
// shows them overlaid and plots their difference.
class Recording {
 public:
  // fields: arrays of Data to plot, of reals. Throws std::invalid_argument for one that is not there.
  Recording(const Model& m, std::string name, std::vector<std::string> fields = {"qpos", "qvel"});

  int add_track(std::string name);
  // One more moment of a track; the data must have had a forward pass or step.
  void take(int track, const Data& d);

  std::string html() const;

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
    std::vector<float> fields;                 // frames x numbers
  };
  void take_poses(Track& track, const Data& d) const;

  const Model& m_;
  std::string name_;
  std::vector<std::string> fields_;
  Observer observer_;
  std::vector<Track> tracks_;
};

// Writes the file whole or not at all. Throws std::runtime_error with the path.
void write_file(const std::string& path, const std::string& content);

// The script of the page; empty in a build without it.
const std::string& page_script();
// The page around a head of JSON and a compressed blob; both empty for the live one.
std::string page_html(const std::string& title, const std::string& head, const std::string& blob);

}  // namespace corten::viewer
