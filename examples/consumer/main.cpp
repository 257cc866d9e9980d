#include <corten/corten.h>

#include <cstdio>

int main() {
  const char* text =
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
  const corten::Model model = corten::load_text(text).value();
  corten::Data data = corten::make_data(model);
  while (data.time < 0.2) corten::step(model, data);
  std::printf("height after %.1f s of free fall: %.4f m\n", data.time, data.qpos[2]);
}
