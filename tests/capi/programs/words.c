// Words of refusals that programs look for, MuJoCo's own tests among them: whether they are there.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#define WORLD(inside) "<mujoco><worldbody>" inside "</worldbody></mujoco>"
#define ACTUATOR(inside)                                                                                  \
  "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator>" inside \
  "</actuator></mujoco>"

static const char* const kRows[][2] = {
    {WORLD("<geom size='1' quat='1 0 0 0' euler='1 2 3'/>"), "multiple orientation specifiers"},
    {WORLD("<geom size='1' quat='0 0 0 0'/>"), "zero quaternion"},
    {WORLD("<geom size='1' pos='1 2 3 4'/>"), "has too much data"},
    {WORLD("<geom size='1' pos='1 2'/>"), "attribute 'pos' does not have enough data"},
    {WORLD("<geom size='1' pos='1 2 x'/>"), "bad format in attribute 'pos'"},
    {WORLD("<geom size='1' type='none such'/>"), "invalid keyword: 'none such'"},
    {WORLD("<geom size='1' class='none'/>"), "unknown default class name 'none'"},
    {WORLD("<geom type='box' size='1 1'/>"), "size 2 must be positive"},
    {WORLD("<geom name='a' size='1'/><geom name='a' size='1'/>"), "repeated name 'a' in geom"},
    {WORLD("<flexcomp name='f' dim='4'/>"), "Invalid dim"},
    {WORLD("<flexcomp name='f' count='0 1 1'/>"), "Count too small"},
    {WORLD("<camera fovy='180'/>"), "fovy too large"},
    {"<mujoco><asset><texture name='t' file='none.png' type='2d'/></asset></mujoco>", "Error opening file"},
    {"<mujoco><asset><hfield name='h' nrow='2' ncol='2'/></asset></mujoco>", "required attribute missing: 'size'"},
    {"<mujoco><statistic extent='0'/></mujoco>", "extent must be strictly positive"},
    {"<mujoco><keyframe><key qpos='1'/></keyframe></mujoco>", "invalid qpos size, expected 0, got 1"},
    {ACTUATOR("<damper joint='j' kv='-1' ctrlrange='0 1'/>"), "damping coefficient cannot be negative"},
    {ACTUATOR("<position joint='j' kv='-1'/>"), "kv cannot be negative"},
    {ACTUATOR("<general joint='j' actdim='2'/>"), "actdim > 1 is only allowed for dyntype 'user'"},
    {ACTUATOR("<general joint='j' delay='1'/>"), "without a history buffer"},
    {ACTUATOR("<general joint='j' dyntype='integrator' actlimited='true'/>"), "invalid actrange"},
};

int main(void) {
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; ++i) {
    char error[1000] = "";
    mjSpec* spec = mj_parseXMLString(kRows[i][0], NULL, error, sizeof error);
    mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
    const char* text = spec ? mjs_getError(spec) : error;
    printf("%s: %s\n", kRows[i][1], m ? "accepted" : strstr(text, kRows[i][1]) ? "said" : text);
    mj_deleteModel(m), mj_deleteSpec(spec);
  }
  return 0;
}
