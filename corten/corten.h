// Everything a program that uses the engine includes: the public headers in one.
#pragma once

// text to model, models as files, editing before compilation
#include "corten/compile/compile.h"
#include "corten/compile/decompile.h"
#include "corten/load.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/model/binary.h"
#include "corten/spec/edit.h"
#include "corten/spec/names.h"

// model and state: names, state vectors, warnings, arithmetic on configurations
#include "corten/model/names.h"
#include "corten/model/state.h"
#include "corten/model/step_arena.h"
#include "corten/model/structure.h"
#include "corten/model/total_mass.h"
#include "corten/model/warning.h"
#include "corten/smooth/configuration.h"

// simulation: reset, forward, step, inverse, derivatives
#include "corten/sim/configuration_stages.h"
#include "corten/sim/finite_difference.h"
#include "corten/sim/forward.h"
#include "corten/sim/inverse.h"
#include "corten/sim/island_threads.h"
#include "corten/sim/length_range.h"
#include "corten/sim/reset.h"
#include "corten/sim/set_const.h"

// questions to a simulated state
#include "corten/collide/collision.h"
#include "corten/collide/geom_distance.h"
#include "corten/collide/ray.h"
#include "corten/sense/sensors.h"
#include "corten/smooth/contact_force.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/object_motion.h"

// many simulations at once
#include "corten/batch/rollout.h"
#include "corten/batch/worlds.h"
