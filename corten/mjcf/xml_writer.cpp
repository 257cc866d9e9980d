// Elements to indented XML text, attributes from rows.
#include "corten/mjcf/xml_writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "corten/mjcf/xml_tree.h"

namespace corten::mjcf {

namespace {

template <class T>
std::string shortest(T value) {
  char buffer[64];
  const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

// whole numbers whole, as MuJoCo writes them
std::string rounded(double value, int digits) {
  if (std::abs(value) < std::numeric_limits<int>::max() && value == std::trunc(value))
    return shortest(static_cast<int>(value));
  char buffer[64];
  const auto [end, status] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  return std::string(buffer, end);
}

template <class T>
bool same_array(const void* a, const void* b, int count) {
  const auto same = [](T x, T y) {
    return x == y || (x != x && y != y);
  };  // two undefined values are the same
  return std::equal(static_cast<const T*>(a), static_cast<const T*>(a) + count, static_cast<const T*>(b),
                    same);
}

template <class T>
bool same_value(const void* a, const void* b) {
  return *static_cast<const T*>(a) == *static_cast<const T*>(b);
}

bool same(const Row& row, const void* a, const void* b) {
  switch (row.kind) {
    case Kind::kReal:
      return same_array<double>(a, b, row.count);
    case Kind::kFloat:
      return same_array<float>(a, b, row.count);
    case Kind::kInts:
      return same_array<int>(a, b, row.count);
    case Kind::kBool:
      return same_value<bool>(a, b);
    case Kind::kString:
      return same_value<std::string>(a, b);
    case Kind::kReals:
      return same_value<std::vector<double>>(a, b);
    case Kind::kFloats:
      return same_value<std::vector<float>>(a, b);
    case Kind::kIntegers:
      return same_value<std::vector<int>>(a, b);
    case Kind::kWords:
      return same_value<std::vector<std::string>>(a, b);
    default:
      return same_value<int>(a, b);
  }
}

// Leading numbers that say all: those behind them are inherited.
template <class T>
int differing(const void* a, const void* b, int count) {
  while (count > 1 &&
         same_array<T>(static_cast<const T*>(a) + count - 1, static_cast<const T*>(b) + count - 1, 1))
    --count;
  return count;
}
int differing(const Row& row, const void* a, const void* b) {
  if (!row.has(kUpTo)) return row.count;
  if (row.kind == Kind::kReal) return differing<double>(a, b, row.count);
  if (row.kind == Kind::kFloat) return differing<float>(a, b, row.count);
  if (row.kind == Kind::kInts) return differing<int>(a, b, row.count);
  return row.count;
}

bool is_word(const Row& row) {
  return row.kind == Kind::kString || row.kind == Kind::kKeyword || row.kind == Kind::kKeywords ||
         row.kind == Kind::kBool;
}

bool is_undefined(const Row& row, const void* value) {
  return row.kind == Kind::kReal && std::isnan(*static_cast<const double*>(value));
}

std::string words_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string bits_text(Keywords keywords, int bits) {
  std::string text;
  for (const Keyword& keyword : keywords) {
    if (bits & (1 << keyword.value)) text += (text.empty() ? "" : " ") + std::string(keyword.word);
  }
  return text;
}

std::string XmlWriter::number(double value) const {
  return digits_ ? rounded(value, digits_) : shortest(value);
}
std::string XmlWriter::number(float value) const {
  return digits_ ? rounded(value, digits_) : shortest(value);
}
std::string XmlWriter::number(int value) const { return shortest(value); }

template <class T>
std::string XmlWriter::list_text(const void* value) const {
  const auto& list = *static_cast<const std::vector<T>*>(value);
  return numbers(list.data(), static_cast<int>(list.size()));
}

std::string XmlWriter::value_text(const Row& row, const void* value, int count) const {
  switch (row.kind) {
    case Kind::kReal:
      return numbers(static_cast<const double*>(value), count);
    case Kind::kFloat:
      return numbers(static_cast<const float*>(value), count);
    case Kind::kInts:
      return numbers(static_cast<const int*>(value), count);
    case Kind::kInt:
      return number(*static_cast<const int*>(value));
    case Kind::kBool:
      return *static_cast<const bool*>(value) ? "true" : "false";
    case Kind::kString:
      return *static_cast<const std::string*>(value);
    case Kind::kReals:
      return list_text<double>(value);
    case Kind::kFloats:
      return list_text<float>(value);
    case Kind::kIntegers:
      return list_text<int>(value);
    case Kind::kWords:
      return words_text(*static_cast<const std::vector<std::string>*>(value));
    case Kind::kKeywords:
      return bits_text(row.keywords, *static_cast<const int*>(value));
    case Kind::kKeyword:
      break;
  }
  const Keyword* keyword = find_value(row.keywords, *static_cast<const int*>(value));
  return std::string(keyword ? keyword->word : "");
}

void XmlWriter::begin_content() {
  if (in_tag_) text_ += ">\n";
  in_tag_ = false;
}

// not without end: the text of a chain of bodies stays proportional to its length
void XmlWriter::indent() {
  constexpr std::size_t kDeepest = 100;
  text_.append(2 * std::min(open_.size(), kDeepest), ' ');
}

void XmlWriter::open(std::string_view name) {
  Element element{std::string(name), text_.size(), 0, in_tag_, false};
  if (open_.size() == 1 && !in_tag_) text_ += "\n";  // between sections
  begin_content();
  indent();
  text_ += "<" + element.name;
  element.bare = text_.size();
  open_.push_back(std::move(element));
  in_tag_ = true;
}

void XmlWriter::group(std::string_view name) {
  open(name);
  open_.back().optional = true;
}

void XmlWriter::attribute(std::string_view name, std::string_view value) {
  text_ += " " + std::string(name) + "=\"" + escape_xml(value) + "\"";
}

void XmlWriter::rows(Rows rows, const void* node, const void* base, bool in_default) {
  for (const bool words : {true, false})
    for (const Row& row : rows)
      if (!row.by_hand() && !(in_default && row.has(kNoDefault)) && is_word(row) == words)
        this->row(row, node, base);
}

void XmlWriter::row(const Row& row, const void* node, const void* base) {
  // fields are only looked at
  const Field own = row.field(const_cast<void*>(node));
  const Field inherited = row.field(const_cast<void*>(base));
  if (row.has(kWhenSet) && !*own.set) return;
  if (is_undefined(row, own.value) && is_undefined(row, inherited.value)) return;
  // what means something by being given is written even if it says nothing new
  const bool given_here = own.set && *own.set && !*inherited.set;
  const bool tells = given_here && (row.has(kWhenSet) || row.has(kRequired));
  if (!tells && same(row, own.value, inherited.value)) return;
  const std::string text = value_text(row, own.value, differing(row, own.value, inherited.value));
  if (text.empty() && row.kind != Kind::kString) return;
  attribute(row.name, text);
}

void XmlWriter::close() {
  const Element element = std::move(open_.back());
  open_.pop_back();
  if (element.optional && in_tag_ && text_.size() == element.bare) {
    text_.resize(element.start);
    in_tag_ = element.in_parent_tag;
    return;
  }
  if (in_tag_) {
    text_ += "/>\n";
    in_tag_ = false;
    return;
  }
  indent();
  text_ += "</" + element.name + ">\n";
}

void XmlWriter::comment(std::string_view text) {
  begin_content();
  indent();
  text_ += "<!--" + std::string(text) + "-->\n";
}

}  // namespace corten::mjcf
