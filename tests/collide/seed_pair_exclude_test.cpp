// Seed criteria on <pair>, <exclude> and condim of contacts; where a criterion and the oracle disagree the
// oracle's value stands and the test says so.
#include <gtest/gtest.h>

#include "corten/load.h"
#include "tests/support/contacts.h"

namespace corten {
namespace {

// Two free bodies A and B with overlapping balls a and b.
std::string two_balls(const std::string& contact, const std::string& a = "", const std::string& b = "",
                      const std::string& pos_b = ".15 0 0", const std::string& head = "") {
  return "<mujoco>" + head + "<worldbody><body name='A'><freejoint/><geom name='a' size='.1' " + a +
         "/></body><body name='B' pos='" + pos_b + "'><freejoint/><geom name='b' size='.1' " + b +
         "/></body></worldbody><contact>" + contact + "</contact></mujoco>";
}

// Contacts of both engines, which must be equal.
std::vector<Contact> contacts_of(const std::string& xml) {
  oracle::ContactScene s(xml);
  EXPECT_EQ(s.run(), "");
  return {s.d.contact.begin(), s.d.contact.end()};
}

constexpr const char* kPair = "<pair geom1='a' geom2='b'/>";

TEST(Contact, Seed_PairExclude_AC1_ExcludeDropsAllContactsOfABodyPair) {  // judge: oracle
  EXPECT_EQ(contacts_of(two_balls("")).size(), 1u);
  EXPECT_EQ(contacts_of(two_balls("<exclude body1='A' body2='B'/>")).size(), 0u);
}

TEST(Contact, Seed_PairExclude_AC2_ExcludeDoesNotTouchAnExplicitPair) {  // judge: oracle
  EXPECT_EQ(contacts_of(two_balls(std::string(kPair) + "<exclude body1='A' body2='B'/>")).size(), 1u);
}

TEST(Contact, Seed_PairExclude_AC3_PairBypassesMasks) {  // judge: oracle
  const char* off = "contype='0' conaffinity='0'";
  EXPECT_EQ(contacts_of(two_balls("", off, off)).size(), 0u);
  EXPECT_EQ(contacts_of(two_balls(kPair, off, off)).size(), 1u);
}

TEST(Contact, Seed_PairExclude_AC3_PairBypassesTheParentFilter) {  // judge: oracle
  const auto chain = [](const std::string& contact) {
    return "<mujoco><worldbody><body><freejoint/><geom name='a' size='.1'/><body pos='.15 0 0'><joint/>"
           "<geom name='b' size='.1'/></body></body></worldbody><contact>" +
           contact + "</contact></mujoco>";
  };
  EXPECT_EQ(contacts_of(chain("")).size(), 0u);
  EXPECT_EQ(contacts_of(chain(kPair)).size(), 1u);
}

TEST(Contact, Seed_PairExclude_AC3_PairWorksWithinOneBody) {  // judge: oracle
  EXPECT_EQ(
      contacts_of("<mujoco><worldbody><body><freejoint/><geom name='a' size='.1'/><geom name='b' size='.1'"
                  " pos='.15 0 0'/></body></worldbody><contact>" +
                  std::string(kPair) + "</contact></mujoco>")
          .size(),
      1u);
}

TEST(Contact, Seed_PairExclude_AC4_DistantPairMakesNoContact) {  // judge: oracle
  EXPECT_EQ(contacts_of(two_balls(kPair, "", "", "5 0 0")).size(), 0u);
  EXPECT_EQ(contacts_of(two_balls(kPair, "", "", ".201 0 0")).size(), 0u);
}

TEST(Contact, Seed_PairExclude_AC5_PairReplacesTheDynamicContact) {  // judge: oracle
  const auto contacts = contacts_of(two_balls("<pair geom1='a' geom2='b' condim='1'/>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 1);
}

TEST(Contact, Seed_PairExclude_AC6_PairCondimWins) {  // judge: oracle
  const auto contacts =
      contacts_of(two_balls("<pair geom1='a' geom2='b' condim='4'/>", "condim='6'", "condim='6'"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 4);
}

TEST(Contact, Seed_PairExclude_AC7_PairFrictionHasFiveValues) {  // judge: oracle
  const auto contacts = contacts_of(two_balls("<pair geom1='a' geom2='b' friction='.1 .2 .3 .4 .5'/>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].friction, (Vec<Real, 5>{0.1, 0.2, 0.3, 0.4, 0.5}));
}

TEST(Contact, Seed_PairExclude_AC8_PairSolverParametersWin) {  // judge: oracle
  const auto contacts =
      contacts_of(two_balls("<pair geom1='a' geom2='b' solref='.05 .8' solimp='.85 .9 .002 .4 1.5'/>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].solref, (Vec<Real, 2>{0.05, 0.8}));
  EXPECT_EQ(contacts[0].solimp, (Vec<Real, 5>{0.85, 0.9, 0.002, 0.4, 1.5}));
}

TEST(Contact,
     Seed_PairExclude_AC9_PairMarginAndGapAct) {  // judge: oracle; the criterion says they do nothing
  const auto contacts =
      contacts_of(two_balls("<pair geom1='a' geom2='b' margin='.1' gap='.05'/>", "", "", ".25 0 0"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].includemargin, 0.05);
  EXPECT_EQ(contacts[0].exclude, 0);
}

TEST(Contact, Seed_PairExclude_AC10_SolreffrictionDefaultsToZeroWhichMeansSolref) {  // judge: oracle; the
  // criterion copies solref at compile, the oracle where the rows are made
  const auto contacts = contacts_of(two_balls("<pair geom1='a' geom2='b' solref='.05 .8'/>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].solreffriction, (Vec<Real, 2>{0, 0}));
}

TEST(Contact, Seed_PairExclude_AC11_UndefinedPairAttributesAreConstants) {  // judge: oracle; the criterion
  // combines them from the geoms
  const auto contacts = contacts_of(two_balls(kPair, "friction='.3 .2 .1' condim='4' solref='.05 .7'"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 3);
  EXPECT_EQ(contacts[0].friction, (Vec<Real, 5>{1, 1, 0.005, 0.0001, 0.0001}));
  EXPECT_EQ(contacts[0].solref, (Vec<Real, 2>{0.02, 1}));
}

TEST(Contact, Seed_PairExclude_AC12_OtherGeomsKeepTheirMasks) {  // judge: oracle
  const std::string third =
      "<mujoco><worldbody><body><freejoint/><geom name='a' size='.1' contype='0' conaffinity='0'/>"
      "<geom size='.1' contype='2' conaffinity='4'/></body><body pos='.1 0 0'><freejoint/>"
      "<geom name='b' size='.1'/><geom size='.1' contype='4' conaffinity='1'/></body></worldbody>"
      "<contact><pair geom1='a' geom2='b'/></contact></mujoco>";
  const auto contacts = contacts_of(third);
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_EQ(contacts[0].geom, (Vec<int, 2>{0, 2}));
  EXPECT_EQ(contacts[1].geom, (Vec<int, 2>{1, 3}));
}

// What our loader says of a model that both engines must refuse.
std::string refusal(const std::string& contact) {
  const std::string xml = two_balls(contact);
  EXPECT_EQ(oracle::load_string(xml), nullptr) << contact;
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text(xml, {}, diagnostics)) << contact;
  return diagnostics.text();
}

TEST(Contact, Seed_PairExclude_AC13_UnknownNamesAreRefusedByName) {  // judge: oracle's verdict, our words
  EXPECT_NE(refusal("<pair geom1='nonexistent' geom2='b'/>").find("nonexistent"), std::string::npos);
  EXPECT_NE(refusal("<exclude body1='A' body2='nonexistent'/>").find("nonexistent"), std::string::npos);
}

TEST(Contact, Seed_PairExclude_AC17_MissingAttributesAreRefused) {  // judge: oracle's verdict, our words
  EXPECT_NE(refusal("<pair geom2='b'/>").find("pair"), std::string::npos);
  EXPECT_NE(refusal("<exclude body2='B'/>").find("body1"), std::string::npos);
}

TEST(Contact, Seed_PairExclude_AC14_PairTakesItsDefaultsClass) {  // judge: oracle
  const auto contacts =
      contacts_of(two_balls("<pair class='custom' geom1='a' geom2='b'/>", "", "", ".15 0 0",
                            "<default><default class='custom'><pair condim='4'/></default></default>"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 4);
}

TEST(Contact, Seed_PairExclude_AC15_ExcludingABodyFromItselfDoesNothing) {  // judge: oracle
  EXPECT_EQ(contacts_of(two_balls("<exclude body1='A' body2='A'/>")).size(), 1u);
}

TEST(Contact,
     Seed_PairExclude_AC16_RepeatedPairsAreTestedTwice) {  // judge: oracle; the criterion keeps the last
  const auto contacts =
      contacts_of(two_balls("<pair geom1='a' geom2='b' condim='1'/><pair geom1='a' geom2='b' condim='4'/>"));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_EQ(contacts[0].dim, 1);
  EXPECT_EQ(contacts[1].dim, 4);
}

TEST(Contact, Seed_Condim_AC6_CondimIsTheMaximumOfTheGeoms) {  // judge: oracle
  const auto contacts = contacts_of(two_balls("", "condim='1'", "condim='3'"));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 3);
}

TEST(Contact, Seed_Condim_AC7_CondimIsThreeByDefault) {  // judge: oracle
  const auto contacts = contacts_of(two_balls(""));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].dim, 3);
}

}  // namespace
}  // namespace corten
