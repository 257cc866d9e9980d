// The page itself: its script, put into the program by the build, and the document around it.
#include <stdexcept>

#include "viewer/recording.h"

namespace corten::viewer {

extern const unsigned char kPageScript[];
extern const unsigned long kPageScriptSize;

namespace {

const std::string kHead = "<script id=\"head\" type=\"application/json\">";
const std::string kBlob = "<script id=\"blob\" type=\"text/plain\">";
const std::string kOtherHead = "<script id=\"other-head\" type=\"application/json\">";
const std::string kOtherBlob = "<script id=\"other-blob\" type=\"text/plain\">";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

// JSON inside a script element: no '<' can end it.
std::string embedded(const std::string& json) {
  std::string out;
  for (const char c : json)
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

}  // namespace

const std::string& page_script() {
  static const std::string script(reinterpret_cast<const char*>(kPageScript), kPageScriptSize);
  return script;
}

std::optional<PageParts> parts_of_page(std::string_view html) {
  const auto part = [&](std::string_view begin) -> std::optional<std::string> {
    const std::size_t tag = html.find(begin);
    if (tag == std::string_view::npos) return std::nullopt;
    const std::size_t first = tag + begin.size(), last = html.find("</script>", first);
    if (last == std::string_view::npos) return std::nullopt;
    return std::string(html.substr(first, last - first));
  };
  const auto head = part(kHead), blob = part(kBlob);
  if (!head || !blob) return std::nullopt;
  return PageParts{*head, *blob};
}

std::string page_html(const std::string& title, const std::string& head, const std::string& blob,
                      const std::optional<PageParts>& other) {
  if (page_script().empty())
    throw std::runtime_error(
        "this build of CortenForge has no page for the browser: node and npm were missing when it was built");
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>" +
      escaped(title) + "</title></head><body>\n" + kHead + embedded(head) + "</script>\n" + kBlob + blob +
      "</script>\n";
  if (other)
    html += kOtherHead + embedded(other->head) + "</script>\n" + kOtherBlob + other->blob + "</script>\n";
  return html + "<script type=\"module\">" + page_script() + "</script></body></html>\n";
}

}  // namespace corten::viewer
