// Odd XML: accepted or refused as the oracle's parser does, and never a crash.
#include "corten/mjcf/xml_tree.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/oracle_reader.h"

namespace corten::mjcf {
namespace {

void expect_oracle_verdict(const std::string& xml) {
  EXPECT_EQ(our_read_string(xml).empty(), oracle_read_string(xml).empty()) << xml.substr(0, 200);
}

TEST(Xml, OddDocumentsHaveTheOraclesVerdict) {  // judge: oracle
  for (const char* xml : {
           "",
           " ",
           "<!-- only -->",
           "<mujoco/>",
           "\xEF\xBB\xBF<mujoco/>",
           "<?xml version='1.0'?><mujoco/>",
           "<?xml?><?foo?><mujoco/>",
           "<!-- c --><?xml?><mujoco/>",
           "<!DOCTYPE x><mujoco/>",
           "<!DOCTYPE x><?xml?><mujoco/>",
           "text<mujoco/>",
           "<mujoco/>text",
           "<mujoco/>text<b/>",
           "<mujoco/><b/>",
           "<mujoco/></b>garbage",
           "</b><mujoco/>",
           "<mujoco></mujoco/>",
           "<mujoco></mujoco a='1'>",
           "< mujoco/>",
           "<mujoco></ mujoco>",
           "<mujoco>< /mujoco>",
           "<mujoco><size nkey='1'nuserdata='2'/></mujoco>",
           "<mujoco model='a<b'/>",
           "<mujoco model='&foo;&#65;'/>",
           "<mujoco model=a/>",
           "<mujoco model='a' model='b'/>",
           "<mujoco model = \"x\"/>",
           "<mujoco / >",
           "<mujoco>",
           "<mujoco><!-- a -- b --></mujoco>",
           "<mujoco><!--></mujoco>",
           "<mujoco><?x?></mujoco>",
           "<mujoco><!FOO></mujoco>",
           "<mujoco><![CDATA[ <x> ]]></mujoco>",
           "<mujoco><1a/></mujoco>",
           "<MuJoCo/>",
           "<Robot name='r'><link name='a'/></Robot>",
           "<foo/>",
           "<mujoco><include/></mujoco>",
           "<mujoco><include file='missing.xml'/></mujoco>",
           "<mujoco><Include file='x'/></mujoco>",
           "<mujoco><body name='a'/></mujoco>",
           "<mujoco><frame/></mujoco>",
           "<mujoco><worldbody><worldbody/></worldbody></mujoco>",
           "<mujoco><worldbody name='a'/></mujoco>",
           "<mujoco><worldbody><frame foo='1'><geom size='1' bar='2'/></frame></worldbody></mujoco>",
           "<mujoco><worldbody><frame><foo/></frame></worldbody></mujoco>",
           "<mujoco><worldbody><geom size='1' bar='2'/></worldbody></mujoco>",
           "<mujoco><worldbody><replicate count='2' foo='1'><geom "
           "size='x'/></replicate></worldbody></mujoco>",
           "<mujoco><worldbody><body><inertial pos='0 0 0' mass='1'/><inertial pos='0 0 0' "
           "mass='1'/></body></worldbody></mujoco>",
       }) {
    expect_oracle_verdict(xml);
  }
}

TEST(Xml, NestingIsLimitedAsInTheOracle) {  // judge: oracle
  for (int depth : {100, 495, 496, 497, 498, 499, 600}) {
    std::string open, close;
    for (int i = 0; i < depth; ++i) {
      open += "<body>";
      close += "</body>";
    }
    expect_oracle_verdict("<mujoco><worldbody>" + open + close + "</worldbody></mujoco>");
  }
}

TEST(Xml, ElementsKnowTheirLine) {  // judge: hand value
  Diagnostics diagnostics;
  const auto root = parse_xml("<a>\n\n  <b\n x='1\n2'/>\n<c/></a>", std::make_shared<Source>(), diagnostics);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->children[0].line, 3);
  EXPECT_EQ(root->children[1].line, 6);
  EXPECT_EQ(*root->children[0].find("x"), "1\n2");
}

// A small model of many kinds of elements, to be damaged.
const std::string kModel =
    R"(<mujoco model="m"><compiler angle="radian" eulerseq="zyx"/><option timestep=".01"><flag gravity="disable"/></option>
  <default><geom rgba="1 0 0 1"/><default class="a"><joint damping="1"/><position kp="3"/></default></default>
  <asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/><material name="m" texture="t"/>
  <mesh name="x" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 2 3"/></asset>
  <worldbody><light pos="0 0 3"/><frame euler="1 2 3"><body name="b" childclass="a"><joint name="j" range="0 1"/>
  <geom name="g" type="capsule" fromto="0 0 0 1 1 1" size=".1"/><site name="s" xyaxes="1 0 0 0 1 0"/></body></frame>
  <replicate count="3" offset="1 0 0" sep="-"><body name="r"><freejoint/><geom size=".1"/></body></replicate>
  <composite type="cable" prefix="c" count="4 1 1" curve="s" size="1"><geom type="box" size=".1 .1 .1"/></composite></worldbody>
  <contact><pair geom1="g" geom2="g"/><exclude body1="b" body2="r-0"/></contact><equality><weld body1="b" body2="r-1"/></equality>
  <tendon><fixed name="f"><joint joint="j" coef="1"/></fixed></tendon><actuator><position joint="j" class="a"/><muscle tendon="f"/></actuator>
  <sensor><jointpos joint="j"/><contact geom1="g" data="found force"/></sensor><keyframe><key name="k" time="1"/></keyframe></mujoco>)";

TEST(Xml, ATextOfNoFileIsRefusedByItsLine) {  // judge: hand value
  Diagnostics diagnostics;
  EXPECT_FALSE(parse_xml("<mujoco>\n</world>", nullptr, diagnostics));
  EXPECT_NE(diagnostics.text().find("2"), std::string::npos) << diagnostics.text();
}

TEST(Xml, TruncatedTextIsRefusedAndNeverCrashes) {  // judge: oracle at some cuts, no crash at all
  ASSERT_EQ(our_read_string(kModel), "");
  for (std::size_t length = 0; length < kModel.size(); ++length) {
    const bool refused = !our_read_string(kModel.substr(0, length)).empty();
    if (length % 50 == 0) {
      EXPECT_EQ(refused, !oracle_read_string(kModel.substr(0, length)).empty()) << length;
    }
  }
}

TEST(Xml, DamagedTextHasTheOraclesVerdictAndNeverCrashes) {  // judge: oracle
  std::mt19937 random(1);
  const std::string alphabet = "<>/=\"' 0123456789.-eabcxyz\n&#;";
  for (int i = 0; i < 1500; ++i) {
    std::string xml = kModel;
    const int edits = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < edits; ++k) {
      const std::size_t at = random() % xml.size();
      switch (random() % 3) {
        case 0:
          xml[at] = alphabet[random() % alphabet.size()];
          break;
        case 1:
          xml.erase(at, 1 + random() % 8);
          break;
        default:
          xml.insert(at, 1, alphabet[random() % alphabet.size()]);
      }
    }
    EXPECT_EQ(our_read_string(xml).empty(), oracle_read_string(xml).empty())
        << xml << "\nours: " << our_read_string(xml);
  }
}

}  // namespace
}  // namespace corten::mjcf
