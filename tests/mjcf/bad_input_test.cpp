// What is refused, and with which words: one row per kind of mistake. The oracle refuses every one of them.
#include <gtest/gtest.h>

#include "tests/compile/same_model.h"
#include "tests/support/virtual_files.h"

namespace corten {
namespace {

struct BadInput {
  std::string xml;
  int line;             // of the first message
  std::string message;  // its text, from the element on
};

std::string in_world(const std::string& elements) {
  return "<mujoco>\n<worldbody>\n" + elements + "\n</worldbody>\n</mujoco>";
}

// `section` stands in line 5, next to a body with a joint, a geom and a site.
std::string beside_body(const std::string& section, const std::string& more = "") {
  return "<mujoco>\n<worldbody>\n" + more +
         "<body name='b'><joint name='j'/><geom name='g' size='.1'/><site name='s'/></body>\n</worldbody>\n" +
         section + "\n</mujoco>";
}

std::string asset(const std::string& asset, const std::string& elements = "") {
  return "<mujoco>\n<asset>\n" + asset + "\n</asset>\n<worldbody>" + elements + "</worldbody>\n</mujoco>";
}

void expect_refused(const std::vector<BadInput>& rows) {  // judge of the verdict: oracle
  for (const BadInput& row : rows) {
    EXPECT_FALSE(oracle::load_string(row.xml)) << "the oracle accepts\n" << row.xml;
    Diagnostics diagnostics;
    EXPECT_FALSE(load_text(row.xml, {}, diagnostics)) << row.xml;
    ASSERT_FALSE(diagnostics.all().empty()) << row.xml;
    EXPECT_EQ(diagnostics.all()[0].place.line, row.line) << row.xml;
    EXPECT_NE(diagnostics.text().find(row.message), std::string::npos)
        << diagnostics.text() << "expected: " << row.message;
  }
}

TEST(BadInput, InADocument) {
  expect_refused({
      {"<robot2/>", 1, "<robot2>: unknown kind of model (the root is <mujoco> or <robot>)"},
      {"<mujoco><worlbody/></mujoco>", 1,
       "<worlbody>: unknown element in <mujoco> (did you mean 'worldbody'?)"},
      {"<mujoco><default><default class='a'/><default class='a'/></default></mujoco>", 1,
       "<default>: repeated default class name 'a'"},
      {"<mujoco><default><default/></default></mujoco>", 1, "<default>: a nested default needs a class name"},
      {"<mujoco><compiler eulerseq='xy'/></mujoco>", 1,
       "<compiler>: attribute 'eulerseq': expected three letters"},
      {"<mujoco><compiler eulerseq='xyw'/><worldbody><geom euler='0 0 1' size='1'/></worldbody></mujoco>", 1,
       "<geom>: eulerseq is three of the letters x y z X Y Z"},
      {"<mujoco><compiler coordinate='global'/></mujoco>", 1,
       "<compiler>: global coordinates are no longer supported (convert the model with MuJoCo 2.3.3 or "
       "older)"},
      {"<mujoco><extension><plugin plugin='none'/></extension></mujoco>", 1,
       "<plugin>: unknown plugin 'none'"},
      {"<mujoco><size memory='1X'/></mujoco>", 1,
       "<size>: attribute 'memory': '1X' is no size (an integer with an optional K, M, G, T, P or E)"},
      {"<mujoco><size memory='1M' njmax='5'/></mujoco>", 1,
       "<size>: attribute 'njmax' cannot be combined with 'memory'"},
      {"<mujoco><size nuser_body='1'/>\n<worldbody>\n<body user='1 2'/>\n</worldbody>\n\n</mujoco>", 3,
       "<body>: user has 2 values, nuser_body in <size> allows 1"},
      {"<mujoco><statistic extent='-1'/></mujoco>", 1, "<statistic>: extent must be strictly positive"},
  });
}

TEST(BadInput, InBodies) {
  expect_refused({
      {"<mujoco>\n<worldbody>\n</mujoco>", 2, "XML: <worldbody> is closed by </mujoco> in line 3"},
      {in_world("<bodi/>"), 3, "<bodi>: unknown element in <body> (did you mean 'body'?)"},
      {in_world("<geom siz='1'/>"), 3, "<geom>: unknown attribute 'siz' (did you mean 'size'?)"},
      {in_world("<geom type='shpere' size='1'/>"), 3,
       "<geom>: attribute 'type': invalid keyword: 'shpere' (did you mean 'sphere'?)"},
      {in_world("<body mocap='yes'/>"), 3,
       "<body>: attribute 'mocap': invalid keyword: 'yes' (one of: false, true)"},
      {in_world("<geom pos='1 2 3 4' size='1'/>"), 3,
       "<geom>: attribute 'pos' has too much data: 4 values, expected 3"},
      {in_world("<geom pos='1 2' size='1'/>"), 3,
       "<geom>: attribute 'pos' does not have enough data: 2 values, expected 3"},
      {in_world("<geom pos='1 2 x' size='1'/>"), 3,
       "<geom>: bad format in attribute 'pos': 'x' is not a number"},
      {in_world("<geom pos='1 2 1e999' size='1'/>"), 3,
       "<geom>: number is too large in attribute 'pos': '1e999' is beyond its type"},
      {in_world("<body name='b'/><body name='b'/>"), 3,
       "<body name=\"b\">: repeated name 'b' in body (names of a kind must be different)"},
      {in_world("<body><joint name='j'/><joint name='j' axis='1 0 0'/><geom size='1'/></body>"), 3,
       "<joint name=\"j\">: repeated name 'j' in joint (names of a kind must be different)"},
      {in_world("<geom class='x' size='1'/>"), 3, "<geom>: unknown default class name 'x'"},
      {in_world("<body childclass='x'/>"), 3, "<body>: unknown default class name 'x'"},
      {in_world("<geom quat='1 0 0 0' euler='0 0 1' size='1'/>"), 3,
       "<geom>: multiple orientation specifiers are not allowed"},
      {in_world("<body quat='0 0 0 0'/>"), 3, "<body>: a zero quaternion is not allowed in attribute 'quat'"},
      {in_world("<geom axisangle='0 0 0 1' size='1'/>"), 3,
       "<geom>: the axis of axisangle has no direction: its length is zero"},
      {in_world("<body><joint/></body>"), 3,
       "<body>: mass and inertia of moving bodies must be larger than 1e-15 (add a geom with mass or an "
       "inertial)"},
      {in_world("<body><joint/><inertial pos='0 0 0'/></body>"), 3,
       "<inertial>: required attribute missing: 'mass'"},
      {in_world("<body><joint/><inertial pos='0 0 0' mass='-1' diaginertia='1 1 1'/></body>"), 3,
       "<body>: mass and inertia of moving bodies must be larger than 1e-15 (add a geom with mass or an "
       "inertial)"},
      {in_world("<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 5'/></body>"), 3,
       "<body>: no distribution of mass has these principal inertias: one exceeds the sum of the others "
       "(correct them, or set balanceinertia"},
      {in_world("<body><joint/><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 5 0 0'/></body>"), 3,
       "<inertial>: the inertia matrix is not positive definite"},
      {in_world(
           "<body><joint/><inertial pos='0 0 0' quat='1 1 0 0' mass='1' fullinertia='1 1 1 0 0 0'/></body>"),
       3, "<inertial>: fullinertia and inertial orientation cannot both be specified"},
      {in_world("<body><body><freejoint/><geom size='1'/></body></body>"), 3,
       "<joint>: a free joint needs a body that is a child of the world (move the body to worldbody"},
      {in_world("<body><freejoint/><joint/><geom size='1'/></body>"), 3,
       "<joint>: free joint must be alone in its body"},
      {in_world("<body><joint type='ball'/><joint type='ball'/><geom size='1'/></body>"), 3,
       "<joint>: ball followed by hinge or ball in the same body"},
      {in_world("<body><joint range='1 -1' limited='true'/><geom size='1'/></body>"), 3,
       "<joint>: range is empty: its first value must be below the second"},
      {in_world("<joint/>"), 3, "<joint>: the world cannot have a <joint> (put it in a body)"},
      {in_world("<body><joint/><joint/><joint/><joint/><joint/><joint/><joint/><geom size='1'/></body>"), 3,
       "<body>: the joints of this body have 7 degrees of freedom; 6 is the most"},
      {in_world("<body><joint limited='true'/><geom size='1'/></body>"), 3,
       "<joint>: range is empty: its first value must be below the second"},
      {in_world("<body><joint axis='0 0 0'/><geom size='1'/></body>"), 3,
       "<joint>: axis has no direction: its length is zero"},
      {in_world("<body><body mocap='true'><geom size='1'/></body></body>"), 3,
       "<body>: mocap body must be a child of the world"},
      {in_world("<body mocap='true'><joint/><geom size='1'/></body>"), 3,
       "<body>: mocap body cannot have joints"},
      {in_world("<geom type='box' size='1 1'/>"), 3, "<geom>: size 2 must be positive, like the others"},
      {in_world("<geom size='-1'/>"), 3, "<geom>: the radius (first size) must be positive"},
      {in_world("<body><joint/><geom type='plane' size='1 1 1'/><geom size='1'/></body>"), 3,
       "<geom>: a plane cannot move; put it in the world or in a body without joints"},
      {in_world("<geom size='1' condim='2'/>"), 3, "<geom>: invalid condim (use 1, 3, 4 or 6)"},
      {in_world("<geom type='capsule' fromto='0 0 0 0 0 0' size='1'/>"), 3,
       "<geom>: the two points of fromto coincide"},
      {in_world("<geom type='sphere' fromto='0 0 0 0 0 1' size='1'/>"), 3,
       "<geom>: only a capsule, cylinder, box or ellipsoid can be given by fromto"},
      {in_world("<geom size='1' material='x'/>"), 3, "<geom>: attribute 'material': unknown material 'x'"},
      {in_world("<geom type='mesh' mesh='x'/>"), 3, "<geom>: attribute 'mesh': unknown mesh 'x'"},
      {in_world("<geom type='mesh'/>"), 3, "<geom>: mesh geom must have a mesh"},
      {in_world("<geom type='hfield' hfield='x'/>"), 3, "<geom>: attribute 'hfield': unknown hfield 'x'"},
      {in_world("<camera fovy='10' sensorsize='1 1' resolution='1 1'/>"), 3,
       "<camera>: either 'fovy' or 'sensorsize' can be given, not both"},
      {in_world("<camera mode='targetbody' target='x'/>"), 3,
       "<camera>: attribute 'target': unknown body 'x'"},
      {in_world("<light mode='targetbody' target='x'/>"), 3, "<light>: attribute 'target': unknown body 'x'"},
      {in_world("<body gravcomp='x'/>"), 3,
       "<body>: bad format in attribute 'gravcomp': 'x' is not a number"},
  });
}

TEST(BadInput, InAssets) {
  expect_refused({
      {asset("<mesh file='none.stl'/>"), 3,
       "<mesh>: file 'none.stl': Error opening file 'none.stl': it is not there or not readable"},
      {asset("<mesh file='x.xyz'/>"), 3,
       "<mesh>: file 'x.xyz': Error opening file 'x.xyz': it is not there or not readable"},
      {asset("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0'/>", "<geom type='mesh' mesh='m'/>"), 3,
       "<mesh name=\"m\">: a mesh needs four vertices or more, this one has 3"},
      {asset("<mesh name='m' vertex='0 0 0 1 0'/>", "<geom type='mesh' mesh='m'/>"), 3,
       "<mesh name=\"m\">: vertex has 5 numbers, which are not rows of 3"},
      {asset("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 9'/>",
             "<geom type='mesh' mesh='m'/>"),
       3, "<mesh name=\"m\">: face 0 names vertex 9 of 4"},
      {asset("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/>", "<geom type='mesh' mesh='m'/>"), 3,
       "<mesh name=\"m\">: no convex hull: QH6154"},
      {asset("<mesh vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"), 3, "<mesh>: empty name (give it a name or a file)"},
      {asset("<mesh name='m' maxhullvert='2' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"), 3,
       "<mesh name=\"m\">: attribute 'maxhullvert' must be -1 or at least 4"},
      {asset("<hfield name='h' nrow='2' ncol='2'/>"), 3,
       "<hfield name=\"h\">: required attribute missing: 'size'"},
      {asset("<hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3'/>"), 3,
       "<hfield name=\"h\">: elevation: data length must match nrow*ncol"},
      {asset("<hfield name='h' size='1 1 1 1'/>"), 3,
       "<hfield name=\"h\">: no file, and no positive nrow and ncol"},
      {asset("<hfield name='h' nrow='2' ncol='2' size='1 1 1 0'/>"), 3,
       "<hfield name=\"h\">: all four numbers of size must be positive: radius x, radius y, top, base"},
      {asset("<texture name='t' builtin='flat'/>"), 3,
       "<texture name=\"t\">: width 0 is not possible for a generated picture"},
      {asset("<texture name='t'/>"), 3, "<texture name=\"t\">: cube or skybox texture without any file"},
      {asset("<texture name='t' file='none.png'/>"), 3,
       "<texture name=\"t\">: file 'none.png': Error opening file 'none.png': it is not there or not "
       "readable"},
      {asset("<texture name='t' type='cube' file='x.png' gridsize='2 2' gridlayout='.....'/>"), 3,
       "<texture name=\"t\">: attribute 'gridlayout' must have as many characters as the grid has cells"},
      {asset("<material name='m' texture='x'/>"), 3,
       "<material name=\"m\">: attribute 'texture': unknown texture 'x'"},
      {asset("<skin name='k' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'/>"), 3,
       "<skin name=\"k\">: a skin needs vertices, faces and bones"},
  });
}

TEST(BadInput, InConstraints) {
  expect_refused({
      {beside_body("<contact><pair geom1='g' geom2='x'/></contact>"), 5,
       "<pair>: attribute 'geom2': unknown geom 'x' (did you mean 'g'?)"},
      {beside_body("<contact><exclude body1='b' body2='x'/></contact>"), 5,
       "<exclude>: attribute 'body2': unknown body 'x' (did you mean 'b'?)"},
      {beside_body("<contact><pair geom1='g' geom2='g' condim='2'/></contact>"), 5,
       "<pair>: invalid condim (use 1, 3, 4 or 6)"},
      {beside_body("<equality><connect body1='b'/></equality>"), 5,
       "<connect>: needs body1 and anchor, or site1 and site2"},
      {beside_body("<equality><connect body1='b' site1='s' anchor='0 0 0'/></equality>"), 5,
       "<connect>: bodies and sites cannot be mixed"},
      {beside_body("<equality><weld body1='x'/></equality>"), 5,
       "<weld>: attribute 'body1': unknown body 'x' (did you mean 'b'?)"},
      {beside_body("<equality><joint joint1='x'/></equality>"), 5,
       "<joint>: attribute 'joint1': unknown joint 'x' (did you mean 'j'?)"},
      {beside_body("<equality><tendon tendon1='x'/></equality>"), 5,
       "<tendon>: attribute 'tendon1': unknown tendon 'x'"},
  });
}

TEST(BadInput, InTendons) {
  expect_refused({
      {beside_body("<tendon><fixed><joint joint='x' coef='1'/></fixed></tendon>"), 5,
       "<fixed>: unknown joint in the path: 'x' (did you mean 'j'?)"},
      {beside_body("<tendon><fixed/></tendon>"), 5, "<fixed>: empty path"},
      {beside_body("<tendon><spatial><site site='s'/></spatial></tendon>"), 5,
       "<spatial>: a spatial tendon needs at least two sites"},
      {beside_body("<tendon><spatial><site site='s'/><geom geom='g'/></spatial></tendon>"), 5,
       "<spatial>: geom wrap must be between two sites"},
      {beside_body("<tendon><spatial><pulley divisor='0'/></spatial></tendon>"), 5,
       "<spatial>: a spatial tendon needs at least two sites"},
      {beside_body("<tendon><spatial><geom geom='g'/><site site='s'/></spatial></tendon>"), 5,
       "<spatial>: geom wrap must be between two sites"},
      {beside_body("<tendon><spatial><site site='s'/><geom geom='g' sidesite='x'/><site "
                   "site='s'/></spatial></tendon>"),
       5, "<spatial>: unknown sidesite in the path: 'x' (did you mean 's'?)"},
      {beside_body("<tendon><spatial><site site='s'/><geom geom='q'/><site site='s'/></spatial></tendon>",
                   "<geom name='q' type='box' size='1 1 1'/>"),
       5, "<spatial>: wrapping geoms must be spheres or cylinders: 'q'"},
      {beside_body("<tendon><spatial springlength='2 1'><site site='s'/><site site='s'/></spatial></tendon>"),
       5, "<spatial>: the same site twice in a row"},
  });
}

TEST(BadInput, InActuators) {
  expect_refused({
      {beside_body("<actuator><motor/></actuator>"), 5,
       "<actuator>: transmission target not specified (give it a joint, tendon, site or body)"},
      {beside_body("<actuator><motor joint='k'/></actuator>"), 5,
       "<actuator>: attribute 'joint': unknown joint 'k' (did you mean 'j'?)"},
      {beside_body("<actuator><motor joint='j' site='s'/></actuator>"), 5,
       "<motor>: more than one transmission target"},
      {beside_body("<actuator><motor cranksite='s' cranklength='1'/></actuator>"), 5,
       "<actuator>: attribute 'slidersite': missing (name a site)"},
      {beside_body("<actuator><motor cranksite='s' slidersite='s'/></actuator>"), 5,
       "<actuator>: cranklength is not given or not positive; a slider-crank needs the length of its rod"},
      {beside_body("<actuator><motor joint='j' refsite='s'/></actuator>"), 5,
       "<motor>: refsite needs a site"},
      {beside_body("<actuator><position joint='j' kv='1' dampratio='1'/></actuator>"), 5,
       "<position>: kv and dampratio both say how it is damped; keep one"},
      {beside_body("<actuator><position joint='j' inheritrange='1'/></actuator>"), 5,
       "<actuator>: inheritrange is used but the target has no range"},
      {beside_body("<actuator><damper joint='j' kv='-1' ctrlrange='0 1'/></actuator>"), 5,
       "<damper>: damping coefficient cannot be negative"},
      {beside_body("<actuator><damper joint='j' kv='1' ctrlrange='-1 1'/></actuator>"), 5,
       "<damper>: damper control range cannot be negative"},
      {beside_body("<actuator><adhesion body='b' gain='-1' ctrlrange='0 1'/></actuator>"), 5,
       "<adhesion>: gain of an adhesion is below zero; it only pulls"},
      {beside_body("<actuator><general joint='j' dyntype='integrator' actdim='2'/></actuator>"), 5,
       "<actuator>: actdim > 1 is only allowed for dyntype 'user'"},
  });
}

TEST(BadInput, InSensors) {
  expect_refused({
      {beside_body("<sensor><gyro/></sensor>"), 5, "<gyro>: required attribute missing: 'site'"},
      {beside_body("<sensor><gyro site='x'/></sensor>"), 5,
       "<sensor>: unrecognized name 'x' of object, which is its sensorized object (did you mean 's'?)"},
      {beside_body("<sensor><framepos objtype='joint' objname='j'/></sensor>"), 5,
       "<sensor>: this kind of object cannot be measured"},
      {beside_body("<sensor><framepos objtype='site' objname='s' refname='b'/></sensor>"), 5,
       "<framepos>: refname is given but reftype is missing"},
      {beside_body("<sensor><ballquat joint='j'/></sensor>"), 5,
       "<sensor>: this sensor measures ball joints only"},
      {beside_body("<sensor><jointlimitpos joint='j'/></sensor>"), 5,
       "<sensor>: the joint has no limits to measure; give it a range"},
      {beside_body("<sensor><user name='u'/></sensor>"), 5,
       "<user name=\"u\">: required attribute missing: 'dim'"},
      {beside_body("<sensor><gyro site='s' noise='-1'/></sensor>"), 5,
       "<sensor>: noise is a standard deviation and cannot be below zero"},
      {beside_body("<sensor><gyro site='s' cutoff='-1'/></sensor>"), 5,
       "<sensor>: cutoff cannot be below zero; 0 switches it off"},
      {beside_body("<sensor><distance geom1='g' body1='b' geom2='g'/></sensor>"), 5,
       "<distance>: needs exactly one of geom1 and body1"},
  });
}

TEST(BadInput, InKeysAndCustomData) {
  expect_refused({
      {beside_body("<keyframe><key qpos='1 2'/></keyframe>"), 5,
       "<key>: invalid qpos size, expected 1, got 2"},
      {beside_body("<keyframe><key name='k'/><key name='k'/></keyframe>"), 5,
       "<key name=\"k\">: repeated name 'k' in key (names of a kind must be different)"},
      {beside_body("<custom><numeric name='n' size='1' data='1 2'/></custom>"), 5,
       "<numeric name=\"n\">: has more data than its size"},
      {beside_body("<custom><tuple name='t'><element objtype='body' objname='x'/></tuple></custom>"), 5,
       "<tuple name=\"t\">: attribute 'objname': unknown object 'x' (did you mean 'b'?)"},
      {beside_body("<custom><text name='t' data=''/></custom>"), 5,
       "<text name=\"t\">: attribute 'data' is empty"},
  });
}

TEST(BadInput, InExpansions) {
  expect_refused({
      {"<mujoco><include file='none.xml'/></mujoco>", 1,
       "<include>: Error opening file 'none.xml': it is not there or not readable (searched the folder of "
       "the model and that of the "
       "including "
       "file)"},
      {"<mujoco><include/></mujoco>", 1, "<include>: required attribute missing: 'file'"},
      {in_world("<body><composite type='grid' count='2 2 1'/></body>"), 3,
       "<composite>: this composite type is deprecated (use type 'cable', replicate or flexcomp)"},
      {in_world("<body><composite type='cable' count='0 1 1'/></body>"), 3,
       "<composite>: each count is 1 or more"},
      {in_world("<replicate><body/></replicate>"), 3, "<replicate>: required attribute missing: 'count'"},
      {in_world("<attach model='x' prefix='p'/>"), 3, "<attach>: unknown model 'x'"},
      {in_world("<attach model='x'/>"), 3, "<attach>: required attribute missing: 'prefix'"},
  });
}

TEST(BadInput, InUrdf) {
  expect_refused({
      {"<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='x'><parent link='a'/><child "
       "link='b'/></joint></robot>",
       1, "<joint name=\"j\">: URDF has no joint of type 'x'"},
      {"<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child "
       "link='b'/></joint></robot>",
       1, "<child>: unknown link 'b'"},
      {"<robot name='r'><link name='a'/><link name='a'/></robot>", 1,
       "<link name=\"a\">: repeated link name 'a'"},
      {"<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><child "
       "link='b'/></joint></robot>",
       1, "<joint name=\"j\">: needs an element <parent>"},
      {"<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent "
       "link='a'/><child link='b'/></joint><joint name='k' type='fixed'><parent link='b'/><child "
       "link='a'/></joint></robot>",
       1, "<robot name=\"r\">: the joints form a cycle"},
      {"<robot name='r'><link name='a'><collision><geometry/></collision></link></robot>", 1,
       "<geometry>: has no known shape (box, cylinder, sphere, capsule or mesh)"},
      {"<robot name='r'><link name='a'><inertial><mass value='1'/></inertial></link></robot>", 1,
       "<inertial>: needs an element <inertia>"},
  });
}

TEST(BadInput, AFileThatIncludesItself) {  // judge: oracle
  const LoadedFiles loaded = load_files({{"main.xml", "<mujoco>\n<include file='main.xml'/></mujoco>"}});
  EXPECT_FALSE(loaded.theirs);
  EXPECT_FALSE(loaded.ours);
  EXPECT_NE(loaded.message.find("main.xml:2: <include>"), std::string::npos) << loaded.message;
}

TEST(BadInput, ProblemsOfShapesReferencesAndFilesAreReportedTogether) {  // judge: hand value
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(R"(<mujoco>
    <asset><mesh name="m" file="none.stl"/></asset>
    <worldbody>
      <geom type="mesh" mesh="m"/>
      <body name="b"><joint name="j" axis="0 0 0"/><geom size=".1"/></body>
    </worldbody>
    <equality><weld body1="none"/></equality>
    <tendon><fixed><joint joint="none" coef="1"/></fixed></tendon>
    <actuator><motor joint="none"/></actuator>
    <sensor><gyro site="none"/></sensor>
    </mujoco>)",
                         {}, diagnostics));
  ASSERT_EQ(diagnostics.all().size(), 6U) << diagnostics.text();
}

TEST(BadInput, RepeatedNamesDoNotHideTheRest) {  // judge: hand value
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(in_world("<body name='b'><geom size='-1'/></body><body name='b'><joint/></body>"),
                         {}, diagnostics));
  EXPECT_GE(diagnostics.all().size(), 1U) << diagnostics.text();
}

TEST(BadInput, AllProblemsOfAStageAreReportedAtOnceUpToTwenty) {  // judge: hand value
  Diagnostics few;
  EXPECT_FALSE(load_text(in_world("<geom siz='1'/>\n<bodi/>\n<geom type='cone' size='1'/>\n<site pos='1'/>"),
                         {}, few));
  ASSERT_EQ(few.all().size(), 4U) << few.text();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(few.all()[static_cast<std::size_t>(i)].place.line, 3 + i);

  std::string many;
  for (int i = 0; i < 50; ++i) many += "<geom siz='1'/>\n";
  Diagnostics first;
  EXPECT_FALSE(load_text(in_world(many), {}, first));
  int lines = 0;
  for (const char c : first.text()) lines += c == '\n';
  EXPECT_GE(lines, 20);
  EXPECT_LE(lines, 22) << first.text();
}

}  // namespace
}  // namespace corten
