#include "corten/model/binary.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "corten/base/whole_file.h"
#include "corten/model/footprint.h"
#include "corten/model/mjb.h"
#include "corten/model/validate.h"

namespace corten {
namespace {

constexpr char kModelMagic[8] = {'C', 'O', 'R', 'T', 'E', 'N', 'M', '\n'};
constexpr char kDataMagic[8] = {'C', 'O', 'R', 'T', 'E', 'N', 'D', '\n'};
constexpr std::uint32_t kVersion = 1;             // of the format
constexpr std::uint32_t kByteOrder = 0x01020304;  // reads differently on a machine of the other kind

struct Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint64_t fields;    // fingerprint of the list of fields
  std::uint64_t size;      // bytes after the header
  std::uint64_t checksum;  // of those bytes
};

[[noreturn]] void refuse(const std::string& file, const std::string& message, const std::string& hint = "") {
  Diagnostics diagnostics;
  diagnostics.error({file, 0, 0}, "", message, hint);
  throw LoadError(diagnostics);
}

// FNV-1a over eight bytes at a time, the rest one by one
std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t h = 14695981039346656037ULL) {
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    h = (h ^ word) * kPrime;
    h ^= h >> 29;
  }
  for (; i < bytes.size(); ++i) h = (h ^ static_cast<std::uint64_t>(bytes[i])) * kPrime;
  return h;
}

// Bytes to the end of a growing buffer.
class Writer {
 public:
  template <class T>
  void number(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  void operator()(const char*, const auto& view, auto...) {
    append(view.data(), sizeof *view.data() * count(view));
  }
  void append(const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  std::vector<std::byte> finish(const char (&magic)[8], std::uint64_t fields) {
    Header header{{}, kVersion, kByteOrder, fields, bytes_.size(), checksum(bytes_)};
    std::memcpy(header.magic, magic, sizeof header.magic);
    const auto* first = reinterpret_cast<const std::byte*>(&header);
    bytes_.insert(bytes_.begin(), first, first + sizeof header);
    return std::move(bytes_);
  }

 private:
  static std::size_t count(const auto& view) { return static_cast<std::size_t>(view.size()); }
  std::vector<std::byte> bytes_;
};

// Bytes from the front of a checked payload.
class Reader {
 public:
  Reader(std::span<const std::byte> bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

  template <class T>
  void number(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    take(&value, sizeof value);
  }
  void operator()(const char*, auto& view, auto...) {
    take(view.data(), sizeof *view.data() * static_cast<std::size_t>(view.size()));
  }
  std::size_t left() const { return bytes_.size(); }
  const std::string& file() const { return file_; }

 private:
  void take(void* out, std::size_t size) {
    if (size > bytes_.size()) refuse(file_, "ends before its last field");
    if (size) std::memcpy(out, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  std::span<const std::byte> bytes_;
  std::string file_;
};

// Names and element sizes of all fields: files of a build with other fields are told apart.
class Fingerprint {
 public:
  void operator()(const char* name, const auto& field, auto...) {
    hash_ = checksum(std::as_bytes(std::span(name, std::strlen(name))), hash_);
    const std::uint64_t size = [&] {
      if constexpr (
          requires { field.rows(); } || requires { field.empty(); })
        return sizeof *field.data();
      else
        return sizeof field;
    }();
    hash_ = checksum(std::as_bytes(std::span(&size, 1)), hash_);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ULL;
};

// fn(name, struct field) for the settings of a model
template <class SomeModel, class Fn>
void visit_settings(SomeModel& m, Fn&& fn) {
  Option::visit(m.opt, fn);
  Statistic::visit(m.stat, fn);
  Visual::visit(m.vis,
                [&](const char*, auto& group) { std::remove_cvref_t<decltype(group)>::visit(group, fn); });
  fn("signature", m.signature);
}

std::uint64_t model_fields() {
  Fingerprint fingerprint;
  const Model m;
  Sizes::visit(m.sizes(), fingerprint);
  visit_settings(m, fingerprint);
  Model::visit_arrays(m, fingerprint);
  return fingerprint.value();
}

std::uint64_t data_fields() {
  Fingerprint fingerprint;
  const Data d;
  Data::visit_scalars(d, fingerprint);
  Data::visit_arrays(d, Sizes{}, fingerprint);
  Data::visit_arena(d, Sizes{}, fingerprint);
  return fingerprint.value();
}

// The payload behind a header, or the reason why not.
Reader checked_payload(std::span<const std::byte> bytes, const char (&magic)[8], std::uint64_t fields,
                       const std::string& file) {
  Header header;
  if (bytes.size() < sizeof header) refuse(file, "is too short to be a CortenForge binary file");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, magic, sizeof header.magic) != 0)
    refuse(file, "is not a CortenForge binary file of this kind");
  if (header.byte_order != kByteOrder) refuse(file, "was written on a machine with another byte order");
  if (header.version > kVersion)
    refuse(
        file,
        "has format version " + std::to_string(header.version) + ", newer than " + std::to_string(kVersion),
        "update CortenForge or save the model again");
  if (header.version < kVersion || header.fields != fields)
    refuse(file, "was written by a version of CortenForge with other fields", "save the model again");
  const std::span<const std::byte> payload = bytes.subspan(sizeof header);
  if (payload.size() != header.size)
    refuse(file,
           "has " + std::to_string(payload.size()) + " bytes of content instead of " +
               std::to_string(header.size),
           "the file was cut or extended");
  if (checksum(payload) != header.checksum) refuse(file, "is damaged: its checksum does not match");
  return Reader(payload, file);
}

// Bytes all arrays of these sizes take, or −1 when a size is negative or the sum is absurd.
std::int64_t array_bytes(const Sizes& sizes) {
  bool sound = true;
  Sizes::visit(sizes, [&](const char* name, auto size) {
    // unset limits are negative
    const bool may_be_unset = std::strcmp(name, "njmax") == 0 || std::strcmp(name, "nconmax") == 0;
    sound = sound && (may_be_unset || size >= 0);
  });
  if (!sound) return -1;
  constexpr double kMost = 1e15;
  const double total = footprint(sizes).model;
  return total < kMost ? static_cast<std::int64_t>(total) : -1;
}

// Slots are those of one program; a file says the names of its plugins.
void write_plugins(const Model& m, Writer& out) {
  for (int i = 0; i < m.nplugin; ++i) {
    const Plugin* plugin = plugin_of(m, i);
    const std::string name = plugin ? plugin->name : "";
    out.number(static_cast<std::uint32_t>(name.size()));
    out.append(name.data(), name.size());
  }
}

std::vector<std::string> read_plugins(int count, Reader& in) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    std::uint32_t size = 0;
    in.number(size);
    if (size > in.left()) refuse(in.file(), "ends before its last field");
    names.emplace_back(size, ' ');
    for (char& c : names.back()) in.number(c);
  }
  return names;
}

void find_plugins(const std::vector<std::string>& names, std::shared_ptr<const PluginTable> known,
                  const std::string& file, Model& m) {
  for (int i = 0; i < m.nplugin; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    m.plugin[i] = known ? known->find(name) : -1;
    if (m.plugin[i] < 0)
      refuse(file, "uses the plugin '" + name + "', which is not known here", "load it first");
  }
  if (m.nplugin) m.plugins = std::move(known);
}

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::vector<std::byte> read_file(const std::string& path) {
  const OpenFile file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) refuse(path, "cannot be opened");
  std::vector<std::byte> bytes;
  std::byte part[1 << 16];
  while (const std::size_t count = std::fread(part, 1, sizeof part, file.get()))
    bytes.insert(bytes.end(), part, part + count);
  return bytes;
}

}  // namespace

std::vector<std::byte> model_to_bytes(const Model& m) {
  Writer out;
  const auto number = [&](const char*, const auto& value) { out.number(value); };
  Sizes::visit(m.sizes(), number);
  visit_settings(m, number);
  write_plugins(m, out);
  Model::visit_arrays(m, out);
  return out.finish(kModelMagic, model_fields());
}

Model model_from_bytes(std::span<const std::byte> bytes, const std::string& name,
                       std::shared_ptr<const PluginTable> plugins) {
  if (is_mjb(bytes)) return model_from_mjb(bytes, name, std::move(plugins));
  Reader in = checked_payload(bytes, kModelMagic, model_fields(), name);
  const auto number = [&](const char*, auto& value) { in.number(value); };
  Sizes sizes;
  Sizes::visit(sizes, number);
  Model settings;
  visit_settings(settings, number);
  const std::vector<std::string> plugin_names = read_plugins(sizes.nplugin, in);
  if (array_bytes(sizes) != static_cast<std::int64_t>(in.left()))
    refuse(name, "has sizes that do not fit its content");
  Model m(sizes);
  m.opt = settings.opt, m.stat = settings.stat, m.vis = settings.vis, m.signature = settings.signature;
  Model::visit_arrays(m, in);
  if (const std::string problem = validate(m); !problem.empty()) refuse(name, problem);
  find_plugins(plugin_names, std::move(plugins), name, m);
  return m;
}

bool is_binary(std::string_view bytes) {
  return bytes.starts_with(std::string_view(kModelMagic, sizeof kModelMagic)) ||
         is_mjb(std::as_bytes(std::span(bytes)));
}

void save_model(const Model& m, const std::string& path) {
  const std::vector<std::byte> bytes = model_to_bytes(m);
  try {
    write_whole_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const std::runtime_error&) {
    refuse(path, "cannot be written");
  }
}

Model load_model(const std::string& path, std::shared_ptr<const PluginTable> plugins) {
  return model_from_bytes(read_file(path), path, std::move(plugins));
}

std::vector<std::byte> data_to_bytes(const Model& m, const Data& d) {
  Writer out;
  out.number(m.signature);
  Data::visit_scalars(d, [&](const char*, const auto& value) { out.number(value); });
  out.number(d.solver), out.number(d.warning), out.number(d.timer);
  Data::visit_arrays(d, m.sizes(), [&](const char* name, const auto& view, auto... size) {
    if (std::strcmp(name, "plugin_data") != 0) out(name, view, size...);  // addresses
  });
  const auto sized = [&](const char* name, const auto& view, auto...) {
    out.number(view.size());
    out(name, view);
  };
  sized("contact", d.contact);
  Data::visit_arena(d, m.sizes(), sized);
  return out.finish(kDataMagic, data_fields());
}

Data data_from_bytes(const Model& m, std::span<const std::byte> bytes) {
  Reader in = checked_payload(bytes, kDataMagic, data_fields(), "");
  Data d = Data::zeros(m);
  start_plugins(m, d);
  std::uint64_t signature = 0;
  in.number(signature);
  if (signature != m.signature) refuse("", "the data belongs to another model");
  Data::visit_scalars(d, [&](const char*, auto& value) { in.number(value); });
  in.number(d.solver), in.number(d.warning), in.number(d.timer);
  Data::visit_arrays(d, m.sizes(), [&](const char* name, auto& view, auto... size) {
    if (std::strcmp(name, "plugin_data") != 0) in(name, view, size...);
  });
  const auto sized = [&](const char* name, auto& view, auto...) {
    int size = 0;
    in.number(size);
    if (size < 0 || !d.arena.alloc(size, view)) refuse("", std::string(name) + " does not fit the arena");
    in(name, view);
  };
  sized("contact", d.contact);
  Data::visit_arena(d, m.sizes(), sized);
  return d;
}

}  // namespace corten
