// Jacobians of points fixed in bodies: columns along the chain of dofs that move the body, zero elsewhere.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/smooth/jacobian_core.h"

namespace corten {

// All Jacobians are 3×nv, row-major; an empty span is not wanted.
void jac(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, const Vec3<Real>& point,
         int body);
void jac_body(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int body);
void jac_body_com(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int body);
void jac_geom(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int geom);
void jac_site(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int site);
void jac_subtree_com(const Model& m, Data& d, std::span<Real> jacp, int body);
// Jacobians of a point and of an axis fixed in the body.
void jac_point_axis(const Model& m, Data& d, std::span<Real> jac_point, std::span<Real> jac_axis,
                    const Vec3<Real>& point, const Vec3<Real>& axis, int body);
// Time derivative of jac; needs the velocity stage.
void jac_dot(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr,
             const Vec3<Real>& point, int body);
// Matrix that takes qvel to the angular momentum of a subtree about its centre of mass.
void angmom_mat(const Model& m, Data& d, std::span<Real> mat, int body);

// qfrc += Jpᵀ force + Jrᵀ torque, at a point of a body.
void apply_ft(const Model& m, const Data& d, const Vec3<Real>& force, const Vec3<Real>& torque,
              const Vec3<Real>& point, int body, std::span<Real> qfrc);
// qfrc += all of d.xfrc_applied
void xfrc_accumulate(const Model& m, const Data& d, std::span<Real> qfrc);

}  // namespace corten
