// The page itself: its script, put into the program by the build, and the document around it.
#include <cstdio>
#include <stdexcept>

#include "viewer/recording.h"

namespace corten::viewer {

extern const unsigned char kPageScript[];
extern const unsigned long kPageScriptSize;

namespace {

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

std::string page_html(const std::string& title, const std::string& head, const std::string& blob) {
  if (page_script().empty())
    throw std::runtime_error(
        "this build of CortenForge has no page for the browser: node and npm were missing when it was built");
  return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\">\n<title>" +
         escaped(title) + "</title></head><body>\n<script id=\"head\" type=\"application/json\">" +
         embedded(head) + "</script>\n<script id=\"blob\" type=\"text/plain\">" + blob +
         "</script>\n<script type=\"module\">" + page_script() + "</script></body></html>\n";
}

void write_file(const std::string& path, const std::string& content) {
  const std::string partial = path + ".part";
  std::FILE* file = std::fopen(partial.c_str(), "wb");
  const bool written = file && std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = file && std::fclose(file) == 0;
  if (!written || !closed || std::rename(partial.c_str(), path.c_str()) != 0) {
    std::remove(partial.c_str());
    throw std::runtime_error("cannot write '" + path + "': is the folder there, writable and not full?");
  }
}

}  // namespace corten::viewer
