#include "corten/model/mjb.h"

#include <cstdint>
#include <cstring>
#include <limits>

#include "corten/model/footprint.h"
#include "corten/model/mj_order.h"
#include "corten/model/validate.h"

namespace corten {
namespace {

constexpr std::int32_t kMark = 54321;       // MuJoCo's files begin with this number
constexpr std::int32_t kRelease = 3005000;  // 3.5.0: other releases have other fields

struct Header {
  std::int32_t mark = kMark;
  std::int32_t number_bytes = sizeof(Real);
  std::int32_t sizes = 0;
  std::int32_t release = kRelease;
  std::int32_t arrays = 0;
};

Header header_of(const Model& m) {
  Header header;
  Sizes::visit(m.sizes(), [&](const char*, auto) { ++header.sizes; });
  visit_in_mj_order(m, [&](const char*, const auto&, auto...) { ++header.arrays; });
  return header;
}

// fn(what is stored) in the order of the file; sizes are 64 bits there
template <class SomeModel, class Fn>
void visit_settings(SomeModel& m, Fn&& fn) {
  fn(m.opt), fn(m.vis), fn(m.stat);
}

std::size_t bytes_of(const auto& array) {
  return sizeof *array.data() * static_cast<std::size_t>(array.size());
}

[[noreturn]] void refuse(const std::string& file, const std::string& message, const std::string& hint = "") {
  Diagnostics diagnostics;
  diagnostics.error({file, 0, 0}, "", message, hint);
  throw LoadError(diagnostics);
}

class Source {
 public:
  Source(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}
  void take(void* out, std::size_t size) {
    if (size > bytes_.size()) refuse(file_, "ends before its last field");
    if (size) std::memcpy(out, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  const std::string& file_;
};

Sizes read_sizes(Source& in, const std::string& file) {
  Sizes sizes;
  Sizes::visit(sizes, [&](const char* name, auto& size) {
    using Size = std::remove_reference_t<decltype(size)>;
    std::int64_t stored = 0;
    in.take(&stored, sizeof stored);
    const bool may_be_unset = std::strcmp(name, "njmax") == 0 || std::strcmp(name, "nconmax") == 0;
    if ((stored < 0 && !may_be_unset) || stored < std::numeric_limits<Size>::min() ||
        stored > std::numeric_limits<Size>::max())
      refuse(file, std::string(name) + " is " + std::to_string(stored) + ", which no model has");
    size = static_cast<Size>(stored);
  });
  return sizes;
}

}  // namespace

bool is_mjb(std::span<const std::byte> bytes) {
  std::int32_t number = 0;
  if (bytes.size() < sizeof number) return false;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number == kMark;
}

std::size_t mjb_size(const Model& m) {
  const Header header = header_of(m);
  std::size_t size = sizeof header + static_cast<std::size_t>(header.sizes) * sizeof(std::int64_t);
  visit_settings(m, [&](const auto& part) { size += sizeof part; });
  visit_in_mj_order(m, [&](const char*, const auto& array, auto...) { size += bytes_of(array); });
  return size;
}

std::vector<std::byte> model_to_mjb(const Model& m) {
  std::vector<std::byte> bytes(mjb_size(m));
  std::byte* next = bytes.data();
  const auto write = [&](const void* data, std::size_t size) {
    if (size) std::memcpy(next, data, size);
    next += size;
  };
  const Header header = header_of(m);
  write(&header, sizeof header);
  Sizes sizes = m.sizes();
  sizes.nbuffer = mj_buffer_size(m);
  Sizes::visit(sizes, [&](const char*, auto size) {
    const std::int64_t stored = size;
    write(&stored, sizeof stored);
  });
  visit_settings(m, [&](const auto& part) { write(&part, sizeof part); });
  visit_in_mj_order(m,
                    [&](const char*, const auto& array, auto...) { write(array.data(), bytes_of(array)); });
  return bytes;
}

Model model_from_mjb(std::span<const std::byte> bytes, const std::string& name,
                     std::shared_ptr<const PluginTable> plugins) {
  Source in(bytes, name);
  Header header;
  in.take(&header, sizeof header);
  if (header.mark != kMark) refuse(name, "is not a binary model of MuJoCo");
  if (header.release != kRelease)
    refuse(name,
           "was written by release " + std::to_string(header.release) + " of MuJoCo, 3.5.0 is known here",
           "load the XML it was made from");
  const Header expected = header_of(Model());
  if (header.number_bytes != expected.number_bytes || header.sizes != expected.sizes ||
      header.arrays != expected.arrays)
    refuse(name, "has another number of fields than MuJoCo 3.5.0 writes in double precision");
  const Sizes sizes = read_sizes(in, name);
  Model settings;
  visit_settings(settings, [&](auto& part) { in.take(&part, sizeof part); });
  if (footprint(sizes).model != static_cast<double>(in.left()))
    refuse(name, "has sizes that do not fit its content");
  Model m(sizes);
  m.opt = settings.opt, m.vis = settings.vis, m.stat = settings.stat;
  m.nbuffer = Model(sizes).nbuffer;
  visit_in_mj_order(m, [&](const char*, auto& array, auto...) { in.take(array.data(), bytes_of(array)); });
  if (m.nplugin) m.plugins = std::move(plugins);
  for (int i = 0; i < m.nplugin; ++i)
    if (!m.plugins || m.plugin[i] < 0 || m.plugin[i] >= m.plugins->size())
      refuse(name, "uses a plugin in slot " + std::to_string(m.plugin[i]) + ", where none is registered");
  if (const std::string problem = validate(m); !problem.empty()) refuse(name, problem);
  return m;
}

}  // namespace corten
