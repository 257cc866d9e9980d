// The fields of Model that a step reads, in the scalar of the device and under the same names, so that the
// engine's cores take it in place of Model; and tables that the host derives from them once.
#pragma once

#include "corten/geom/shape.h"
#include "corten/model/model.h"
#include "cuda/view.h"

namespace corten::gpu {

// One list serves the declaration and the upload.
// clang-format off
#define CORTEN_GPU_MODEL_FIELDS(F) \
  F(qpos0) F(qpos_spring) \
  F(body_parentid) F(body_rootid) F(body_mocapid) F(body_jntnum) F(body_jntadr) F(body_dofnum) F(body_dofadr) F(body_sameframe) F(body_treeid) \
  F(body_pos) F(body_quat) F(body_ipos) F(body_iquat) F(body_mass) F(body_subtreemass) F(body_inertia) F(body_gravcomp) \
  F(jnt_type) F(jnt_qposadr) F(jnt_dofadr) F(jnt_bodyid) F(jnt_actfrclimited) F(jnt_actgravcomp) F(jnt_pos) F(jnt_axis) \
  F(jnt_stiffness) F(jnt_range) F(jnt_actfrcrange) F(jnt_margin) \
  F(tree_dofadr) F(tree_dofnum) F(dof_treeid) F(dof_bodyid) F(dof_jntid) F(dof_parentid) F(dof_simplenum) F(dof_armature) F(dof_damping) \
  F(body_geomadr) F(body_geomnum) F(geom_fluid) F(geom_dataid) F(geom_aabb) F(geom_type) F(geom_bodyid) F(geom_sameframe) F(geom_pos) F(geom_quat) F(geom_size) F(geom_rbound) \
  F(site_type) F(site_size) F(site_bodyid) F(site_sameframe) F(site_pos) F(site_quat) \
  F(tendon_adr) F(tendon_num) F(tendon_range) F(tendon_margin) F(tendon_stiffness) F(tendon_damping) F(tendon_lengthspring) \
  F(tendon_length0) F(tendon_actfrclimited) F(tendon_actfrcrange) F(wrap_type) F(wrap_objid) F(wrap_prm) \
  F(eq_type) F(eq_obj1id) F(eq_obj2id) F(eq_objtype) F(eq_data) \
  F(actuator_cranklength) F(actuator_trntype) F(actuator_dyntype) F(actuator_gaintype) F(actuator_biastype) F(actuator_trnid) F(actuator_actadr) \
  F(actuator_actnum) F(actuator_group) F(actuator_ctrllimited) F(actuator_forcelimited) F(actuator_actlimited) \
  F(actuator_dynprm) F(actuator_gainprm) F(actuator_biasprm) F(actuator_actearly) F(actuator_ctrlrange) \
  F(sensor_type) F(sensor_datatype) F(sensor_objtype) F(sensor_objid) F(sensor_reftype) F(sensor_refid) F(sensor_dim) F(sensor_adr) \
  F(sensor_cutoff) F(sensor_intprm) F(tendon_armature) F(body_weldid) \
  F(actuator_forcerange) F(actuator_actrange) F(actuator_gear) F(actuator_acc0) F(actuator_lengthrange)
// clang-format on

template <class T>
struct OptionView {
  T timestep, tolerance, ls_tolerance, impratio;
  T density, viscosity;
  Vec3<T> gravity, magnetic, wind;
  int cone, integrator, solver, iterations, ls_iterations, disableflags, disableactuator;
};

template <class T>
struct ModelView : Sizes {
#define CORTEN_GPU_DECLARE(name) View<const Converted<T, decltype(Model::name)::value_type>> name;
  CORTEN_GPU_MODEL_FIELDS(CORTEN_GPU_DECLARE)
#undef CORTEN_GPU_DECLARE
  OptionView<T> opt;
};

// What a kernel can leave out when the model does not have it: it is then smaller and faster.
enum Feature : unsigned {
  kManyContacts = 1,  // pairs with more than two contacts
  kCones = 2,         // elliptic
  kEqualities = 4,
  kFrictionLoss = 8,
  kTendons = 16,
  kMoments = 32,        // actuators on anything but one dof
  kActivations = 64,    // and muscles
  kCompensation = 128,  // of gravity
  kImplicit = 256,      // implicitfast
  kRungeKutta = 512,
  kBallLimits = 1024,
  kSensors = 2048,
  kMedium = 4096,
  kConvex = 8192,      // pairs without a closed form, height fields
  kConjugate = 16384,  // conjugate gradients in Newton's place
  kLopsided = 32768,   // a matrix that is not symmetric: the integrator implicit
  kAllFeatures = 65535,
  kVaried = 65536,  // worlds have models of their own
  kAnyModel = kAllFeatures | kVaried,
  kRobotFeatures = kManyContacts | kEqualities | kFrictionLoss | kImplicit,  // arms and hands
  kVariedRobot = kRobotFeatures | kVaried,
};

// Numbers in a row of a tree that is solved apart from the others.
template <unsigned F>
inline constexpr int kTreeRowOf = F == 0 ? 28 : 32;

// Softness of one object, mixed and made safe by the host: spring, damper, impedance, weight of its diagonal.
template <class T>
struct Soft {
  T K, B;
  Vec<T, 5> imp;
  T weight;
};

// What is known of the contacts of a candidate pair before they exist.
template <class T>
struct PairParams {
  Soft<T> soft;     // weight: inverse weight of translation
  T rotation;       // inverse weight of rotation
  T friction_B;     // damping of the friction rows of elliptic contacts
  T margin;         // of detection
  T includemargin;  // of rows
  Vec<T, 5> friction;
  T mu;              // friction of the regularised cone
  int geom1, geom2;  // by type
  int body1, body2;
  unsigned chain1, chain2;  // first 32 dofs that move them; beyond 32 dofs in all, of their trees
  int dim;
  int search;  // PairSearch
  int tree;    // that the contact pushes, −1 when it is two
};

// How contacts of a pair are found.
enum PairSearch : int { kNoSearch, kClosedForm, kConvexSearch, kFieldSearch };

// What is asked of a candidate pair first: whether its bounding spheres meet. reach: sum of the radii, or of
// the sphere alone above a plane, with the margin.
enum PairTestKind : int { kTestNone, kTestSpheres, kTestPlane, kTestBoxes };  // boxes: after the spheres
template <class T>
struct alignas(16) PairTest {
  T reach;
  unsigned short geom1, geom2;
  int kind;
};

// A row that a joint, a dof or a tendon makes, or an equality.
enum RowKind : int {
  kRowNone,
  kRowDof,     // ± one dof
  kRowBall,    // angle of a ball joint
  kRowTendon,  // ± a tendon
  kRowEqJoint,
  kRowEqTendon,
  kRowConnect,  // first of three rows
  kRowWeld,     // first of six rows
};
template <class T>
struct RowSource {
  Soft<T> soft;
  T rotation;  // weld: inverse weight of rotation
  T floss;     // friction loss
  int kind;
  int id;    // joint, tendon or equality
  int dof;   // first column
  int side;  // −1, 1
  int tree;  // that it pushes, −1 when there are several
};

// Some of a list, one after another.
struct RowRange {
  int first, count;
};
struct TreeSources {
  RowRange equality, friction, limit;
  int nequalityrow;
};

// A ray of a range finder.
struct RaySource {
  int sensor;
  int pixel;  // of its camera
};
// Sphere about the geoms of a body, from its centre of mass; a negative square where they are not bounded.
struct RayBounds {
  Vec3<Real> center;
  Real square;
};
// A camera fixed to a body.
template <class T>
struct CameraView {
  int body;
  int width, height;    // pixels
  Real fx, fy, cx, cy;  // pinhole, in pixels
  bool orthographic;
  Real half;    // of the image's height, orthographic [m]
  Vec3<T> pos;  // in the body
  Quat<T> quat;
};

// What passes from level to level ask of a body; one load.
struct alignas(16) LevelBody {
  int body, parent;
  int dof, end;  // dofs
};

// Row and column of an entry.
struct alignas(8) MatrixPlace {
  int row, column;
};

template <class T>
struct Tables {
  int nlevel;                 // depth of the deepest body
  View<const int> level_adr;  // first of level_bodies by depth; nlevel + 2
  View<const LevelBody> level_bodies;
  View<const int> body_subtree;  // number of bodies below and with each one, which are consecutive
  View<const int> body_by_size;  // bodies without the world, those with the largest subtree first
  int nroot;
  View<const int> roots;             // bodies whose parent is the world
  View<const MatrixPlace> M_places;  // of each entry of M
  int nword;
  View<const unsigned> chain;  // nword words per body: dofs that move it
  int npair;                   // candidates in the engine's order
  View<const PairTest<T>> pair_tests;
  View<const PairParams<T>> pairs;
  int most_contacts;  // of a candidate
  bool searches;      // pairs without a closed form are there, or meshes
  View<const MeshView> meshes;
  View<const HFieldView> hfields;
  Real ccd_tolerance;  // of the search between convex shapes, which is in double precision
  int ccd_iterations;
  std::size_t polytope_bytes;  // 0 when nothing has to be searched for
  int nequality, nfriction, nlimit;
  int nequalityrow;
  View<const RowSource<T>> equalities, frictions, limits;
  View<const int> equality_row;  // first row of each
  int nmoment;                   // actuators whose moment is a row of numbers, not one of them
  View<const int> moment_row;    // of each actuator, −1 when its moment is its gear on one dof
  View<const int> dof_actadr;    // actuators that may push each dof; nv + 1
  View<const int> dof_act;
  int ngravcomp;
  View<const int> gravcomp;  // compensated bodies
  int nearly, nlate;
  View<const int> early_sensors, late_sensors;  // of position and velocity; of acceleration
  bool sense_motion;                            // a late sensor reads bodies
  int nray;
  View<const RaySource> rays;
  View<const unsigned char> geom_seen;  // by rays
  View<const RayBounds> ray_bounds;     // of each body
  View<const CameraView<T>> cameras;
  bool may_couple;      // contacts, equalities or tendons between trees are possible
  bool couples_little;  // trees are large: rows between them are few
  bool small_trees;     // every tree fits a warp
  bool apart;           // trees are solved by warps of their own wherever no contact couples them
  int largest_tree;     // dofs
  View<const TreeSources> tree_sources;  // then the sources of rows are sorted by tree
  View<const int> tree_M;                // where the square of each tree begins in M, outside registers
  int nM;                                // numbers of all squares
  unsigned features;                     // Feature set
  bool tendon_limits;                    // a tendon limits the sum of its actuators
  bool tendon_armature;                  // a tendon has one
  bool adheres;                          // a body does
  bool damped;                           // the integrator solves with damping
  bool lopsided;                         // and with the derivative of the bias force
  bool smooth_start;                     // Newton starts from the better of last and smooth acceleration
  bool medium;                           // it acts on bodies
  bool cones;                            // elliptic
  T scale;                               // of improvement and gradient
  Vec3<T> gravity;                       // zero where switched off
};

// The head of an image: what is read of the model in one piece of memory.
template <class T>
struct OwnModel {
  ModelView<T> model;
  Tables<T> tables;
};

}  // namespace corten::gpu
