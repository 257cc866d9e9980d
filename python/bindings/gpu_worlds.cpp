// Worlds on a GPU: their fields as arrays of device memory that other libraries take without a copy (DLPack).
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "cuda/worlds.h"
#include "python/bindings/handles.h"

namespace corten::python {
namespace nb = nanobind;
namespace {

using AnyArray = nb::ndarray<nb::c_contig>;
using DeviceArray = nb::ndarray<nb::array_api>;  // an object with __dlpack__
template <class T>
using HostArray = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Device memory for what a caller has on the host, kept from call to call.
struct Landing {
  gpu::Device* device = nullptr;
  void* data = nullptr;
  std::size_t room = 0;

  Landing() = default;
  Landing(const Landing&) = delete;
  Landing& operator=(const Landing&) = delete;
  ~Landing() {
    if (data) device->release(data);
  }
  const void* bring(gpu::Device& to, const void* from, std::size_t bytes, gpu::Stream stream) {
    if (bytes > room) {
      if (data) device->release(data);
      device = &to, data = nullptr, room = 0;
      data = to.allocate(bytes), room = bytes;
    }
    to.upload(data, from, bytes, stream);
    return data;
  }
};

struct PyGpuWorlds {
  gpu::Worlds worlds;
  Landing controls, active;  // before the worlds are gone: declared after them

  PyGpuWorlds(const ModelHandle& m, int nworld, bool single, int device, bool emulate)
      : worlds(*m, nworld, {single ? gpu::Precision::float32 : gpu::Precision::float64, device, emulate}) {}

  std::size_t count() const { return static_cast<std::size_t>(worlds.nworld()); }
  nb::dlpack::dtype scalar() const {
    return worlds.precision() == gpu::Precision::float32 ? nb::dtype<float>() : nb::dtype<double>();
  }
  int device_type() const {
    return worlds.device().is_cuda() ? nb::device::cuda::value : nb::device::cpu::value;
  }
};

// Device memory as an array that keeps its owner alive.
DeviceArray device_array(const PyGpuWorlds& w, void* data, std::vector<std::size_t> shape,
                         nb::dlpack::dtype type, nb::handle owner) {
  return DeviceArray(data, shape.size(), shape.data(), owner, nullptr, type, w.device_type(),
                     w.worlds.device().index());
}

DeviceArray field(nb::handle_t<PyGpuWorlds> self, const std::string& name) {
  const auto& w = nb::cast<const PyGpuWorlds&>(self);
  const gpu::DeviceField& f = w.worlds.field(name);
  return device_array(w, f.data, {w.count(), static_cast<std::size_t>(f.width)},
                      f.integer ? nb::dtype<int>() : w.scalar(), self);
}

bool on_host(const AnyArray& a) { return a.device_type() == nb::device::cpu::value; }

// Where the device reads the array: where it is, or where it comes from the host.
const void* placed(PyGpuWorlds& w, const AnyArray& a, const char* name, Landing& landing,
                   gpu::Stream stream) {
  gpu::Device& device = w.worlds.device();
  if (on_host(a) && device.is_cuda()) return landing.bring(device, a.data(), a.nbytes(), stream);
  if (a.device_type() != w.device_type() || (device.is_cuda() && a.device_id() != device.index()))
    throw nb::type_error(
        (std::string(name) + " is neither on the host nor in the memory of the worlds' device").c_str());
  return a.data();
}

const void* checked_controls(PyGpuWorlds& w, const std::optional<AnyArray>& a, int nstep,
                             gpu::Stream stream) {
  if (!a) return nullptr;
  if (a->dtype() != w.scalar()) throw nb::type_error("controls have another dtype than the worlds");
  const std::size_t wanted[] = {static_cast<std::size_t>(nstep), w.count(),
                                static_cast<std::size_t>(w.worlds.model().nu)};
  bool right = a->ndim() == 3;
  for (std::size_t k = 0; right && k < 3; ++k) right = a->shape(k) == wanted[k];
  if (!right) throw nb::value_error("controls should have the shape (nstep, nworld, nu)");
  return placed(w, *a, "controls", w.controls, stream);
}

const unsigned char* checked_mask(PyGpuWorlds& w, const std::optional<AnyArray>& a, const char* name,
                                  gpu::Stream stream) {
  if (!a) return nullptr;
  if (a->itemsize() != 1 || a->size() != w.count())
    throw nb::value_error((std::string(name) + " should have one bool or byte per world").c_str());
  return static_cast<const unsigned char*>(placed(w, *a, name, w.active, stream));
}

// copies on the host, in double precision
nb::ndarray<nb::numpy, Real> read(const PyGpuWorlds& w, const std::string& name) {
  auto* values = new std::vector<Real>(w.worlds.get(name));
  const nb::capsule owner(values, [](void* p) noexcept { delete static_cast<std::vector<Real>*>(p); });
  return {values->data(), {w.count(), static_cast<std::size_t>(w.worlds.field(name).width)}, owner};
}
void write(PyGpuWorlds& w, const std::string& name, const HostArray<const Real>& values) {
  w.worlds.set(name, {values.data(), values.size()});
}

gpu::Stream stream_of(std::uintptr_t stream) { return reinterpret_cast<gpu::Stream>(stream); }

void step(PyGpuWorlds& w, int nstep, const std::optional<AnyArray>& controls,
          const std::optional<AnyArray>& active, std::uintptr_t stream) {
  w.worlds.step(nstep, stream_of(stream), checked_controls(w, controls, nstep, stream_of(stream)),
                checked_mask(w, active, "active", stream_of(stream)));
}

void forward(PyGpuWorlds& w, const std::optional<AnyArray>& active, std::uintptr_t stream) {
  w.worlds.forward(stream_of(stream), checked_mask(w, active, "active", stream_of(stream)));
}

// Memory of a rollout, given back when the last array of it goes.
struct Record {
  gpu::Device* device;
  void* data;
  nb::object worlds;
  ~Record() { device->release(data); }
};

// Rows of all steps of all worlds, to be written.
DeviceArray recorded(nb::handle_t<PyGpuWorlds> self, int nstep, int width, void*& data) {
  const auto& w = nb::cast<const PyGpuWorlds&>(self);
  const std::size_t numbers = static_cast<std::size_t>(width), steps = static_cast<std::size_t>(nstep);
  const std::size_t bytes =
      w.count() * steps * numbers * (w.worlds.precision() == gpu::Precision::float32 ? 4 : 8);
  gpu::Device& device = w.worlds.device();
  data = device.allocate(std::max<std::size_t>(bytes, 16));
  auto* record = new Record{&device, data, nb::borrow(self)};
  const nb::capsule owner(record, [](void* p) noexcept { delete static_cast<Record*>(p); });
  return device_array(w, data, {w.count(), steps, numbers}, w.scalar(), owner);
}

// states and sensors of every step
nb::tuple rollout(nb::handle_t<PyGpuWorlds> self, int nstep, const std::optional<AnyArray>& controls,
                  std::uintptr_t stream) {
  auto& w = nb::cast<PyGpuWorlds&>(self);
  if (nstep < 1) throw nb::value_error("a rollout has at least one step");
  const Model& m = w.worlds.model();
  const void* given = checked_controls(w, controls, nstep, stream_of(stream));
  gpu::WorldsRecord record;
  DeviceArray states = recorded(self, nstep, 1 + m.nq + m.nv + m.na, record.states),
              sensors = recorded(self, nstep, m.nsensordata, record.sensors);
  if (m.nsensordata == 0) record.sensors = nullptr;
  w.worlds.step(nstep, stream_of(stream), given, nullptr, record);
  return nb::make_tuple(states, sensors);
}

// mask: on the host or on the device
void reset(PyGpuWorlds& w, const std::optional<AnyArray>& mask, int key, std::uintptr_t stream) {
  w.worlds.reset_where(checked_mask(w, mask, "mask", stream_of(stream)), key, stream_of(stream));
}

// fields: name to numbers, nworld rows of them on the host
void vary(PyGpuWorlds& w, const nb::dict& fields, const std::optional<HostArray<const bool>>& mask) {
  std::vector<HostArray<const Real>> kept;
  std::vector<gpu::VariedField> varied;
  for (const auto [name, values] : fields) {
    kept.push_back(nb::cast<HostArray<const Real>>(values));
    if (kept.back().ndim() == 0 || kept.back().shape(0) != w.count())
      throw nb::value_error((nb::cast<std::string>(name) + " should have a row per world").c_str());
    varied.push_back({nb::cast<std::string>(name), {kept.back().data(), kept.back().size()}});
  }
  const auto* chosen = mask ? reinterpret_cast<const unsigned char*>(mask->data()) : nullptr;
  const nb::gil_scoped_release release;
  w.worlds.vary(varied, {chosen, mask ? mask->size() : 0});
}

// rows of a rollout on the host, in double precision
template <class T>
void copy_rows(const gpu::Device& device, const void* from, std::size_t n, Real* to) {
  std::vector<T> numbers(n);
  const_cast<gpu::Device&>(device).download(numbers.data(), from, n * sizeof(T), nullptr);
  std::copy(numbers.begin(), numbers.end(), to);
}
nb::ndarray<nb::numpy, Real> fetch(const PyGpuWorlds& w, const AnyArray& rows) {
  if (rows.dtype() != w.scalar() || rows.device_type() != w.device_type())
    throw nb::type_error("rows are not those of these worlds' rollouts");
  auto* values = new std::vector<Real>(rows.size());
  const nb::capsule owner(values, [](void* p) noexcept { delete static_cast<std::vector<Real>*>(p); });
  if (w.worlds.precision() == gpu::Precision::float32)
    copy_rows<float>(w.worlds.device(), rows.data(), rows.size(), values->data());
  else
    copy_rows<double>(w.worlds.device(), rows.data(), rows.size(), values->data());
  std::vector<std::size_t> shape;
  for (std::size_t k = 0; k < rows.ndim(); ++k) shape.push_back(rows.shape(k));
  return {values->data(), shape.size(), shape.data(), owner};
}

std::vector<std::string> field_names(const PyGpuWorlds& w) {
  std::vector<std::string> names;
  for (const gpu::DeviceField& f : w.worlds.fields()) names.push_back(f.name);
  return names;
}

}  // namespace

void bind_gpu_worlds(nb::module_& m) {
  m.def("gpu_missing", &gpu::missing_gpu, "Why there is no GPU to use; empty when there is one.");
  m.def(
      "gpu_unsupported", [](const ModelHandle& model) { return gpu::unsupported(*model); }, nb::arg("model"),
      "What of the model the GPU cannot step, one reason per line; empty when it can.");
  nb::class_<PyGpuWorlds>(m, "GpuWorlds", "Many worlds of one model on a GPU; use cortenforge.gpu.Worlds.")
      .def(nb::init<const ModelHandle&, int, bool, int, bool>(), nb::arg("model"), nb::arg("nworld"),
           nb::arg("single"), nb::arg("device"), nb::arg("emulate"))
      .def_prop_ro("nworld", [](const PyGpuWorlds& w) { return w.worlds.nworld(); })
      .def_prop_ro("plan", [](const PyGpuWorlds& w) { return w.worlds.plan(); })
      .def_prop_ro("fields", field_names)
      .def("field", field, nb::arg("name"))
      .def("read", read, nb::arg("name"))
      .def("fetch", fetch, nb::arg("rows"))
      .def("write", write, nb::arg("name"), nb::arg("values"))
      .def("step", step, nb::arg("nstep"), nb::arg("controls").none(), nb::arg("active").none(),
           nb::arg("stream"))
      .def("forward", forward, nb::arg("active").none(), nb::arg("stream"))
      .def("rollout", rollout, nb::arg("nstep"), nb::arg("controls").none(), nb::arg("stream"))
      .def("vary", vary, nb::arg("fields"), nb::arg("mask").none())
      .def("reset", reset, nb::arg("mask").none(), nb::arg("key"), nb::arg("stream"))
      .def(
          "wait", [](PyGpuWorlds& w, std::uintptr_t stream) { w.worlds.device().wait(stream_of(stream)); },
          nb::arg("stream"), nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace corten::python
