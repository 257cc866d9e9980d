// Wavefront OBJ: all vertices, the faces of the first shape (up to the next group or object), triangulated.
#include <string>

#include "corten/asset/asset_error.h"
#include "corten/asset/ear_clipping.h"
#include "corten/asset/mesh_data.h"
#include "corten/asset/obj_numbers.h"

namespace corten {
namespace {

struct Corner {
  int vert = -1, texcoord = -1, normal = -1;
};

class ObjReader {
 public:
  MeshData read(std::string_view text) {
    while (!text.empty()) {
      read_line(next_line(text));
      ++line_number_;
    }
    close_shape(/*lines_count=*/true);
    return std::move(mesh_);
  }

 private:
  // ends at \n, \r or both
  static std::string_view next_line(std::string_view& text) {
    const size_t end = text.find_first_of("\r\n");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    if (text.starts_with("\r\n")) {
      text.remove_prefix(2);
    } else if (!text.empty()) {
      text.remove_prefix(1);
    }
    return line;
  }

  void read_line(std::string_view text) {
    const size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    if (word.size() == text.size()) return;  // every statement has an argument
    ObjLine line(text.substr(word.size() + 1));
    if (word == "v") mesh_.vert.push_back({line.next_float(), line.next_float(), line.next_float()});
    if (word == "vn") mesh_.normal.push_back({line.next_float(), line.next_float(), line.next_float()});
    if (word == "vt") mesh_.texcoord.push_back({line.next_float(), 1 - line.next_float()});
    if (word == "f") read_face(line);
    if (word == "l" || word == "p") {
      read_corners(line);
      has_lines_ = true;
    }
    if (word == "g") close_shape(/*lines_count=*/false);
    if (word == "o") close_shape(/*lines_count=*/true);
  }

  // one-based, or negative from the last one read
  int resolve(int index, size_t count) const {
    if (index == 0)
      throw AssetError("line " + std::to_string(line_number_) + " of OBJ file: zero or missing index");
    return index > 0 ? index - 1 : static_cast<int>(count) + index;
  }

  // v, v/vt, v//vn or v/vt/vn
  Corner read_corner(ObjLine& line) const {
    Corner corner;
    corner.vert = resolve(line.next_index(), mesh_.vert.size());
    if (!line.skip('/')) return corner;
    if (!line.skip('/')) {
      corner.texcoord = resolve(line.next_index(), mesh_.texcoord.size());
      if (!line.skip('/')) return corner;
    }
    corner.normal = resolve(line.next_index(), mesh_.normal.size());
    return corner;
  }

  void read_corners(ObjLine& line) {
    corners_.clear();
    for (line.skip_blanks(); !line.done(); line.skip_blanks()) corners_.push_back(read_corner(line));
  }

  void read_face(ObjLine& line) {
    read_corners(line);
    if (shape_closed_) return;
    require_cuttable(corners_.size());
    face_size_.push_back(static_cast<int>(corners_.size()));
    pending_.insert(pending_.end(), corners_.begin(), corners_.end());
  }

  // Cutting a face takes the square of its corners: one of 17,000, or a hundred of 1,700, is the most.
  void require_cuttable(std::size_t corners) {
    constexpr std::size_t kFew = 100;
    constexpr double kMostWork = 3e8;
    if (corners > kFew) cutting_ += static_cast<double>(corners) * static_cast<double>(corners);
    if (cutting_ > kMostWork)
      throw AssetError("line " + std::to_string(line_number_) + " of OBJ file: a face of " +
                       std::to_string(corners) + " corners takes too long to cut into triangles");
  }

  // The first shape that has something in it is the mesh; `g` does not count lines and points.
  void close_shape(bool lines_count) {
    if (!shape_closed_) {
      triangulate();
      shape_closed_ = !mesh_.face.empty() || (lines_count && has_lines_);
    }
    has_lines_ = false;
  }

  void triangulate() {
    const Corner* face = pending_.data();
    std::vector<int> polygon;
    for (const int size : face_size_) {
      polygon.clear();
      for (int i = 0; i < size; ++i) polygon.push_back(face[i].vert);
      triangles_.clear();
      clip_ears(mesh_.vert, polygon, triangles_);
      for (const Triangle& t : triangles_) append(face[t[0]], face[t[1]], face[t[2]]);
      face += size;
    }
    pending_.clear();
    face_size_.clear();
  }

  void append(const Corner& a, const Corner& b, const Corner& c) {
    mesh_.face.push_back({a.vert, b.vert, c.vert});
    mesh_.facenormal.push_back({a.normal, b.normal, c.normal});
    mesh_.facetexcoord.push_back({a.texcoord, b.texcoord, c.texcoord});
  }

  MeshData mesh_;
  int line_number_ = 1;
  double cutting_ = 0;
  bool shape_closed_ = false, has_lines_ = false;
  std::vector<Corner> corners_, pending_;
  std::vector<int> face_size_;
  std::vector<Triangle> triangles_;
};

}  // namespace

MeshData read_obj(std::string_view bytes, bool mirrored) {
  MeshData mesh = ObjReader().read(bytes);
  if (mesh.normal.empty()) mesh.facenormal.clear();
  if (mesh.texcoord.empty()) mesh.facetexcoord.clear();
  if (mirrored) {
    for (auto* triangles : {&mesh.face, &mesh.facenormal, &mesh.facetexcoord})
      for (Triangle& t : *triangles) std::swap(t[1], t[2]);
  }
  return mesh;
}

}  // namespace corten
