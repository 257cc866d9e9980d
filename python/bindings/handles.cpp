#include "python/bindings/handles.h"

#include <cstdlib>
#include <string_view>

#include "corten/model/validate.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

bool checks_models() {
  static const bool wanted = [] {
    const char* text = std::getenv("CORTENFORGE_CHECK");
    return text && std::string_view(text) != "" && std::string_view(text) != "0";
  }();
  return wanted;
}

}  // namespace

void require_sound(const ModelHandle& model) {
  if (!model.watch->changed() && !checks_models()) return;
  if (const std::string problem = validate(*model); !problem.empty())
    throw FatalError("the MjModel is not consistent: " + problem);
  model.watch->accept();
}

void require_match(const ModelHandle& model, const DataHandle& data) {
  if (data.model != model.object && !(data.model->sizes() == model.object->sizes()))
    throw FatalError("the MjData was made for a model of other sizes: make one with MjData(model)");
  require_sound(model);
}

Limits& load_limits() {
  static Limits limits;
  return limits;
}

bool Interruption::pending() {
  if (raised_ || std::this_thread::get_id() != thread_) return raised_;
  constexpr std::chrono::milliseconds kPatience(20);
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return false;
  next_ = now + kPatience;
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() == 0) return false;
  try {
    nb::raise_python_error();
  } catch (...) {
    problem_ = std::current_exception();
  }
  raised_ = true;
  return true;
}

void Interruption::raise() const {
  if (problem_) std::rethrow_exception(problem_);
}

}  // namespace corten::python
