// Writing of compiler, option, size, visual and statistic.
#include <cstdint>

#include "corten/mjcf/rows_settings.h"
#include "corten/mjcf/writer.h"
#include "corten/mjcf/written_files.h"

namespace corten::mjcf {

namespace {

void write_compiler(const Spec& spec, XmlWriter& xml) {
  const spec::Compiler& compiler = spec.compiler;
  const spec::Compiler builtin;
  xml.group("compiler");
  xml.rows(rows_of<spec::Compiler>(), &compiler, &builtin);
  if (*compiler.eulerseq != *builtin.eulerseq) xml.attribute("eulerseq", *compiler.eulerseq);
  const WrittenFiles files(spec);
  if (!files.meshdir().empty()) xml.attribute("meshdir", files.meshdir());
  if (!files.texturedir().empty()) xml.attribute("texturedir", files.texturedir());
  xml.group("lengthrange");
  xml.rows(rows_of<spec::LengthRange>(), &compiler.lengthrange, &builtin.lengthrange);
  xml.close();
  xml.close();
}

void write_flags(const Option& option, XmlWriter& xml) {
  xml.group("flag");
  int bit = 1;
  for (std::string_view name : kDisableFlags) {
    if (option.disableflags & bit) xml.attribute(name, "disable");
    bit <<= 1;
  }
  bit = 1;
  for (std::string_view name : kEnableFlags) {
    if (option.enableflags & bit) xml.attribute(name, "enable");
    bit <<= 1;
  }
  xml.close();
}

void write_option(const Option& option, XmlWriter& xml) {
  const Option builtin;
  xml.group("option");
  xml.rows(option_rows(), &option, &builtin);
  std::string groups;
  for (int i = 0; i < 31; ++i) {
    if (option.disableactuator & (1 << i)) groups += (groups.empty() ? "" : " ") + std::to_string(i);
  }
  if (!groups.empty()) xml.attribute("actuatorgroupdisable", groups);
  if (option.disableflags != 0 || option.enableflags != 0) write_flags(option, xml);
  xml.close();
}

// in the largest unit that leaves no rest
std::string bytes_text(std::int64_t bytes) {
  std::string unit;
  for (const char* larger : {"K", "M", "G", "T", "P", "E"}) {
    if (bytes <= 0 || bytes % 1024) break;
    bytes /= 1024;
    unit = larger;
  }
  return std::to_string(bytes) + unit;
}

void write_size(const spec::Size& size, XmlWriter& xml) {
  const spec::Size builtin;
  xml.group("size");
  if (*size.memory != -1) xml.attribute("memory", bytes_text(*size.memory));
  xml.rows(rows_of<spec::Size>(), &size, &builtin);
  xml.close();
}

void write_visual(Visual visual, XmlWriter& xml) {
  Visual builtin;
  xml.group("visual");
  for (const VisualPart& part : visual_parts()) {
    xml.group(part.name);
    xml.rows(part.rows, part.in(visual), part.in(builtin));
    xml.close();
  }
  xml.close();
}

}  // namespace

void write_settings(const Spec& spec, XmlWriter& xml) {
  write_compiler(spec, xml);
  write_option(spec.option, xml);
  write_size(spec.size, xml);
  write_visual(spec.visual, xml);
  const spec::Statistic automatic;
  xml.group("statistic");
  xml.rows(rows_of<spec::Statistic>(), &spec.statistic, &automatic);
  xml.close();
}

}  // namespace corten::mjcf
