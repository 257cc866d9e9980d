// Which bodies touch, and with what force: the weight carried at every level of a stack of boxes.
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "corten/corten.h"

int main() {
  const corten::Model model = corten::load("scenes/stack.xml").value();
  corten::Data data = corten::make_data(model);
  while (data.time < 2) corten::step(model, data);

  const auto name = [&](int geom) { return std::string(corten::id2name(model, corten::mjOBJ_GEOM, geom)); };
  std::map<std::pair<int, int>, double> carried;
  for (int i = 0; i < data.ncon; ++i) {
    const corten::Contact& contact = data.contact[i];
    const corten::Wrench<double> wrench = corten::contact_force(model, data, i);
    carried[{contact.geom[0], contact.geom[1]}] +=
        wrench.force[0];  // the first component is along the normal
  }

  std::printf("%d contact points, %d constraint rows\n", data.ncon, data.nefc);
  for (const auto& [pair, newton] : carried)
    std::printf("%6s carries %6.2f N from %s\n", name(pair.first).c_str(), newton, name(pair.second).c_str());
}
