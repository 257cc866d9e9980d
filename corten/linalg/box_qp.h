// Quadratic program in a box:  min ½ xᵀH x + xᵀg  with  lower ≤ x ≤ upper, by projected Newton steps.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/base/config.h"

namespace corten {

struct BoxQpOptions {
  int maxiter = 100;     // Newton steps
  Real mingrad = 1e-16;  // gradient norm on free coordinates that ends the search
  Real backtrack = 0.5;  // factor of the line search
  Real minstep = 1e-22;  // smallest step of the line search
  Real armijo = 0.1;     // decrease a step must give, relative to the linear model
};

// H is n × n row-major, symmetric, of which the lower triangle is read. Empty bounds do not bind.
struct BoxQp {
  std::span<const Real> H;
  std::span<const Real> g;
  std::span<const Real> lower;
  std::span<const Real> upper;
};

// What the search did.
struct BoxQpReport {
  int iterations = 0, factorizations = 0;
  Real value = 0;  // of the program, at the end
};

// x: first guess in, solution out. R (n × n room): lower Cholesky factor L, H_free = L Lᵀ, of the free
// coordinates, which are listed in `free` if given. Returns how many are free, or −1 if H is not positive
// definite on them.
int box_qp(const BoxQp& problem, std::span<Real> x, std::span<Real> R, std::span<int> free, Arena& arena,
           const BoxQpOptions& options = {}, BoxQpReport* report = nullptr);

}  // namespace corten
