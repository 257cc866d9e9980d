// The native module cortenforge._core: memory and functions; its Python face is the package around it.
#include "python/bindings/callbacks.h"
#include "python/bindings/handles.h"
#include "python/bindings/plugins.h"
#include "python/bindings/spec_tree.h"

namespace corten::python {
void bind_gpu_worlds(nanobind::module_& m);  // worlds on a GPU
}

NB_MODULE(_core, m) {
  m.attr("__version__") = CORTEN_VERSION;
  nanobind::set_leak_warnings(false);  // callbacks and caches of a program live until its end
  m.doc() = "Native part of CortenForge; use cortenforge.mujoco.";
  nanobind::exception<corten::python::FatalError>(m, "FatalError", PyExc_Exception);
  corten::python::bind_layouts(m);
  corten::python::bind_model(m);
  corten::python::bind_data(m);
  corten::python::bind_load(m);
  corten::python::bind_spec_fields(m);
  corten::python::bind_spec_edit(m);
  corten::python::bind_spec_attach(m);
  corten::python::bind_spec_parts(m);
  corten::python::bind_spec_text(m);
  corten::python::bind_state(m);
  corten::python::bind_engine(m);
  corten::python::bind_callbacks(m);
  corten::python::bind_plugins(m);
  corten::python::bind_warnings(m);
  corten::python::bind_dynamics(m);
  corten::python::bind_rays(m);
  corten::python::bind_edits(m);
  corten::python::bind_finite_differences(m);
  corten::python::bind_mathematics(m);
  corten::python::bind_linear_algebra(m);
  corten::python::bind_batch(m);
  corten::python::bind_matrices(m);
  corten::python::bind_numbers(m);
  corten::python::bind_worlds(m);
  corten::python::bind_gpu_worlds(m);
  corten::python::bind_simulations(m);
  corten::python::bind_renderer(m);
  corten::python::bind_live(m);
}
