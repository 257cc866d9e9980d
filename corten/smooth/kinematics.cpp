#include "corten/smooth/kinematics.h"

#include "corten/smooth/kinematics_core.h"

namespace corten {

void place_local_frame(const Data& d, int body, const Vec3<Real>& pos_b, const Quat<Real>& quat_b,
                       int sameframe, Vec3<Real>& xpos, Mat3<Real>& xmat) {
  place_frame(d, body, pos_b, quat_b, sameframe, xpos, xmat);
}

void kinematics(const Model& m, Data& d) {
  place_bodies(m, d);
  for (int geom = 0; geom < m.ngeom; ++geom)
    place_frame(d, m.geom_bodyid[geom], m.geom_pos[geom], m.geom_quat[geom], m.geom_sameframe[geom],
                d.geom_xpos[geom], d.geom_xmat[geom]);
  for (int site = 0; site < m.nsite; ++site)
    place_frame(d, m.site_bodyid[site], m.site_pos[site], m.site_quat[site], m.site_sameframe[site],
                d.site_xpos[site], d.site_xmat[site]);
}

}  // namespace corten
