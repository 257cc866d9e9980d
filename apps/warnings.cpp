#include "apps/warnings.h"

#include <fmt/core.h>

#include <vector>

namespace corten::app {

const char* warning_text(int warning) {
  static constexpr const char* kText[mjNWARNING] = {"inertia matrix is not positive definite",
                                                    "contact buffer is full",
                                                    "constraint buffer is full",
                                                    "too many geoms to draw",
                                                    "bad number in qpos",
                                                    "bad number in qvel",
                                                    "bad number in qacc",
                                                    "bad number in ctrl"};
  return kText[warning];
}

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
