// The words of MJCF attributes and their values.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "corten/model/enums.h"
#include "corten/model/object_kinds.h"

namespace corten::words {

struct Keyword {
  std::string_view word;
  int value;
};
using Keywords = std::span<const Keyword>;

inline constexpr Keyword kCoordinate[] = {{"local", 0}, {"global", 1}};
inline constexpr Keyword kAngleUnit[] = {{"radian", 0}, {"degree", 1}};
inline constexpr Keyword kFalseTrue[] = {{"false", 0}, {"true", 1}};
inline constexpr Keyword kFluidShape[] = {{"none", 0}, {"ellipsoid", 1}};
inline constexpr Keyword kEnable[] = {{"disable", 0}, {"enable", 1}};
inline constexpr Keyword kFalseTrueAuto[] = {{"false", 0}, {"true", 1}, {"auto", 2}};
inline constexpr Keyword kBodySleep[] = {
    {"auto", mjSLEEP_AUTO}, {"never", mjSLEEP_NEVER}, {"allowed", mjSLEEP_ALLOWED}, {"init", mjSLEEP_INIT}};
inline constexpr Keyword kJointType[] = {
    {"free", mjJNT_FREE}, {"ball", mjJNT_BALL}, {"slide", mjJNT_SLIDE}, {"hinge", mjJNT_HINGE}};
inline constexpr Keyword kGeomType[] = {
    {"plane", mjGEOM_PLANE},     {"hfield", mjGEOM_HFIELD},       {"sphere", mjGEOM_SPHERE},
    {"capsule", mjGEOM_CAPSULE}, {"ellipsoid", mjGEOM_ELLIPSOID}, {"cylinder", mjGEOM_CYLINDER},
    {"box", mjGEOM_BOX},         {"mesh", mjGEOM_MESH},           {"sdf", mjGEOM_SDF}};
inline constexpr Keyword kProjection[] = {{"perspective", mjPROJ_PERSPECTIVE},
                                          {"orthographic", mjPROJ_ORTHOGRAPHIC}};
inline constexpr Keyword kCamLightMode[] = {{"fixed", mjCAMLIGHT_FIXED},
                                            {"track", mjCAMLIGHT_TRACK},
                                            {"trackcom", mjCAMLIGHT_TRACKCOM},
                                            {"targetbody", mjCAMLIGHT_TARGETBODY},
                                            {"targetbodycom", mjCAMLIGHT_TARGETBODYCOM}};
inline constexpr Keyword kLightType[] = {{"spot", mjLIGHT_SPOT},
                                         {"directional", mjLIGHT_DIRECTIONAL},
                                         {"point", mjLIGHT_POINT},
                                         {"image", mjLIGHT_IMAGE}};
inline constexpr Keyword kTextureRole[] = {
    {"rgb", mjTEXROLE_RGB},           {"occlusion", mjTEXROLE_OCCLUSION}, {"roughness", mjTEXROLE_ROUGHNESS},
    {"metallic", mjTEXROLE_METALLIC}, {"normal", mjTEXROLE_NORMAL},       {"opacity", mjTEXROLE_OPACITY},
    {"emissive", mjTEXROLE_EMISSIVE}, {"rgba", mjTEXROLE_RGBA},           {"orm", mjTEXROLE_ORM}};
inline constexpr Keyword kIntegrator[] = {{"Euler", mjINT_EULER},
                                          {"RK4", mjINT_RK4},
                                          {"implicit", mjINT_IMPLICIT},
                                          {"implicitfast", mjINT_IMPLICITFAST}};
inline constexpr Keyword kCone[] = {{"pyramidal", mjCONE_PYRAMIDAL}, {"elliptic", mjCONE_ELLIPTIC}};
inline constexpr Keyword kJacobian[] = {
    {"dense", mjJAC_DENSE}, {"sparse", mjJAC_SPARSE}, {"auto", mjJAC_AUTO}};
inline constexpr Keyword kSolver[] = {{"PGS", mjSOL_PGS}, {"CG", mjSOL_CG}, {"Newton", mjSOL_NEWTON}};
inline constexpr Keyword kTextureType[] = {
    {"2d", mjTEXTURE_2D}, {"cube", mjTEXTURE_CUBE}, {"skybox", mjTEXTURE_SKYBOX}};
inline constexpr Keyword kColorSpace[] = {
    {"auto", mjCOLORSPACE_AUTO}, {"linear", mjCOLORSPACE_LINEAR}, {"sRGB", mjCOLORSPACE_SRGB}};
inline constexpr Keyword kTextureBuiltin[] = {{"none", mjBUILTIN_NONE},
                                              {"gradient", mjBUILTIN_GRADIENT},
                                              {"checker", mjBUILTIN_CHECKER},
                                              {"flat", mjBUILTIN_FLAT}};
inline constexpr Keyword kTextureMark[] = {
    {"none", mjMARK_NONE}, {"edge", mjMARK_EDGE}, {"cross", mjMARK_CROSS}, {"random", mjMARK_RANDOM}};
inline constexpr Keyword kDynType[] = {{"none", mjDYN_NONE},     {"integrator", mjDYN_INTEGRATOR},
                                       {"filter", mjDYN_FILTER}, {"filterexact", mjDYN_FILTEREXACT},
                                       {"muscle", mjDYN_MUSCLE}, {"user", mjDYN_USER}};
inline constexpr Keyword kGainType[] = {
    {"fixed", mjGAIN_FIXED}, {"affine", mjGAIN_AFFINE}, {"muscle", mjGAIN_MUSCLE}, {"user", mjGAIN_USER}};
inline constexpr Keyword kBiasType[] = {
    {"none", mjBIAS_NONE}, {"affine", mjBIAS_AFFINE}, {"muscle", mjBIAS_MUSCLE}, {"user", mjBIAS_USER}};
inline constexpr Keyword kInterp[] = {{"zoh", 0}, {"linear", 1}, {"cubic", 2}};
inline constexpr Keyword kStage[] = {
    {"none", mjSTAGE_NONE}, {"pos", mjSTAGE_POS}, {"vel", mjSTAGE_VEL}, {"acc", mjSTAGE_ACC}};
inline constexpr Keyword kDataType[] = {{"real", mjDATATYPE_REAL},
                                        {"positive", mjDATATYPE_POSITIVE},
                                        {"axis", mjDATATYPE_AXIS},
                                        {"quaternion", mjDATATYPE_QUATERNION}};
// words of the next three are bits: value is the position
inline constexpr Keyword kContactData[] = {{"found", 0}, {"force", 1},  {"torque", 2}, {"dist", 3},
                                           {"pos", 4},   {"normal", 5}, {"tangent", 6}};
inline constexpr Keyword kRayData[] = {{"dist", 0},  {"dir", 1},    {"origin", 2},
                                       {"point", 3}, {"normal", 4}, {"depth", 5}};
inline constexpr Keyword kCameraOutput[] = {
    {"rgb", 0}, {"depth", 1}, {"distance", 2}, {"normal", 3}, {"segmentation", 4}};
inline constexpr Keyword kContactReduce[] = {{"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3}};
inline constexpr Keyword kLengthRangeMode[] = {{"none", mjLRMODE_NONE},
                                               {"muscle", mjLRMODE_MUSCLE},
                                               {"muscleuser", mjLRMODE_MUSCLEUSER},
                                               {"all", mjLRMODE_ALL}};
enum CompositeType { kCompParticle, kCompGrid, kCompRope, kCompLoop, kCompCable, kCompCloth };
inline constexpr Keyword kCompositeType[] = {{"particle", kCompParticle}, {"grid", kCompGrid},
                                             {"rope", kCompRope},         {"loop", kCompLoop},
                                             {"cable", kCompCable},       {"cloth", kCompCloth}};
inline constexpr Keyword kCompositeJointKind[] = {{"main", 0}};
enum CurveShape { kCurveLine, kCurveCos, kCurveSin, kCurveZero };
inline constexpr Keyword kCurveShape[] = {
    {"s", kCurveLine}, {"cos(s)", kCurveCos}, {"sin(s)", kCurveSin}, {"0", kCurveZero}};
inline constexpr Keyword kMeshInertia[] = {{"convex", mjMESH_INERTIA_CONVEX},
                                           {"legacy", mjMESH_INERTIA_LEGACY},
                                           {"exact", mjMESH_INERTIA_EXACT},
                                           {"shell", mjMESH_INERTIA_SHELL}};
inline constexpr Keyword kMeshBuiltin[] = {{"none", mjMESH_BUILTIN_NONE},
                                           {"sphere", mjMESH_BUILTIN_SPHERE},
                                           {"hemisphere", mjMESH_BUILTIN_HEMISPHERE},
                                           {"cone", mjMESH_BUILTIN_CONE},
                                           {"supertorus", mjMESH_BUILTIN_SUPERTORUS},
                                           {"supersphere", mjMESH_BUILTIN_SUPERSPHERE},
                                           {"wedge", mjMESH_BUILTIN_WEDGE},
                                           {"plate", mjMESH_BUILTIN_PLATE}};
enum FlexCompType {
  kFlexGrid,
  kFlexBox,
  kFlexCylinder,
  kFlexEllipsoid,
  kFlexSquare,
  kFlexDisc,
  kFlexCircle,
  kFlexMesh,
  kFlexGmsh,
  kFlexDirect
};
enum FlexCompDof { kFlexDofFull, kFlexDofRadial, kFlexDofTrilinear, kFlexDofQuadratic };
inline constexpr Keyword kFlexCompType[] = {{"grid", kFlexGrid},         {"box", kFlexBox},
                                            {"cylinder", kFlexCylinder}, {"ellipsoid", kFlexEllipsoid},
                                            {"square", kFlexSquare},     {"disc", kFlexDisc},
                                            {"circle", kFlexCircle},     {"mesh", kFlexMesh},
                                            {"gmsh", kFlexGmsh},         {"direct", kFlexDirect}};
inline constexpr Keyword kFlexCompDof[] = {{"full", kFlexDofFull},
                                           {"radial", kFlexDofRadial},
                                           {"trilinear", kFlexDofTrilinear},
                                           {"quadratic", kFlexDofQuadratic}};
inline constexpr Keyword kFlexSelf[] = {{"none", mjFLEXSELF_NONE},
                                        {"narrow", mjFLEXSELF_NARROW},
                                        {"bvh", mjFLEXSELF_BVH},
                                        {"sap", mjFLEXSELF_SAP},
                                        {"auto", mjFLEXSELF_AUTO}};
inline constexpr Keyword kElastic2d[] = {{"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3}};
inline constexpr Keyword kFlexEquality[] = {{"false", 0}, {"true", 1}, {"vert", 2}};
// objects that can be named by an objtype attribute
inline constexpr auto kObject = [] {
  std::array<Keyword, mjNOBJECT - 1> words{};
  for (const ObjectKind& kind : kObjectKinds)
    if (kind.type < mjNOBJECT) words[static_cast<std::size_t>(kind.type - 1)] = {kind.word, kind.type};
  return words;
}();

// The keyword with that word, or null.
constexpr const Keyword* find_word(Keywords keywords, std::string_view word) {
  for (const Keyword& keyword : keywords) {
    if (keyword.word == word) return &keyword;
  }
  return nullptr;
}

// The word of a value, or null.
constexpr const Keyword* find_value(Keywords keywords, int value) {
  for (const Keyword& keyword : keywords) {
    if (keyword.value == value) return &keyword;
  }
  return nullptr;
}

}  // namespace corten::words
