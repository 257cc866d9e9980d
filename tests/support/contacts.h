// Contact lists of both engines side by side.
#pragma once

#include <string>

#include "tests/support/oracle.h"

namespace corten::oracle {

// Brings geom and body poses of the oracle into ours.
void copy_poses(const mjModel* om, const mjData* od, const Model& m, Data& d);

// The first difference between two contact lists, empty when they agree bit for bit (0 and −0 are the same,
// NaN equals NaN). Rows of constraints (efc_address, mu, H) are not compared.
std::string contact_difference(const mjData* od, const Data& d);

// Largest |ours − theirs| / max(1, |theirs|) over dist, pos and frame; infinite when the lists differ in
// count, geoms or parameters.
double contact_error(const mjData* od, const Data& d);

// A scene in both engines: the oracle places the bodies, both find the contacts.
struct ContactScene {
  explicit ContactScene(const std::string& xml);
  explicit ContactScene(ModelPtr model);

  // Runs the collision stage of both engines at the present state; empty when the lists agree bit for bit.
  std::string run();

  ModelPtr om;
  DataPtr od;
  Model m;
  Data d;
};

}  // namespace corten::oracle
