// Attribute text to values.
#include "corten/mjcf/attribute.h"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>

#include "corten/base/client_texts.h"
#include "corten/base/real_from_chars.h"
#include "corten/base/system.h"
#include "corten/mjcf/later.h"
#include "corten/mjcf/schema.h"

namespace corten::mjcf {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The C library is the judge of unusual tokens (hexadecimal, signs, underflow), in the C locale.
double c_library_parse(const char* text, char** end, double) { return c_locale_strtod(text, end); }
float c_library_parse(const char* text, char** end, float) { return c_locale_strtof(text, end); }

enum class Token { kGood, kBad, kRange };

template <class T>
Token parse_token(std::string_view token, T& value) {
  const auto [end, status] = real_from_chars(token.data(), token.data() + token.size(), value);
  const bool usual = status == std::errc() && end == token.data() + token.size();
  if (usual && std::abs(value) >= std::numeric_limits<T>::min()) return Token::kGood;
  const std::string copy(token);
  char* stop = nullptr;
  errno = 0;
  value = c_library_parse(copy.c_str(), &stop, T{});
  if (stop != copy.c_str() + copy.size()) return Token::kBad;
  return errno == ERANGE ? Token::kRange : Token::kGood;
}

Token parse_token(std::string_view token, int& value) {
  std::string_view digits = token;
  if (digits.starts_with('+') && digits.size() > 1 && digits[1] != '-') digits.remove_prefix(1);
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc::invalid_argument || end != digits.data() + digits.size()) return Token::kBad;
  return status == std::errc::result_out_of_range ? Token::kRange : Token::kGood;
}

// Calls fn with every token.
template <class Fn>
void for_tokens(std::string_view text, Fn&& fn) {
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (!fn(text.substr(begin, at - begin))) return;
  }
}

constexpr const char* kBeyond = "' is beyond its type";

template <class T>
std::optional<std::vector<T>> parse_numbers(std::string_view text, std::string& problem) {
  std::vector<T> numbers;
  problem.clear();
  for_tokens(text, [&](std::string_view token) {
    T value{};
    const Token verdict = parse_token(token, value);
    if (verdict == Token::kBad) {
      problem = "'" + std::string(token) + "' is not " + (std::is_integral_v<T> ? "an integer" : "a number");
    } else if (verdict == Token::kRange) {
      problem = "'" + std::string(token) + kBeyond;
    }
    numbers.push_back(value);
    return verdict == Token::kGood;
  });
  if (!problem.empty()) return {};
  return numbers;
}

std::string quoted(std::string_view name) { return "attribute '" + std::string(name) + "'"; }

std::string wrong_count(std::string_view name, int given, int expected, bool up_to) {
  return quoted(name) + (given > expected ? client_text::kTooMuchData : client_text::kNotEnoughData) +
         std::to_string(given) + " values, expected " + (up_to ? "at most " : "") + std::to_string(expected);
}

std::string list(Keywords keywords) {
  std::string words;
  for (const Keyword& keyword : keywords) words += (words.empty() ? "" : ", ") + std::string(keyword.word);
  return words;
}

void report_word(const XmlElement& element, std::string_view name, std::string_view word, Keywords keywords,
                 Issues& issues) {
  std::vector<std::string_view> candidates;
  for (const Keyword& keyword : keywords) candidates.push_back(keyword.word);
  const std::string later = later_word_hint(element.name, name, word);
  const std::string near = later.empty() ? did_you_mean(word, candidates) : later;
  issues.error(element, quoted(name) + ": invalid keyword: '" + std::string(word) + "'",
               near.empty() ? "one of: " + list(keywords) : near);
}

bool has_nan(const auto& numbers) {
  if constexpr (!std::is_integral_v<typename std::remove_cvref_t<decltype(numbers)>::value_type>) {
    for (auto number : numbers) {
      if (std::isnan(number)) return true;
    }
  }
  return false;
}

template <class T>
std::optional<std::vector<T>> read_numbers(const XmlElement& element, std::string_view name,
                                           const std::string& text, Issues& issues) {
  std::string problem;
  auto numbers = parse_numbers<T>(text, problem);
  if (!numbers) {
    const char* kind = problem.ends_with(kBeyond) ? client_text::kTooLarge : client_text::kBadFormat;
    issues.error(element, kind + quoted(name) + ": " + problem);
    return {};
  }
  if (has_nan(*numbers)) issues.warning(element, quoted(name) + ": the XML contains a 'NaN'");
  if (numbers->empty()) return {};
  return numbers;
}

template <class T>
bool read_array(const XmlElement& element, const Row& row, const std::string& text, T* values,
                Issues& issues) {
  const auto numbers = read_numbers<T>(element, row.name, text, issues);
  if (!numbers) return false;
  const int given = static_cast<int>(numbers->size());
  if (given > row.count || (given < row.count && !row.has(kUpTo))) {
    issues.error(element, wrong_count(row.name, given, row.count, row.has(kUpTo)));
    return false;
  }
  std::copy(numbers->begin(), numbers->end(), values);
  return true;
}

template <class T>
bool read_list(const XmlElement& element, const Row& row, const std::string& text, void* target,
               Issues& issues) {
  auto numbers = read_numbers<T>(element, row.name, text, issues);
  if (numbers) *static_cast<std::vector<T>*>(target) = std::move(*numbers);
  return numbers.has_value();
}

bool read_int(const XmlElement& element, const Row& row, const std::string& text, int& value,
              Issues& issues) {
  std::string problem;
  const std::optional<int> number = parse_integer(text, problem);
  if (!number) issues.error(element, quoted(row.name) + ": " + problem);
  value = number.value_or(value);
  return number.has_value();
}

// True if the attribute had a value.
bool read_value(const XmlElement& element, const Row& row, const std::string& text, void* value,
                Issues& issues) {
  switch (row.kind) {
    case Kind::kReal:
      return read_array(element, row, text, static_cast<double*>(value), issues);
    case Kind::kFloat:
      return read_array(element, row, text, static_cast<float*>(value), issues);
    case Kind::kInts:
      return read_array(element, row, text, static_cast<int*>(value), issues);
    case Kind::kInt:
      return read_int(element, row, text, *static_cast<int*>(value), issues);
    case Kind::kReals:
      return read_list<double>(element, row, text, value, issues);
    case Kind::kFloats:
      return read_list<float>(element, row, text, value, issues);
    case Kind::kIntegers:
      return read_list<int>(element, row, text, value, issues);
    case Kind::kString:
      *static_cast<std::string*>(value) = text;
      return true;
    case Kind::kWords:
      *static_cast<std::vector<std::string>*>(value) = parse_words(text);
      return true;
    case Kind::kBool: {
      const std::optional<int> word = read_keyword(element, row.name, kFalseTrue, issues);
      if (word) *static_cast<bool*>(value) = *word != 0;
      return word.has_value();
    }
    case Kind::kKeyword: {
      const std::optional<int> word = read_keyword(element, row.name, row.keywords, issues);
      if (word) *static_cast<int*>(value) = *word;
      return word.has_value();
    }
    case Kind::kKeywords: {
      const std::optional<int> bits = read_keyword_bits(element, row.name, row.keywords, issues);
      if (bits) *static_cast<int*>(value) = *bits;
      return bits.has_value();
    }
  }
  return false;
}

bool is_numeric(Kind kind) {
  return kind == Kind::kReal || kind == Kind::kFloat || kind == Kind::kInts || kind == Kind::kReals ||
         kind == Kind::kFloats || kind == Kind::kIntegers;
}

}  // namespace

bool is_blank(std::string_view text) {
  for (char c : text) {
    if (!is_space(c)) return false;
  }
  return true;
}

std::optional<std::vector<double>> parse_reals(std::string_view text, std::string& problem) {
  return parse_numbers<double>(text, problem);
}

std::optional<std::vector<float>> parse_floats(std::string_view text, std::string& problem) {
  return parse_numbers<float>(text, problem);
}

std::optional<std::vector<int>> parse_integers(std::string_view text, std::string& problem) {
  return parse_numbers<int>(text, problem);
}

std::optional<int> parse_integer(std::string_view text, std::string& problem) {
  const auto numbers = parse_numbers<int>(text, problem);
  if (!numbers) return {};
  if (numbers->size() == 1) return numbers->front();
  problem = numbers->empty() ? "is empty, expected an integer" : "expected one integer";
  return {};
}

std::vector<std::string> parse_words(std::string_view text) {
  std::vector<std::string> words;
  for_tokens(text, [&](std::string_view token) {
    words.emplace_back(token);
    return true;
  });
  return words;
}

void Issues::error(const XmlElement& element, const std::string& message, const std::string& hint) {
  diagnostics_.error(element.place(), describe(element), message, hint);
}

void Issues::warning(const XmlElement& element, const std::string& message, const std::string& hint) {
  diagnostics_.warning(element.place(), describe(element), message, hint);
}

std::string missing(std::string_view attribute) {
  return client_text::kMissingAttribute + std::string(attribute) + "'";
}

void read_rows(const XmlElement& element, Rows rows, void* node, Issues& issues) {
  for (const Row& row : rows) {
    const std::string* text = element.find(row.name);
    if (row.has(kRequired) && (!text || (is_numeric(row.kind) && is_blank(*text)))) {
      issues.error(element, missing(row.name));
      continue;
    }
    if (!text || row.by_hand()) continue;
    const Field field = row.field(node);
    const bool given = read_value(element, row, *text, field.value, issues);
    if (given && field.set) *field.set = true;
  }
}

std::optional<std::vector<double>> read_reals(const XmlElement& element, std::string_view name, int exact,
                                              Issues& issues) {
  const std::string* text = element.find(name);
  if (!text) return {};
  auto numbers = read_numbers<double>(element, name, *text, issues);
  if (numbers && static_cast<int>(numbers->size()) != exact) {
    issues.error(element, wrong_count(name, static_cast<int>(numbers->size()), exact, false));
    return {};
  }
  return numbers;
}

std::optional<std::vector<int>> read_integers(const XmlElement& element, std::string_view name,
                                              Issues& issues) {
  const std::string* text = element.find(name);
  if (!text) return {};
  return read_numbers<int>(element, name, *text, issues);
}

std::optional<int> read_keyword(const XmlElement& element, std::string_view name, Keywords keywords,
                                Issues& issues) {
  const std::string* text = element.find(name);
  if (!text) return {};
  if (const Keyword* keyword = find_word(keywords, *text)) return keyword->value;
  report_word(element, name, *text, keywords, issues);
  return {};
}

std::optional<int> read_keyword_bits(const XmlElement& element, std::string_view name, Keywords keywords,
                                     Issues& issues) {
  const std::string* text = element.find(name);
  if (!text || is_blank(*text)) return {};
  int bits = 0;
  for (const std::string& word : parse_words(*text)) {
    const Keyword* keyword = find_word(keywords, word);
    if (!keyword) {
      report_word(element, name, word, keywords, issues);
      return {};
    }
    if (bits & (1 << keyword->value)) {
      issues.error(element, quoted(name) + ": '" + word + "' is given twice");
      return {};
    }
    bits |= 1 << keyword->value;
  }
  return bits;
}

const std::string* require(const XmlElement& element, std::string_view name, Issues& issues) {
  const std::string* text = element.find(name);
  if (!text) issues.error(element, missing(name));
  return text;
}

}  // namespace corten::mjcf
