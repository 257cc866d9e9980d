#include "corten/model/warning.h"

namespace corten {
namespace {

struct WarningText {
  const char* what;
  const char* where;  // what the number `info` of the warning counts
  const char* advice;
};

constexpr const char* kUnstable = "the motion has become unstable: try a smaller timestep or softer forces";
constexpr const char* kMemory = "raise memory in <size>";

// by mjtWarning
constexpr WarningText kTexts[mjNWARNING] = {
    {"the inertia matrix is nearly singular", "at degree of freedom", "check masses, inertias and armature"},
    {"there is no room for more contacts", "beyond", kMemory},
    {"there is no room for more constraint rows", "within bytes", kMemory},
    {"there is no room for more geoms in the scene", "beyond", "raise maxgeom"},
    {"qpos is not a number, or huge", "at degree of freedom", kUnstable},
    {"qvel is not a number, or huge", "at degree of freedom", kUnstable},
    {"qacc is not a number, or huge", "at degree of freedom", kUnstable},
    {"ctrl is not a number, or huge", "at actuator", "check what computes it; all controls count as zero"},
};

bool is_known(int kind) { return kind >= 0 && kind < mjNWARNING; }

}  // namespace

const char* warning_text(int kind) { return is_known(kind) ? kTexts[kind].what : "no such warning"; }

std::string warning_text(int kind, int info) {
  if (!is_known(kind)) return std::string(warning_text(kind)) + ": " + std::to_string(kind);
  const WarningText& text = kTexts[kind];
  return std::string(text.what) + " (" + text.where + ' ' + std::to_string(info) + "): " + text.advice;
}

}  // namespace corten
