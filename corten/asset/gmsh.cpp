// Reader of Gmsh files. Counts are believed only as far as there are bytes for them.
#include "corten/asset/gmsh.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "corten/asset/byte_reader.h"
#include "corten/base/real_from_chars.h"

namespace corten {
namespace {

enum GmshType { kGmshLine = 1, kGmshTriangle = 2, kGmshTetrahedron = 4 };

// Numbers between blanks.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}

  // A whole word, in hexadecimals too.
  Real real() {
    start_number();
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_.remove_prefix(word.size());
    const bool minus = word.starts_with('-');
    const std::string_view digits = word.substr(minus);
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    Real value = 0;
    const char* begin = digits.data() + (hex ? 2 : 0);
    const auto [end, wrong] = real_from_chars(begin, digits.data() + digits.size(), value,
                                              hex ? std::chars_format::hex : std::chars_format::general);
    if (wrong != std::errc() || *begin == '-' || end != digits.data() + digits.size())
      throw AssetError("GMSH: a number is expected");
    return minus ? -value : value;
  }
  std::int64_t integer() {
    start_number();
    std::int64_t value = 0;
    const auto [end, wrong] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (wrong != std::errc()) throw AssetError("GMSH: a number is expected");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  // A count of things that take at least two characters each.
  std::int64_t count() {
    const std::int64_t n = integer();
    if (n < 0 || n > static_cast<std::int64_t>(rest_.size()) / 2 + 1)
      throw AssetError("GMSH: impossible count");
    return n;
  }
  std::string_view rest() const { return rest_; }
  // the rest of the line must be blank
  void end_line() {
    const std::size_t next = rest_.find_first_not_of(" \t\r");
    if (next != std::string_view::npos && rest_[next] != '\n')
      throw AssetError("GMSH: the number of entries is missing");
  }

 private:
  static constexpr std::string_view kBlanks = " \t\r\n\f\v";

  void start_number() {
    const std::size_t start = rest_.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) throw AssetError("GMSH: numbers end too early");
    rest_.remove_prefix(start);
    if (rest_[0] == '+') rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

// What stands between $Name and $EndName.
std::string_view section(std::string_view bytes, const std::string& name) {
  const std::string open = "$" + name, close = "$End" + name;
  std::size_t begin = bytes.find(open);
  const std::size_t end = bytes.find(close);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
    throw AssetError("GMSH: section " + name + " is missing");
  begin += open.size();
  if (begin < end && bytes[begin] == '\r') ++begin;  // the rest of the line
  if (begin < end && bytes[begin] == '\n') ++begin;
  return bytes.substr(begin, end - begin);
}

int to_id(std::int64_t tag, std::int64_t first) {
  const std::int64_t id = tag - first;
  if (id < 0 || id > std::numeric_limits<int>::max()) throw AssetError("GMSH: node tag out of range");
  return static_cast<int>(id);
}

void check_type(std::int64_t type, int dim) {
  const int expected = dim == 1 ? kGmshLine : dim == 2 ? kGmshTriangle : kGmshTetrahedron;
  if (type != expected) throw AssetError("GMSH: elements do not fit the dimension of the nodes");
}

// ---- version 4.1 ----

struct NodeBlock {
  std::int64_t blocks, first_tag, last_tag, dim, count;
};

void check_block(const NodeBlock& block) {
  if (block.blocks != 1) throw AssetError("GMSH: all nodes must be in one block");
  if (block.dim < 1 || block.dim > 3) throw AssetError("GMSH: dimension must be 1, 2 or 3");
}

std::int64_t read_nodes_41(TextReader text, GmshData& data) {
  NodeBlock block{};
  block.blocks = text.integer();
  text.integer();  // number of nodes, once more in the block
  block.first_tag = text.integer();
  block.last_tag = text.integer();
  block.dim = text.integer();
  text.integer(), text.integer();  // entity, parametric
  check_block(block);
  block.count = text.count();
  if (block.last_tag != block.count)
    throw AssetError("GMSH: the largest node tag is not the number of nodes");
  for (std::int64_t i = 0; i < block.count; ++i)
    if (text.integer() != block.first_tag + i) throw AssetError("GMSH: node tags must be sequential");
  data.dim = static_cast<int>(block.dim);
  for (std::int64_t i = 0; i < block.count; ++i) {
    const Real x = text.real(), y = text.real(), z = text.real();
    data.node.push_back({x, y, z});
  }
  return block.first_tag;
}

void read_elements_41(TextReader text, std::int64_t first_tag, GmshData& data) {
  const std::int64_t blocks = text.integer();
  text.integer(), text.integer(), text.integer();  // number of elements, smallest and largest tag
  if (blocks != 1) throw AssetError("GMSH: all elements must be in one block");
  text.integer(), text.integer();  // dimension and tag of the entity
  check_type(text.integer(), data.dim);
  const std::int64_t count = text.count();
  for (std::int64_t i = 0; i < count; ++i) {
    text.integer();
    for (int k = 0; k <= data.dim; ++k) data.element.push_back(to_id(text.integer(), first_tag));
  }
}

std::int64_t read_nodes_41_binary(ByteReader bytes, GmshData& data) {
  NodeBlock block{};
  block.blocks = bytes.read<std::int64_t>();
  bytes.read<std::int64_t>();
  block.first_tag = bytes.read<std::int64_t>();
  bytes.read<std::int64_t>();
  block.dim = bytes.read_int();
  bytes.read_int(), bytes.read_int();
  block.count = bytes.read<std::int64_t>();
  check_block(block);
  const auto tags = bytes.read_vector<std::int64_t>(block.count);
  for (std::size_t i = 0; i < tags.size(); ++i)
    if (tags[i] != block.first_tag + static_cast<std::int64_t>(i))
      throw AssetError("GMSH: node tags must be sequential");
  data.dim = static_cast<int>(block.dim);
  data.node = bytes.read_vector<Vec3<Real>>(block.count);
  return block.first_tag;
}

void read_elements_41_binary(ByteReader bytes, std::int64_t first_tag, GmshData& data) {
  const auto blocks = bytes.read<std::int64_t>();
  bytes.take(24);
  if (blocks != 1) throw AssetError("GMSH: all elements must be in one block");
  bytes.read_int(), bytes.read_int();
  check_type(bytes.read_int(), data.dim);
  const auto count = bytes.read<std::int64_t>();
  const std::size_t row = 2 + static_cast<std::size_t>(data.dim);
  if (count < 0 || static_cast<std::uint64_t>(count) > bytes.remaining() / (8 * row))
    throw AssetError("GMSH: file ends too early");
  for (std::int64_t i = 0; i < count; ++i) {
    bytes.read<std::int64_t>();
    // tags are wider than ids; their upper half is not looked at
    for (int k = 0; k <= data.dim; ++k)
      data.element.push_back(to_id(static_cast<std::int32_t>(bytes.read<std::int64_t>()), first_tag));
  }
}

// ---- version 2.2 ----

int dim_of_type(std::int64_t type) {
  if (type == kGmshTriangle) return 2;
  if (type == kGmshTetrahedron) return 3;
  throw AssetError("GMSH: only triangles and tetrahedra can be read");
}

void read_nodes_22(TextReader text, GmshData& data) {
  const std::int64_t count = text.count();
  text.end_line();
  for (std::int64_t i = 0; i < count; ++i) {
    text.integer();
    const Real x = text.real(), y = text.real(), z = text.real();
    data.node.push_back({x, y, z});
  }
}

// The first element decides about the kind of all; whatever the number of tags, two are expected.
void read_elements_22(TextReader text, GmshData& data) {
  const std::int64_t count = text.count();
  text.end_line();
  for (std::int64_t i = 0; i < count; ++i) {
    text.integer();
    const std::int64_t type = text.integer(), tags = text.integer();
    if (i == 0) data.dim = dim_of_type(type);
    if (tags > 0) text.integer(), text.integer();
    for (int k = 0; k <= data.dim; ++k) data.element.push_back(to_id(text.integer(), 1));
  }
}

// The count is text, on a line of its own; the oracle asks for some bytes more than there need be.
std::int64_t take_count_line(std::string_view bytes, std::uint64_t head, std::uint64_t row,
                             ByteReader& reader) {
  TextReader text(bytes);
  const std::int64_t count = text.integer();
  if (count < 0 || bytes.size() < head || static_cast<std::uint64_t>(count) > (bytes.size() - head) / row)
    throw AssetError("GMSH: file ends too early");
  std::string_view rest = text.rest();
  if (!rest.empty() && rest[0] == '\r') rest.remove_prefix(1);
  if (!rest.empty() && rest[0] == '\n') rest.remove_prefix(1);
  reader = ByteReader(rest);
  return count;
}

void read_nodes_22_binary(std::string_view bytes, GmshData& data) {
  ByteReader reader{{}};
  const std::int64_t count = take_count_line(bytes, 4, 28, reader);
  for (std::int64_t i = 0; i < count; ++i) {
    reader.read_int();
    data.node.push_back(reader.read<Vec3<Real>>());
  }
}

void read_elements_22_binary(std::string_view bytes, GmshData& data) {
  ByteReader reader{{}};
  const std::int64_t count = take_count_line(bytes, 17, 20, reader);
  bool tagged = false;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i == 0 || tagged) {
      const int type = reader.read_int();
      reader.read_int();  // elements under this header; with tags there is one
      const int tags = reader.read_int();
      if (i == 0) data.dim = dim_of_type(type), tagged = tags > 0;
    }
    reader.read_int();
    if (tagged) reader.take(8);
    for (int k = 0; k <= data.dim; ++k) {
      const int tag = reader.read_int();
      if (tagged && i > 0 && tag > count) throw AssetError("GMSH: node tag out of range");
      data.element.push_back(to_id(tag, 1));
    }
  }
}

}  // namespace

GmshData read_gmsh(std::string_view bytes) {
  constexpr std::string_view kHead = "$MeshFormat";
  if (!bytes.starts_with(kHead)) throw AssetError("GMSH: the file does not begin with $MeshFormat");
  TextReader head(bytes.substr(kHead.size()));
  const Real version = std::round(100 * head.real()) / 100;
  const std::int64_t binary = head.integer();
  if (binary != 0 && binary != 1) throw AssetError("GMSH: unknown file type");
  GmshData data;
  const std::string_view nodes = section(bytes, "Nodes"), elements = section(bytes, "Elements");
  if (version == 4.1) {
    if (binary) {
      read_elements_41_binary(ByteReader(elements), read_nodes_41_binary(ByteReader(nodes), data), data);
    } else {
      read_elements_41(TextReader(elements), read_nodes_41(TextReader(nodes), data), data);
    }
  } else if (version == 2.2) {
    if (binary) {
      read_nodes_22_binary(nodes, data);
      read_elements_22_binary(elements, data);
    } else {
      read_nodes_22(TextReader(nodes), data);
      read_elements_22(TextReader(elements), data);
    }
  } else {
    throw AssetError("GMSH: only versions 2.2 and 4.1 can be read");
  }
  return data;
}

}  // namespace corten
