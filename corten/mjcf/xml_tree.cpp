// A non-validating XML parser. It follows the verdicts of the oracle's parser, also where that is lax: text
// may stand before the root, closing tags may have attributes, and nothing after a second root matters.
#include "corten/mjcf/xml_tree.h"

#include <cstdint>
#include <cstring>

namespace corten::mjcf {

namespace {

constexpr std::size_t kMaxAttributes = 1000;  // ten times as many as any element of MJCF
constexpr int kMaxDepth = 500;                // of the oracle's parser; the document itself is level 1

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '_' ||
         static_cast<unsigned char>(c) >= 128;
}
bool is_name_char(char c) { return is_name_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; }

void append_utf8(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Decodes the character reference "&#..;" at the start of `text`; its length, 0 if it is none.
std::size_t decode_character(std::string_view text, std::string& out) {
  const bool hex = text.size() > 2 && text[2] == 'x';
  std::uint32_t code = 0;
  std::size_t end = hex ? 3 : 2;
  for (; end < text.size() && text[end] != ';'; ++end) {
    const char c = text[end];
    int digit = -1;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (hex && c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    if (hex && c >= 'A' && c <= 'F') digit = c - 'A' + 10;
    if (digit < 0 || code > 0x10FFFF) return 0;
    code = code * (hex ? 16U : 10U) + static_cast<std::uint32_t>(digit);
  }
  if (end < 3 || end == text.size() || code > 0x10FFFF) return 0;
  append_utf8(code, out);
  return end + 1;
}

// Decodes the entity at the start of `text`; its length, 0 if it is unknown.
std::size_t decode_entity(std::string_view text, std::string& out) {
  if (text.size() > 1 && text[1] == '#') return decode_character(text, out);
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&quot;", '"'}, {"&amp;", '&'}, {"&apos;", '\''}, {"&lt;", '<'}, {"&gt;", '>'}};
  for (const auto& [entity, character] : kEntities) {
    if (!text.starts_with(entity)) continue;
    out += character;
    return entity.size();
  }
  return 0;
}

// Attribute text: entities decoded, line ends as '\n'.
std::string decode(std::string_view raw) {
  if (raw.find_first_of("&\r") == std::string_view::npos) return std::string(raw);
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] == '&') {
      const std::size_t length = decode_entity(raw.substr(i), out);
      if (length == 0) out += '&';
      i += length == 0 ? 1 : length;
    } else if (raw[i] == '\r') {
      out += '\n';
      i += raw.substr(i).starts_with("\r\n") ? 2 : 1;
    } else {
      out += raw[i++];
    }
  }
  return out.substr(0, out.find('\0'));  // "&#0;" ends a value
}

class Parser {
 public:
  Parser(std::string_view text, std::shared_ptr<const Source> source, Diagnostics& diagnostics,
         Budget* budget)
      : text_(text.substr(0, text.find('\0'))),
        source_(std::move(source)),
        diagnostics_(diagnostics),
        budget_(budget) {}

  std::optional<XmlElement> parse() {
    skip_space();
    if (rest().starts_with("\xEF\xBB\xBF")) at_ += 3;
    XmlElement document;
    if (at_end()) {
      fail("the document is empty");
    } else {
      std::string end_tag;
      parse_content(document, end_tag, 1);
    }
    if (failed_) return {};
    if (document.children.empty()) {
      fail("the document has no element");
      return {};
    }
    return std::move(document.children.front());
  }

 private:
  Place place() const { return {source_ ? source_->file : std::string(), line_, 0}; }
  enum class Closing { kOpen, kClosed, kEnd };

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  std::string_view rest() const { return text_.substr(at_); }
  void advance(std::size_t to) {
    while (at_ < to) line_ += text_[at_++] == '\n';
  }
  void skip_space() {
    while (!at_end() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
  }
  void fail(const std::string& message, const std::string& hint = {}) {
    if (!failed_) diagnostics_.error(place(), {}, "XML: " + message, hint);
    failed_ = true;
  }
  // Moves behind the next `end`, or fails.
  bool skip_past(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) {
      fail(std::string(what) + " is not closed");
      return false;
    }
    advance(found + end.size());
    return true;
  }

  // Nodes inside `parent` up to its end tag (whose name goes to `end_tag`) or the end of the text.
  void parse_content(XmlElement& parent, std::string& end_tag, int depth) {
    if (depth >= kMaxDepth) return fail("elements are nested too deeply");
    bool only_declarations = true;
    bool first = true;
    while (!failed_ && !at_end()) {
      const std::size_t start = at_;
      const int start_line = line_;
      skip_space();
      if (at_end()) return;
      if (rest().starts_with("<?")) {
        if (depth != 1 || !only_declarations) return fail("a declaration must come first");
        skip_past("?>", "the declaration");
        first = false;
        continue;
      }
      only_declarations = false;
      if (rest().starts_with("<!--")) {
        parse_comment(parent, first);
      } else if (rest().starts_with("<![CDATA[")) {
        parent.has_other_nodes = true;
        skip_past("]]>", "the CDATA section");
      } else if (rest().starts_with("<!")) {
        parent.has_other_nodes = true;
        skip_past(">", "the declaration");
      } else if (peek() == '<') {
        if (parse_element(parent, end_tag, depth) == Closing::kEnd) return;
      } else {
        at_ = start;
        line_ = start_line;
        parent.has_other_nodes = true;
        const std::size_t next = text_.find('<', at_);
        if (next == std::string_view::npos) return fail("text outside the root element");
        advance(next);
      }
      first = false;
    }
  }

  void parse_comment(XmlElement& parent, bool first) {
    const std::size_t begin = at_ + 4;
    at_ = begin;
    if (!skip_past("-->", "the comment")) return;
    if (first) parent.first_comment = std::string(text_.substr(begin, at_ - 3 - begin));
    parent.has_other_nodes = true;
  }

  Closing parse_element(XmlElement& parent, std::string& end_tag, int depth) {
    XmlElement element;
    element.source = source_;
    element.line = line_;
    ++at_;
    skip_space();
    Closing closing = Closing::kOpen;
    if (peek() == '/') {
      closing = Closing::kEnd;
      ++at_;
    }
    element.name = parse_name();
    count_element();
    if (element.name.empty()) {
      fail("an element has no name");
      return closing;
    }
    parse_attributes(element, closing);
    if (failed_) return closing;
    if (closing == Closing::kEnd) {
      end_tag = element.name;
      return closing;
    }
    if (closing == Closing::kOpen) {
      std::string own_end;
      parse_content(element, own_end, depth + 1);
      if (own_end != element.name) {
        const std::string closed = own_end.empty()
                                       ? "is not closed"
                                       : "is closed by </" + own_end + "> in line " + std::to_string(line_);
        line_ = element.line;  // where it opens is where it has to be mended
        fail("<" + element.name + "> " + closed);
      }
    }
    parent.children.push_back(std::move(element));
    return closing;
  }

  // drawn many at a time, which is quicker
  void count_element() {
    constexpr int kTogether = 1024;
    if (!budget_ || ++counted_ % kTogether != 0) return;
    budget_->draw_elements(kTogether, place(), {});
  }

  std::string parse_name() {
    const std::size_t begin = at_;
    if (is_name_start(peek())) {
      while (!at_end() && is_name_char(text_[at_])) ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  void parse_attributes(XmlElement& element, Closing& closing) {
    while (!failed_) {
      skip_space();
      if (is_name_start(peek())) {
        parse_attribute(element);
      } else if (peek() == '>') {
        ++at_;
        return;
      } else if (rest().starts_with("/>")) {
        at_ += 2;
        closing = Closing::kClosed;  // also of an end tag: "</a/>" is a new element
        return;
      } else {
        return fail("<" + element.name + "> is malformed");
      }
    }
  }

  void parse_attribute(XmlElement& element) {
    XmlAttribute attribute;
    attribute.name = parse_name();
    skip_space();
    if (peek() != '=') return fail("attribute '" + attribute.name + "' has no value");
    ++at_;
    skip_space();
    const char quote = peek();
    if (quote != '"' && quote != '\'')
      return fail("the value of attribute '" + attribute.name + "' is not quoted");
    const std::size_t begin = ++at_;
    const std::size_t end = text_.find(quote, begin);
    if (end == std::string_view::npos)
      return fail("the value of attribute '" + attribute.name + "' is not closed");
    if (element.attributes.size() == kMaxAttributes)
      return fail("<" + element.name + "> has more than " + std::to_string(kMaxAttributes) + " attributes");
    if (element.find(attribute.name)) return fail("attribute '" + attribute.name + "' is given twice");
    attribute.value = decode(text_.substr(begin, end - begin));
    advance(end + 1);
    element.attributes.push_back(std::move(attribute));
  }

  std::string_view text_;
  std::shared_ptr<const Source> source_;
  Diagnostics& diagnostics_;
  Budget* budget_;
  int counted_ = 0;  // elements
  std::size_t at_ = 0;
  int line_ = 1;
  bool failed_ = false;
};

}  // namespace

const std::string* XmlElement::find(std::string_view attribute) const {
  for (const XmlAttribute& candidate : attributes) {
    if (candidate.name == attribute) return &candidate.value;
  }
  return nullptr;
}

std::optional<XmlElement> parse_xml(std::string_view text, std::shared_ptr<const Source> source,
                                    Diagnostics& diagnostics, Budget* budget) {
  return Parser(text, std::move(source), diagnostics, budget).parse();
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace corten::mjcf
