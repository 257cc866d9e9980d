// Our records of mjs structs have every member where MuJoCo's headers have it. Judge: those headers.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <map>
#include <string>

#include "capi/spec_box.h"
#include "capi/spec_record.h"

namespace corten::capi {
namespace {

using Offsets = std::map<std::string, std::size_t>;

struct Places {
  RecordWalk walk{Way::kMeasure, nullptr, nullptr};
  Offsets offsets{};

  template <class Field>
  void operator()(Field& field, const spec::Attribute& attribute, auto...) {
    walk(field, attribute);
    if (!attribute.name.empty()) offsets[std::string(attribute.name)] = walk.start();
  }
  void only(const spec::Attribute&) {}
  template <class Part>
  void text_of(Part&) {}
  template <class Part>
  void program_of(Part& part) {
    Part::visit(part, *this);
  }
};

template <class N>
Offsets visited() {
  N node;
  Places places;
  places.walk.next<void*>();
  visit_in_order(node, places);
  return places.offsets;
}

// the struct and its members, by their names
#define SPEC_STRUCT(kind, theirs)             \
  const Offsets ours = visited<spec::kind>(); \
  using Theirs = ::theirs;                    \
  spec::kind node;                            \
  EXPECT_EQ(walk_record(Way::kMeasure, node, nullptr, nullptr), sizeof(Theirs));
#define SAME(member) EXPECT_EQ(ours.at(#member), offsetof(Theirs, member)) << #member;

TEST(SpecLayout, BodyHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Body, mjsBody) SAME(childclass) SAME(pos) SAME(quat) SAME(alt) SAME(mass) SAME(ipos)
        SAME(iquat) SAME(inertia) SAME(ialt) SAME(fullinertia) SAME(mocap) SAME(gravcomp) SAME(sleep)
            SAME(userdata) SAME(explicitinertial) SAME(plugin)}

TEST(SpecLayout, FrameHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Frame, mjsFrame) SAME(childclass) SAME(pos)
                                                          SAME(quat) SAME(alt)}

TEST(SpecLayout, JointHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Joint, mjsJoint) SAME(type) SAME(pos) SAME(axis) SAME(ref) SAME(align) SAME(stiffness)
        SAME(springref) SAME(springdamper) SAME(limited) SAME(range) SAME(margin) SAME(solref_limit)
            SAME(solimp_limit) SAME(actfrclimited) SAME(actfrcrange) SAME(armature) SAME(damping)
                SAME(frictionloss) SAME(solref_friction) SAME(solimp_friction) SAME(group) SAME(actgravcomp)
                    SAME(userdata)}

TEST(SpecLayout, GeomHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Geom, mjsGeom) SAME(type) SAME(pos) SAME(quat) SAME(alt) SAME(fromto) SAME(size) SAME(contype)
        SAME(conaffinity) SAME(condim) SAME(priority) SAME(friction) SAME(solmix) SAME(solref) SAME(solimp)
            SAME(margin) SAME(gap) SAME(mass) SAME(density) SAME(typeinertia) SAME(fluid_ellipsoid)
                SAME(fluid_coefs) SAME(material) SAME(rgba) SAME(group) SAME(hfieldname) SAME(meshname)
                    SAME(fitscale) SAME(userdata) SAME(plugin)}

TEST(SpecLayout, SiteHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Site, mjsSite) SAME(pos) SAME(quat) SAME(alt)
                                                         SAME(fromto) SAME(size) SAME(type) SAME(material)
                                                             SAME(group) SAME(rgba) SAME(userdata)}

TEST(SpecLayout, CameraHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Camera, mjsCamera) SAME(pos) SAME(quat) SAME(alt) SAME(mode) SAME(targetbody) SAME(proj)
        SAME(resolution) SAME(output) SAME(fovy) SAME(ipd) SAME(intrinsic) SAME(sensor_size)
            SAME(focal_length) SAME(focal_pixel) SAME(principal_length) SAME(principal_pixel) SAME(userdata)}

TEST(SpecLayout, LightHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Light, mjsLight) SAME(pos) SAME(dir) SAME(mode) SAME(targetbody) SAME(active) SAME(type)
        SAME(texture) SAME(castshadow) SAME(bulbradius) SAME(intensity) SAME(range) SAME(attenuation)
            SAME(cutoff) SAME(exponent) SAME(ambient) SAME(diffuse) SAME(specular)}

TEST(SpecLayout, FlexHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Flex, mjsFlex) SAME(contype) SAME(conaffinity) SAME(condim) SAME(priority) SAME(friction)
        SAME(solmix) SAME(solref) SAME(solimp) SAME(margin) SAME(gap) SAME(dim) SAME(radius) SAME(size)
            SAME(internal) SAME(flatskin) SAME(selfcollide) SAME(vertcollide) SAME(passive) SAME(activelayers)
                SAME(group) SAME(edgestiffness) SAME(edgedamping) SAME(rgba) SAME(material) SAME(young)
                    SAME(poisson) SAME(damping) SAME(thickness) SAME(elastic2d) SAME(nodebody) SAME(vertbody)
                        SAME(node) SAME(vert) SAME(elem) SAME(texcoord) SAME(elemtexcoord)}

TEST(SpecLayout, MeshHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Mesh, mjsMesh) SAME(content_type) SAME(file) SAME(refpos) SAME(refquat) SAME(scale)
        SAME(inertia) SAME(smoothnormal) SAME(needsdf) SAME(maxhullvert) SAME(uservert) SAME(usernormal)
            SAME(usertexcoord) SAME(userface) SAME(userfacenormal) SAME(userfacetexcoord) SAME(plugin)
                SAME(material)}

TEST(SpecLayout, HFieldHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(HField, mjsHField) SAME(content_type)
                                                           SAME(file) SAME(size) SAME(nrow) SAME(ncol)
                                                               SAME(userdata)}

TEST(SpecLayout, SkinHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Skin, mjsSkin) SAME(file) SAME(material)
        SAME(rgba) SAME(inflate) SAME(group) SAME(vert) SAME(texcoord) SAME(face) SAME(bodyname) SAME(bindpos)
            SAME(bindquat) SAME(vertid) SAME(vertweight)}

TEST(SpecLayout, TextureHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Texture, mjsTexture) SAME(type) SAME(colorspace) SAME(builtin) SAME(mark) SAME(rgb1)
        SAME(rgb2) SAME(markrgb) SAME(random) SAME(height) SAME(width) SAME(nchannel) SAME(content_type)
            SAME(file) SAME(gridsize) SAME(gridlayout) SAME(cubefiles) SAME(data) SAME(hflip) SAME(vflip)}

TEST(SpecLayout, MaterialHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Material, mjsMaterial) SAME(textures) SAME(texuniform) SAME(texrepeat) SAME(emission)
        SAME(specular) SAME(shininess) SAME(reflectance) SAME(metallic) SAME(roughness) SAME(rgba)}

TEST(SpecLayout, PairHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Pair, mjsPair) SAME(geomname1) SAME(geomname2) SAME(condim) SAME(solref) SAME(solreffriction)
        SAME(solimp) SAME(margin) SAME(gap) SAME(friction)}

TEST(SpecLayout,
     ExcludeHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Exclude, mjsExclude) SAME(bodyname1) SAME(bodyname2)}

TEST(SpecLayout, EqualityHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Equality, mjsEquality) SAME(type)
                                                             SAME(data) SAME(active) SAME(name1) SAME(name2)
                                                                 SAME(objtype) SAME(solref) SAME(solimp)}

TEST(SpecLayout, TendonHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Tendon, mjsTendon) SAME(stiffness) SAME(springlength) SAME(damping) SAME(frictionloss)
        SAME(solref_friction) SAME(solimp_friction) SAME(armature) SAME(limited) SAME(actfrclimited)
            SAME(range) SAME(actfrcrange) SAME(margin) SAME(solref_limit) SAME(solimp_limit) SAME(material)
                SAME(width) SAME(rgba) SAME(group) SAME(userdata)}

TEST(SpecLayout, ActuatorHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Actuator, mjsActuator) SAME(gaintype) SAME(gainprm) SAME(biastype) SAME(biasprm) SAME(dyntype)
        SAME(dynprm) SAME(actdim) SAME(actearly) SAME(trntype) SAME(gear) SAME(target) SAME(refsite)
            SAME(slidersite) SAME(cranklength) SAME(lengthrange) SAME(inheritrange) SAME(ctrllimited)
                SAME(ctrlrange) SAME(forcelimited) SAME(forcerange) SAME(actlimited) SAME(actrange)
                    SAME(group) SAME(nsample) SAME(interp) SAME(delay) SAME(userdata) SAME(plugin)}

TEST(SpecLayout, SensorHasEveryMemberWhereMuJoCoHasIt){
    SPEC_STRUCT(Sensor, mjsSensor) SAME(type) SAME(objtype) SAME(objname) SAME(reftype) SAME(refname)
        SAME(intprm) SAME(datatype) SAME(needstage) SAME(dim) SAME(cutoff) SAME(noise) SAME(nsample)
            SAME(interp) SAME(delay) SAME(interval) SAME(userdata) SAME(plugin)}

TEST(SpecLayout,
     NumericHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Numeric, mjsNumeric) SAME(data) SAME(size)}

TEST(SpecLayout, TextHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Text, mjsText) SAME(data)}

TEST(SpecLayout, TupleHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Tuple, mjsTuple) SAME(objtype) SAME(objname)
                                                          SAME(objprm)}

TEST(SpecLayout, KeyHasEveryMemberWhereMuJoCoHasIt){SPEC_STRUCT(Key, mjsKey) SAME(time) SAME(qpos) SAME(qvel)
                                                        SAME(act) SAME(mpos) SAME(mquat) SAME(ctrl)}

TEST(SpecLayout, SettingsHaveEveryMemberWhereMuJoCoHasIt) {
#define EQUAL(member) EXPECT_EQ(offsetof(mjSpec, member), offsetof(::mjSpec, member)) << #member;
  EQUAL(element)
  EQUAL(modelname)
  EQUAL(compiler)
  EQUAL(strippath)
  EQUAL(option)
  EQUAL(visual)
  EQUAL(stat)
  EQUAL(memory)
  EQUAL(nemax)
  EQUAL(nuserdata)
  EQUAL(nuser_body)
  EQUAL(nuser_jnt)
  EQUAL(nuser_geom)
  EQUAL(nuser_site)
  EQUAL(nuser_cam)
  EQUAL(nuser_tendon)
  EQUAL(nuser_actuator)
  EQUAL(nuser_sensor)
  EQUAL(nkey)
  EQUAL(njmax)
  EQUAL(nconmax)
  EQUAL(nstack)
  EQUAL(comment)
  EQUAL(modelfiledir)
  EQUAL(hasImplicitPluginElem)
  EQUAL(compiler.autolimits)
  EQUAL(compiler.boundmass)
  EQUAL(compiler.boundinertia)
  EQUAL(compiler.settotalmass)
  EQUAL(compiler.balanceinertia)
  EQUAL(compiler.fitaabb)
  EQUAL(compiler.degree)
  EQUAL(compiler.eulerseq)
  EQUAL(compiler.discardvisual)
  EQUAL(compiler.usethread)
  EQUAL(compiler.fusestatic)
  EQUAL(compiler.inertiafromgeom)
  EQUAL(compiler.inertiagrouprange)
  EQUAL(compiler.saveinertial)
  EQUAL(compiler.alignfree)
  EQUAL(compiler.LRopt)
  EQUAL(compiler.meshdir)
  EQUAL(compiler.texturedir)
#undef EQUAL
  EXPECT_EQ(sizeof(mjSpec), sizeof(::mjSpec));
  EXPECT_EQ(sizeof(mjsDefault), sizeof(::mjsDefault));
  EXPECT_EQ(sizeof(PluginRecord), sizeof(::mjsPlugin));
  EXPECT_EQ(sizeof(OrientationRecord), sizeof(::mjsOrientation));
}

}  // namespace
}  // namespace corten::capi
