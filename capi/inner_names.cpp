// Names of MuJoCo's library that do not begin with mj: its tests link to them.
#include "capi/numbers.h"
#include "capi/spec_box.h"
#include "corten/geom/ray_triangle.h"

namespace corten::capi {

// Where a ray meets a triangle, −1 if it does not; the caller's two directions across it are not needed.
CORTEN_API Real ray_triangle(Real v[][3], const Real* lpnt, const Real* lvec, const Real*, const Real*,
                             Real* normal) {
  return answer("ray_triangle", [=] {
    given(v, "v");
    const TriangleRay ray(Ray{vec3(given(lpnt, "lpnt")), vec3(given(lvec, "lvec"))});
    Vec3<Real> across{};
    const Real x = corten::ray_triangle(ray, vec3(v[0]), vec3(v[1]), vec3(v[2]), across);
    if (normal) {
      if (x >= 0) normalize(across);
      put(normal, x >= 0 ? across : Vec3<Real>{});
    }
    return x;
  });
}

// Takes a specification over as the one that mj_saveLastXML writes; null forgets the last one.
CORTEN_API void set_last_spec(mjSpec* s) __asm__("_Z16SetGlobalXmlSpecP7mjSpec_");
CORTEN_API void set_last_spec(mjSpec* s) {
  perform("SetGlobalXmlSpec", [=] {
    last_read().reset();
    if (!s) return;
    SpecBox& box = box_of(s);
    take_all(box);
    auto last = std::make_unique<LastRead>();
    last->spec = box.spec;
    last_read() = std::move(last);
    delete_spec(s);
  });
}

}  // namespace corten::capi
