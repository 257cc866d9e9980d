// The words that tests of client packages look for in refusals: MuJoCo's specs_test.py, which downstream
// forks copy, and its tests in C++, which run over our library. Our sentences are built around them; every
// other message is in words of our own (tests/python/test_own_words.py).
#pragma once

#include <string>

namespace corten::client_text {

constexpr const char* kNoSensorData = "data spec (intprm[0]) must be positive";
constexpr const char* kNotCompiled = "Only compiled model can be written";
constexpr const char* kPendingKeys = "Model has pending keyframes";
constexpr const char* kActdimOfUser = "actdim > 1 is only allowed for dyntype 'user'";
constexpr const char* kNoFile = "Error opening file ";
constexpr const char* kContentType = "unsupported content type: ";
constexpr const char* kLensNeedsSensor = "focal/principal require sensorsize";
constexpr const char* kSensorNeedsResolution = "sensorsize requires positive resolution";
constexpr const char* kElementSize = "Element size must be a multiple of dim+1";
constexpr const char* kInterpolatedSelf = "trilinear interpolation cannot do self-collision";
constexpr const char* kNoPlugin = "neither 'plugin' nor 'instance' is specified for ";
constexpr const char* kMissingName = "missing name of ";
constexpr const char* kTendonArmature = "tendon armature cannot be negative";
constexpr const char* kNegativeDamping = "damping coefficient cannot be negative";
constexpr const char* kNegativeDamperRange = "damper control range cannot be negative";
constexpr const char* kNegativeTausmooth = "muscle tausmooth cannot be negative";
constexpr const char* kTooMuchData = " has too much data: ";
constexpr const char* kNotEnoughData = " does not have enough data: ";
constexpr const char* kTooLarge = "number is too large in ";
constexpr const char* kBadFormat = "bad format in ";
constexpr const char* kMissingAttribute = "required attribute missing: '";
constexpr const char* kNoFaces = "Vertex and face data required";
constexpr const char* kNoElements = "Point and element required";
constexpr const char* kPointSize = "Point size must be a multiple of 3";
constexpr const char* kHasPoint = " has point id ";
constexpr const char* kNumberOfPoints = ", number of points is ";
constexpr const char* kIncludeChildren = "Include element cannot have children";
constexpr const char* kPlateParameters = "Plate builtin mesh type requires 2 parameters";
constexpr const char* kFullInertiaTurned = "fullinertia and inertial orientation cannot both be specified";
constexpr const char* kTwoOrientations = "multiple orientation specifiers are not allowed";
constexpr const char* kRepeatedClass = "repeated default class name '";
constexpr const char* kUnknownClass = "unknown default class name '";
constexpr const char* kContactFirst = "at most one of (geom1, body1, subtree1, site) can be specified";
constexpr const char* kContactSecond = "at most one of (geom2, body2, subtree2) can be specified";
constexpr const char* kContactNum = "'num' must be positive in sensor";
constexpr const char* kNoObjname = "' given but objname is missing";
constexpr const char* kNoObjtype = "' given but objtype is missing";
constexpr const char* kNotNegative = "must be non-negative";
constexpr const char* kZnear = "znear must be strictly positive";
constexpr const char* kExtent = "extent must be strictly positive";
constexpr const char* kSleepIndex = "invalid sleep state index ";
constexpr const char* kWakingTree = " when waking tree ";
constexpr const char* kTimesIncrease = "times must be strictly increasing";
constexpr const char* kNotASubset = "dstsig is not a subset of srcsig";
constexpr const char* kNoFilename = "filename argument required";
constexpr const char* kNoModel = "Cannot write empty model";

inline std::string unrecognized_attribute(const std::string& key) {
  return "Error: unrecognized attribute 'plugin:" + key + "'";
}

inline std::string text_too_short(int needed) {
  return "Output string too short, should be at least " + std::to_string(needed);
}

}  // namespace corten::client_text
