#include "apps/warnings.h"

#include <fmt/core.h>

#include <vector>

#include "corten/model/warning.h"

namespace corten::app {

std::string warnings_text(const Data& d) {
  std::string text;
  for (int i = 0; i < mjNWARNING; ++i)
    if (d.warning[i].number)
      text += fmt::format("warning: {} ({} times)\n", warning_text(i), d.warning[i].number);
  return text;
}

Json warnings_json(const Data& d) {
  std::vector<Json> list;
  for (int i = 0; i < mjNWARNING; ++i)
    if (d.warning[i].number)
      list.push_back(Json::object(
          {{"warning", warning_text(i)}, {"count", d.warning[i].number}, {"last", d.warning[i].lastinfo}}));
  return Json::array(list);
}

}  // namespace corten::app
