// What every element of a specification has: name, class, place in the text, and whose settings apply to it;
// and the small parts that several elements share.
#pragma once

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "corten/base/diagnostics.h"
#include "corten/math/quat.h"
#include "corten/math/vec3.h"
#include "corten/model/constants.h"
#include "corten/model/enums.h"
#include "corten/spec/list.h"
#include "corten/spec/row.h"
#include "corten/spec/set.h"

namespace corten::spec {

struct Node {
  std::string name;       // empty: unnamed
  std::string classname;  // default class its values were taken from; for writing, the values are merged
  Place place;            // where it was written; for messages
  std::string info;       // what a program noted about it; empty: the place
  int origin = 0;         // whose compiler settings apply: 0 this Spec's, k > 0 Spec::origins[k - 1]'s
};

// Elements that live in a body and may stand in one of its frames.
struct BodyNode : Node {
  int frame = -1;  // index in the owning body's `frames`; -1: directly in the body
};

using Real2 = Vec<Real, 2>;
using Real3 = Vec3<Real>;
using Rgba = Vec<float, 4>;
using SolRef = Vec<Real, kNRef>;
using SolImp = Vec<Real, kNImp>;
inline constexpr SolRef kSolRef{0.02, 1};
inline constexpr SolImp kSolImp{0.9, 0.95, 0.001, 0.5, 2};
inline constexpr Rgba kGrey{0.5F, 0.5F, 0.5F, 1};
// values of what is not given where nothing else could say so, as programs see them in MuJoCo's mjs structs
inline constexpr Real kUndefined = std::numeric_limits<Real>::quiet_NaN();
inline constexpr Vec<Real, 6> kUndefined6{kUndefined};
inline constexpr Real3 kUndefined3{kUndefined};

// Orientation other than by quaternion, as written (angles in the unit of the element's compiler settings).
// At most one is set; if one is, it wins over the element's quat. See orientation.h.
struct Orientation {
  Set<Vec<Real, 4>> axisangle;
  Set<Vec<Real, 6>> xyaxes;
  Set<Real3> zaxis;
  Set<Real3> euler;

  mjtOrientation type() const {
    return axisangle.set ? mjORIENTATION_AXISANGLE
           : xyaxes.set  ? mjORIENTATION_XYAXES
           : zaxis.set   ? mjORIENTATION_ZAXIS
           : euler.set   ? mjORIENTATION_EULER
                         : mjORIENTATION_QUAT;
  }

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.axisangle, both("axisangle", kAngle | kWhenSet));
    fn(n.xyaxes, both("xyaxes", kWhenSet));
    fn(n.zaxis, both("zaxis", kWhenSet));
    fn(n.euler, both("euler", kAngle | kWhenSet));
  }
};

// configuration of a plugin instance: (key, value) in document order
using PluginConfig = std::vector<std::pair<std::string, std::string>>;

// Use of a plugin by an element. With `name` the instance of that name in Spec::plugins; without it an
// instance of its own, configured by `config`.
struct PluginUse {
  bool active = false;  // the element has a plugin
  std::string plugin_name;
  std::string name;
  PluginConfig config;
  std::string info;
  Place place;
  // Place among the instances: those without a name are numbered as they are read, then those made by
  // programs.
  static constexpr int kLast = std::numeric_limits<int>::max();
  int order = kLast;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    fn(n.name, in_program("name"));
    fn(n.plugin_name, in_program("plugin_name"));
    fn(n.active, in_program("active"));
    fn(n.config, in_program("config"));
    fn(n.info, in_program("info"));
  }
};

// What elements with a default class begin with.
template <class N, class Fn>
void visit_named(N& n, Fn&& fn) {
  fn(n.name, in_text("name", kNoDefault));
  fn.only(in_text("class", kNoDefault));
}

template <class N, class Fn>
void visit_pose(N& n, Fn&& fn) {
  fn(n.pos, both("pos"));
  fn(n.quat, both("quat"));
  fn(n.alt, in_program("alt"));
  fn.text_of(n.alt);
}

}  // namespace corten::spec
