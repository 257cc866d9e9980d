// The attributes "limited" with values false, true and auto: auto limits where a range is given.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/enums.h"

namespace corten {

inline bool is_limited(int limited, const Vec<Real, 2>& range) {
  return limited == mjLIMITED_TRUE || (limited == mjLIMITED_AUTO && range[0] < range[1]);
}

// With autolimits off, a range without a word about limits is ambiguous. Null, or what is wrong.
inline constexpr const char* kUnsaid =
    "range is given but limited is not; set limited, or autolimits=\"true\" in compiler";
inline constexpr const char* kTendonUnsaid =
    "range of a tendon is given but limited is not; set limited, or autolimits=\"true\" in compiler";
inline constexpr const char* kForceUnsaid =
    "forcerange is given but forcelimited is not; set forcelimited, or autolimits=\"true\" in compiler";
[[nodiscard]] inline const char* check_autolimits(bool autolimits, int limited, const Vec<Real, 2>& range,
                                                  const char* unsaid = kUnsaid) {
  const bool given = range[0] != 0 || range[1] != 0;
  return !autolimits && limited == mjLIMITED_AUTO && given ? unsaid : nullptr;
}

}  // namespace corten
