// Sequences of edits of a specification, one per three bytes: what MjSpec does from Python.
#include <vector>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "corten/spec/attach.h"
#include "corten/spec/edit.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/names.h"
#include "tests/fuzz/scenes.h"
#include "tests/fuzz/target.h"

namespace {

using namespace corten;

class Editor {
 public:
  Editor() {
    Diagnostics diagnostics;
    spec_ = mjcf::read_string(fuzz::kScene, nullptr, {}, diagnostics);
  }

  void edit(std::uint8_t what, std::uint8_t where, std::uint8_t value) {
    std::vector<spec::Body*> bodies;
    spec::for_each_body(spec_.world, [&](spec::Body& body) { bodies.push_back(&body); });
    spec::Body& body = *bodies[where % bodies.size()];
    switch (what % 10) {
      case 0:
        body.bodies.add().pos = spec::Real3{Real(value), 0, 0};
        break;
      case 1:
        body.joints.add().type = value % 5;
        break;
      case 2:
        body.geoms.add().type = value % 10;
        break;
      case 3:
        if (!body.bodies.empty()) remove(body, value % body.bodies.size());
        break;
      case 4:
        body.frames.add().frame = body.frames.size() > 1 ? value % (body.frames.size() - 1) : -1;
        break;
      case 5:
        attach(body, value);
        break;
      case 6:
        body.sites.add().frame = body.frames.empty() ? -1 : value % body.frames.size();
        break;
      case 7:
        spec_.sensors.add().type = value % (mjSENS_USER + 1);
        break;
      case 8:
        if (!body.geoms.empty()) body.geoms[0].size = spec::Real3{Real(value) - 5, Real(value), 1};
        break;
      default:
        body.mocap = value % 2 == 0;
    }
  }

  void finish() {
    (void)mjcf::to_xml(spec_);
    CompileOptions options;
    options.limits = fuzz::quick().limits;
    Diagnostics diagnostics;
    const Spec copy = spec_;
    if (const std::optional<Model> m = compile(copy, options, diagnostics)) fuzz::try_out(*m);
  }

 private:
  void remove(spec::Body& body, int index) {
    if (!spec::check_key_sizes(spec_).empty()) return;
    spec::Orphans orphans;
    (void)spec::take_body(spec_, body, index, orphans);
  }
  void attach(spec::Body& body, std::uint8_t value) {
    Spec child = spec_;
    constexpr int kMost = 3;  // it doubles the model
    if (attached_++ < kMost)
      (void)spec::attach(spec_, body, -1, child, "", "p" + std::to_string(value), {&spec_.world});
  }

  Spec spec_;
  int attached_ = 0;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Editor editor;
  for (std::size_t i = 0; i + 3 <= size && i < 60; i += 3) editor.edit(data[i], data[i + 1], data[i + 2]);
  editor.finish();
  return 0;
}
