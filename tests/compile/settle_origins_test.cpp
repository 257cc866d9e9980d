// Models attached in models with other compiler settings: written as one text they are the same model.
#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "tests/support/virtual_files.h"

namespace corten {
namespace {

// A model whose every part depends on some compiler setting, and that attaches `next` if there is one.
std::string part(const std::string& compiler, const std::string& next = "") {
  const std::string attach = next.empty() ? "" : "<attach model='" + next + "' prefix='" + next + "-'/>";
  const std::string model = next.empty() ? "" : "<model name='" + next + "' file='" + next + ".xml'/>";
  return "<mujoco><compiler " + compiler + R"(/>
      <default><default class="c"><joint range="0 1"/><geom rgba="1 0 0 1"/></default></default><asset>)" +
         model +
         R"(<mesh name="m" vertex="0 0 0 .1 0 0 0 .2 0 0 0 .3 .1 .1 .1"/></asset><worldbody>
      <body name="a" pos="0 0 1" euler=".3 .4 .5"><joint name="j" axis="0 1 0" ref=".1" springref=".2"/>
        <joint name="k" class="c" axis="1 0 0" type="slide"/>
        <geom name="g" type="box" size=".1 .2 .3" euler=".1 .2 .3" group="1"/><geom size=".05" pos=".3 0 0" group="4"/>
        <frame axisangle="1 1 0 .7"><geom type="capsule" mesh="m" contype="0" conaffinity="0"/>
          <site name="s" euler="0 .5 .5"/><camera euler=".1 0 .1"/><light dir="1 1 1"/></frame>
        <body name="b" pos=".5 0 0"><inertial pos="0 0 .1" mass=".2" diaginertia=".001 .002 .0025" euler=".2 .1 0"/>
          <joint name="l" type="ball"/><geom size=".1"/></body></body>
      <body name="f" pos="1 1 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler=".4 .3 .1"/></body>
      <frame name="hook" pos="2 0 0" euler=".2 0 .1">)" +
         attach + R"(</frame></worldbody>
      <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
      <actuator><position name="p" joint="k" kp="3" inheritrange="1"/><motor name="q" joint="j"/></actuator></mujoco>)";
}

// With autolimits every range counts; without, none may be given.
std::string with_ranges(std::string xml) {
  const auto put = [&](const std::string& after, const std::string& text) {
    xml.insert(xml.find(after) + after.size(), text);
  };
  put("name=\"j\"", " range=\"-.5 .5\" actuatorfrcrange=\"-1 1\"");
  put("name=\"l\"", " range=\"0 .5\"");
  put("name=\"t\"", " range=\"-1 1\"");
  put("name=\"q\"", " ctrlrange=\"-1 1\" forcerange=\"-2 2\"");
  return xml;
}

void expect_written_the_same(const std::string& main, const std::string& child, const std::string& grand) {
  const Files files = {{"main.xml", main}, {"child.xml", child}, {"grand.xml", grand}};
  const LoadedFiles loaded = load_files(files);
  ASSERT_TRUE(loaded.theirs && loaded.ours) << loaded.message;
  ASSERT_EQ(to_text(oracle::model_differences(loaded.theirs.get(), *loaded.ours)), "");
  Vfs vfs;
  for (const auto& [name, text] : files) vfs.add(name, text);
  Diagnostics diagnostics;
  Spec spec = mjcf::read_file("main.xml", &vfs, {}, diagnostics);
  settle_origins(spec, {&vfs});
  const std::string xml = mjcf::to_xml(spec);
  const auto written = load_text(xml, {}, diagnostics);
  ASSERT_TRUE(written) << diagnostics.text() << xml;
  EXPECT_EQ(to_text(oracle::model_differences(*loaded.ours, *written, 1e-12)), "") << xml;
}

constexpr const char* kSettings[] = {
    "angle='radian' eulerseq='XYZ'",
    "angle='radian' eulerseq='zxy' alignfree='true'",
    "inertiafromgeom='true'",
    "inertiagrouprange='0 2'",
    "boundmass='.5' boundinertia='.01'",
    "balanceinertia='true' fitaabb='true'",
    "angle='radian' inertiafromgeom='true' inertiagrouprange='0 3' boundmass='3' fitaabb='true'",
};

TEST(SettleOrigins, OneLevel) {  // judge: oracle, identity
  for (const char* own : kSettings)
    for (const char* other : kSettings) {
      SCOPED_TRACE(std::string(own) + " | " + other);
      expect_written_the_same(part(own, "child"), part(other), "<mujoco/>");
    }
}

TEST(SettleOrigins, TwoLevels) {  // judge: oracle, identity
  const int count = std::size(kSettings);
  for (int i = 0; i < count; ++i) {
    const char *child = kSettings[(i + 1) % count], *grand = kSettings[(i + 3) % count];
    SCOPED_TRACE(std::string(kSettings[i]) + " | " + child + " | " + grand);
    expect_written_the_same(part(kSettings[i], "child"), part(child, "grand"), part(grand));
  }
}

TEST(SettleOrigins, LimitsOfModelsWithAndWithoutAutolimits) {  // judge: oracle, identity
  const std::string off = "autolimits='false'";
  const auto explicit_class = [](std::string xml) {  // the class has a range
    return xml.replace(xml.find("range=\"0 1\""), 11, "range=\"0 1\" limited=\"true\"");
  };
  const auto without_inherited =
      [](std::string xml) {  // limits follow from the range found, unless they are off
        return xml.replace(xml.find("inheritrange=\"1\""), 16, "");
      };
  const std::string main = without_inherited(explicit_class(part(off, "child")));
  expect_written_the_same(main, with_ranges(part("")), "<mujoco/>");
  expect_written_the_same(main, with_ranges(part("", "grand")), without_inherited(explicit_class(part(off))));
  expect_written_the_same(main, without_inherited(explicit_class(part(off, "grand"))),
                          with_ranges(part("angle='radian'")));
}

}  // namespace
}  // namespace corten
