// Sleep: a tree that rests is left alone until something touches it. Which trees wake, and which fall asleep.
#pragma once

#include "corten/model/awake.h"
#include "corten/model/data.h"

namespace corten {

// First half of kinematics where trees may sleep. Awake bodies are placed; sleeping ones are compared with
// where their joints put them now. A tree wakes whose pose differs, that a user pushes, or that may not sleep
// any more, and with it all that fell asleep together with it. Without the flag everything wakes.
//   in:  d.qpos d.qvel d.mocap_* d.qfrc_applied d.xfrc_applied
//   out: d.xpos d.xquat d.xmat d.xanchor d.xaxis d.tree_asleep and the lists of what is awake
void place_and_wake(const Model& m, Data& d);

// Wake what is held by something awake; true if anybody woke, and the lists are then renewed.
bool wake_by_tendons(const Model& m, Data& d);     // a limit between two trees is reached
bool wake_by_contacts(const Model& m, Data& d);    // collisions have to be found again
bool wake_by_equalities(const Model& m, Data& d);  // also trees that sleep, but not together

// Counts the steps that trees rest, and puts to sleep islands all of whose trees have rested long enough, and
// single trees that nothing holds: their velocities are zero then. Gives the number of trees; the lists stay.
int fall_asleep(const Model& m, Data& d);

}  // namespace corten
