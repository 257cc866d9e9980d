// Names and state vectors under MuJoCo's names.
#include "corten/model/state.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "corten/model/names.h"
#include "python/bindings/arguments.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/handles.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

void require_signature(const char* function, int signature) {
  if (!valid_state_signature(signature)) throw FatalError(client_text::state_signature(function, signature));
}

std::size_t checked_size(const char* function, const ModelHandle& m, int signature) {
  require_signature(function, signature);
  return static_cast<std::size_t>(state_size(*m, signature));
}

void bind_names(nb::module_& m) {
  m.def(
      "mj_name2id",
      [](const ModelHandle& model, int type, const Text& name) { return name2id(*model, type, name); },
      nb::arg("m"), nb::arg("type"), nb::arg("name"),
      "Id of the object of a type with a name, -1 if there is none.");
  m.def(
      "mj_id2name", [](const ModelHandle& model, int type, int id) { return id2name(*model, type, id); },
      nb::arg("m"), nb::arg("type"), nb::arg("id"), "Name of an object, None if it has none.");
}

}  // namespace

void bind_state(nb::module_& m) {
  bind_names(m);
  m.def(
      "mj_stateSize",
      [](const ModelHandle& model, int sig) { return checked_size("mj_stateSize", model, sig); },
      nb::arg("m"), nb::arg("sig"), "Numbers in the state vector of a signature (a sum of mjtState bits).");
  m.def(
      "mj_getState",
      [](const ModelHandle& model, const DataHandle& data, const VecOut& state, int sig) {
        require_match(model, data);
        const std::size_t size = checked_size("mj_stateSize", model, sig);
        require(state.size() == size, client_text::kStateSize);
        get_state(*model, *data, state.span(), sig);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("state"), nb::arg("sig"),
      "Copies elements of the state into a vector.");
  m.def(
      "mj_setState",
      [](const ModelHandle& model, DataHandle& data, const VecIn& state, int sig) {
        require_match(model, data);
        const std::size_t size = checked_size("mj_stateSize", model, sig);
        require(state.size() == size, client_text::kStateSize);
        set_state(*model, *data, state.span(), sig);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("state"), nb::arg("sig"),
      "Sets elements of the state from a vector.");
  m.def(
      "mj_copyState",
      [](const ModelHandle& model, const DataHandle& src, DataHandle& dst, int sig) {
        require_match(model, src);
        require_match(model, dst);
        require_signature("mj_copyState", sig);
        copy_state(*model, *src, *dst, sig);
      },
      nb::arg("m"), nb::arg("src"), nb::arg("dst"), nb::arg("sig"),
      "Copies elements of the state between data.");
  m.def(
      "mj_extractState",
      [](const ModelHandle& model, const VecIn& src, int srcsig, const VecOut& dst, int dstsig) {
        const std::size_t from = checked_size("mj_extractState", model, srcsig);
        const std::size_t to = checked_size("mj_extractState", model, dstsig);
        const auto source = src.span(from, "src (mj_stateSize(m, srcsig))");
        const auto target = dst.span(to, "dst (mj_stateSize(m, dstsig))");
        if (dstsig & ~srcsig)
          throw FatalError("mj_extractState: dstsig asks for parts that srcsig does not have");
        extract_state(*model, source, srcsig, target, dstsig);
      },
      nb::arg("m"), nb::arg("src"), nb::arg("srcsig"), nb::arg("dst"), nb::arg("dstsig"),
      "Picks a smaller state vector out of a larger one.");
}

}  // namespace corten::python
