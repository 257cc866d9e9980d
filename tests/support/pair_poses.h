// Random poses of two geoms for comparing pair functions: deep, shallow, touching, within the margin,
// aligned faces and edges, coincident, tiny and huge ratios, scales from 1e-6 to 1e3.
#pragma once

#include <random>
#include <span>
#include <string>

#include "tests/support/contacts.h"

namespace corten::oracle {

// A pair of geom types: attributes of the two geoms, and the <asset> they use.
struct PairCase {
  const char* name;
  const char* geom1;
  const char* geom2;
  const char* asset = "";
  bool multiccd = false;
};
std::span<const PairCase> analytic_pairs();
std::span<const PairCase> convex_pairs();  // multiccd off and on

// A model with two free bodies of one geom each, in both engines. Sizes, margins and poses are edited in
// place; meshes keep their size.
class PairScene {
 public:
  explicit PairScene(const PairCase& types);

  void randomize(std::mt19937_64& rng);
  // Runs the collision stage of both engines; empty when the contact lists agree bit for bit.
  std::string run();
  // Asks both engines for the distance of the two geoms, in both orders; empty when the answers agree bit for
  // bit.
  std::string compare_distance(Real distmax);
  // Our collision stage alone, with this number in place of one coordinate of one pose (of 24).
  int run_with_bad_number(int coordinate, Real number);
  // pose and sizes as text, to reproduce a failure
  std::string describe() const;

  const mjModel* om() const { return om_.get(); }
  mjData* od() { return od_.get(); }
  const Data& d() const { return d_; }
  int contacts() const { return od_->ncon; }

 private:
  void set_size(int geom, const Vec3<Real>& size);
  void set_pose(int geom, const Vec3<Real>& pos, const Quat<Real>& quat);

  ModelPtr om_;
  DataPtr od_;
  Model m_;
  Data d_;
};

}  // namespace corten::oracle
