#include "cuda/worlds.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "corten/batch/crew.h"
#include "corten/sim/reset.h"

namespace corten::gpu {
namespace {

// Device memory that goes back by itself.
class DeviceMemory {
 public:
  DeviceMemory(Device& device, std::size_t bytes)
      : device_(&device), p_(device.allocate(std::max<std::size_t>(bytes, 16))) {}
  DeviceMemory(DeviceMemory&& other) noexcept
      : device_(other.device_), p_(std::exchange(other.p_, nullptr)) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() {
    if (p_) device_->release(p_);
  }
  void* data() const { return p_; }

 private:
  Device* device_;
  void* p_;
};

std::vector<Real> row_or_zeros(std::span<const Real> row, int n) {
  std::vector<Real> out(row.begin(), row.end());
  out.resize(static_cast<std::size_t>(n));
  return out;
}

// What a world starts from, by field: the model's configuration or a keyframe's. Fields that are not named
// start from zero, but for counts, which go on.
std::map<std::string, std::vector<Real>> start_of(const Model& m, int key) {
  if (key >= m.nkey || key < -1) throw std::out_of_range("the model has no keyframe " + std::to_string(key));
  std::map<std::string, std::vector<Real>> s;
  s["qpos"].assign(m.qpos0.begin(), m.qpos0.end());
  std::vector<Real>&pos = s["mocap_pos"], &quat = s["mocap_quat"];
  pos = row_or_zeros({}, 3 * m.nmocap), quat = row_or_zeros({}, 4 * m.nmocap);
  for (int b = 0; b < m.nbody; ++b)
    if (const int k = m.body_mocapid[b]; k >= 0) {
      std::copy_n(m.body_pos[b].data(), 3, pos.begin() + 3 * k);
      std::copy_n(m.body_quat[b].data(), 4, quat.begin() + 4 * k);
    }
  if (key < 0) return s;
  s["time"] = {m.key_time[key]};
  s["qpos"] = row_or_zeros(m.key_qpos[key], m.nq), s["qvel"] = row_or_zeros(m.key_qvel[key], m.nv);
  s["act"] = row_or_zeros(m.key_act[key], m.na), s["ctrl"] = row_or_zeros(m.key_ctrl[key], m.nu);
  if (m.nmocap) {
    pos.assign(m.key_mpos[key].begin(), m.key_mpos[key].end());
    quat.assign(m.key_mquat[key].begin(), m.key_mquat[key].end());
  }
  return s;
}

std::unique_ptr<Device> open_device(const WorldsOptions& options) {
  return options.emulate ? make_emulator() : make_cuda_device(options.device);
}

}  // namespace

// Everything but the scalar; the two scalars below it.
struct Worlds::Part {
  Part(const Model& m, int n, const WorldsOptions& o)
      : model(m), nworld(n), options(o), device(open_device(o)), varied(model, n) {}
  virtual ~Part() = default;
  virtual void step(int nstep, Stream stream, const void* controls, const unsigned char* active,
                    const WorldsRecord& record, bool stays) = 0;
  virtual void write(const DeviceField& f, std::span<const Real> values, Stream stream) = 0;
  virtual std::vector<Real> read(const DeviceField& f) const = 0;
  virtual std::string plan() const = 0;
  virtual std::vector<Real> stage_shares() const = 0;
  // steps read this field from now on
  virtual void use(DeviceField& f) = 0;
  virtual void reset(const unsigned char* mask, int key, Stream stream) = 0;
  virtual void vary(const VariedFields& fields, std::span<const unsigned char> mask) = 0;

  DeviceField& find(const std::string& name) {
    for (DeviceField& f : fields)
      if (f.name == name) return f;
    throw std::out_of_range("worlds on a GPU have no field " + name);
  }

  Model model;
  int nworld;
  WorldsOptions options;
  std::unique_ptr<Device> device;
  std::vector<DeviceField> fields;
  VariedFields varied;
};

namespace {

constexpr const char* kWatchedNames[kNumWatched] = {
#define CORTEN_GPU_NAME(name, count) #name,
    CORTEN_GPU_WATCHED(CORTEN_GPU_NAME)
#undef CORTEN_GPU_NAME
};

// A world that needs more than shared memory once may fit again later.
constexpr int kStepsBetweenSpills = 128;

template <class Part, class T>
class TypedPart : public Part {
 public:
  TypedPart(const Model& m, int n, const WorldsOptions& o) : Part(m, n, o) {
    upload_model();
    allocate_state();
  }

  void step(int nstep, Stream stream, const void* controls, const unsigned char* active,
            const WorldsRecord& record, bool stays) override {
    Device& gpu = *this->device;
    args_.nstep = nstep;
    args_.stays = stays;
    args_.state.ctrl = const_cast<T*>(controls ? static_cast<const T*>(controls) : ctrl_);
    args_.state.ctrl_stride = controls ? static_cast<long long>(this->nworld) * this->model.nu : 0;
    args_.state.active = active;
    args_.state.record = static_cast<T*>(record.states);
    args_.state.sensor_record = static_cast<T*>(record.sensors);
    gpu.clear(args_.state.done, static_cast<std::size_t>(this->nworld) * sizeof(int), stream);
    const int chunk = plan_.fits_shared && !shared_holds_all() ? kStepsBetweenSpills : nstep;
    for (args_.until = 0; args_.until < nstep;) {
      args_.first = args_.until;
      args_.until = std::min(nstep, args_.until + chunk);
      if (plan_.fits_shared) {
        args_.layout = plan_.shared, args_.slots = nullptr, args_.last_resort = false;
        gpu.launch(args_, tier_, kind_, 0, stream);
      }
      // worlds that found no room, or had bad numbers
      args_.layout = plan_.spill, args_.slots = static_cast<unsigned char*>(slots_->data());
      args_.last_resort = true;
      gpu.launch(args_, tier_, Kind::spill, nslot_, stream);
    }
  }

  void write(const DeviceField& f, std::span<const Real> values, Stream stream) override {
    if (f.integer) {
      const std::vector<int> numbers(values.begin(), values.end());
      this->device->upload(f.data, numbers.data(), numbers.size() * sizeof(int), stream);
    } else {
      std::vector<T> numbers;
      for (const Real x : values) numbers.push_back(static_cast<T>(x));
      this->device->upload(f.data, numbers.data(), numbers.size() * sizeof(T), stream);
    }
    this->device->wait(stream);  // the numbers above are gone when this returns
  }

  std::vector<Real> read(const DeviceField& f) const override {
    const std::size_t count = static_cast<std::size_t>(this->nworld) * static_cast<std::size_t>(f.width);
    return f.integer ? fetch<int>(f.data, count) : fetch<T>(f.data, count);
  }

  std::vector<Real> stage_shares() const override {
    std::vector<Real> shares = fetch<unsigned long long>(args_.state.cycles, kNumStages);
    Real sum = 0;
    for (const Real x : shares) sum += x;
    for (Real& x : shares) x = sum > 0 ? x / sum : 0;
    return shares;
  }

  void reset(const unsigned char* mask, int key, Stream stream) override {
    const T* row = start_rows(key);
    for (const DeviceField& f : this->fields) {
      if (f.integer) continue;
      if (f.data)
        this->device->fill_rows(f.data, row, f.width * static_cast<int>(sizeof(T) / 4), mask, this->nworld,
                                stream);
      row += f.width;
    }
  }

  void use(DeviceField& f) override {
    if (f.name == "qfrc_applied") args_.state.qfrc_applied = static_cast<T*>(f.data);
    if (f.name == "xfrc_applied") args_.state.xfrc_applied = static_cast<T*>(f.data);
    if (f.data) return;
    f.data = claim<T>(f.width);
    for (int k = 0; k < kNumWatched; ++k)
      if (f.name == kWatchedNames[k]) args_.state.watched[k] = static_cast<T*>(f.data);
    args_.watches = true;
    tables_.features |= kSensors;
    choose();
  }

  // Images of the chosen worlds are made first, so that a bad one changes nothing.
  void vary(const VariedFields& wanted, std::span<const unsigned char> mask) override {
    const bool first = !images_;
    const std::size_t stride = common_.common_from;
    std::vector<int> chosen;
    for (int w = 0; w < this->nworld; ++w)
      if (first || mask.empty() || mask[static_cast<std::size_t>(w)]) chosen.push_back(w);
    auto memory =
        first ? std::make_unique<DeviceMemory>(*this->device, static_cast<std::size_t>(this->nworld) * stride)
              : nullptr;
    auto* base = static_cast<std::byte*>((first ? memory : images_)->data());
    const auto place = [&](int world) { return base + static_cast<std::size_t>(world) * stride; };
    const std::vector<ModelImage<T>> made = own_images(wanted, chosen, place);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      this->device->upload(place(chosen[i]), made[i].bytes.data(), stride, nullptr);
    this->device->wait(nullptr);
    if (!first) return;
    images_ = std::move(memory);
    args_.images = reinterpret_cast<const unsigned char*>(base);
    args_.image_stride = static_cast<long long>(stride);
    choose();
  }

  std::string plan() const override {
    static constexpr const char* kKindNames[] = {"plain", "robot", "full", "varied robot", "varied"};
    std::ostringstream text;
    text << this->device->name() << ": " << args_.lanes << " lanes per world, "
         << kKindNames[static_cast<int>(kind_)] << " kernel, " << tables_.npair << " candidate pairs, ";
    if (plan_.fits_shared)
      text << plan_.shared.bytes << " bytes of shared memory (" << plan_.resident
           << " worlds per multiprocessor; room for " << plan_.shared.sizes.ncon << " contacts, "
           << plan_.shared.sizes.nefc << " rows), ";
    text << plan_.spill.bytes << " bytes of device memory where that is not enough ("
         << plan_.spill.sizes.ncon << " contacts, " << plan_.spill.sizes.nefc << " rows)";
    return text.str();
  }

 private:
  bool shared_holds_all() const {
    return plan_.shared.sizes.ncon >= plan_.spill.sizes.ncon &&
           plan_.shared.sizes.nefc >= plan_.spill.sizes.nefc &&
           plan_.shared.sizes.nJ >= plan_.spill.sizes.nJ && plan_.shared.sizes.nH >= plan_.spill.sizes.nH;
  }

  template <class U>
  std::vector<Real> fetch(const void* from, std::size_t count) const {
    std::vector<U> numbers(count);
    this->device->wait(nullptr);
    this->device->download(numbers.data(), from, count * sizeof(U), nullptr);
    return {numbers.begin(), numbers.end()};
  }

  void upload_model() {
    Device& gpu = *this->device;
    image_ = std::make_unique<DeviceMemory>(gpu, make_image<T>(this->model, nullptr).bytes.size());
    common_ = make_image<T>(this->model, static_cast<std::byte*>(image_->data()));
    gpu.upload(image_->data(), common_.bytes.data(), common_.bytes.size(), nullptr);
    gpu.wait(nullptr);
    args_.model = common_.own.model;
    args_.tables = tables_ = common_.own.tables;
    args_.images = static_cast<const unsigned char*>(image_->data());
    args_.lanes = lanes_for(this->model, tables_);
    tier_ = tier_for(this->model);
    const int per_block = shape_of(tier_, Kind::spill).per_block;
    nslot_ = gpu.is_cuda()
                 ? std::min((this->nworld + per_block - 1) / per_block, 2 * gpu.multiprocessors()) * per_block
                 : 1;
    choose();
    slots_ = std::make_unique<DeviceMemory>(
        gpu, static_cast<std::size_t>(nslot_) * static_cast<std::size_t>(plan_.spill.bytes));
  }

  // The kernels in which steps run from now on, and their memory. Of the full ones the emulator has those for
  // varied models alone.
  void choose() {
    Device& gpu = *this->device;
    const Kind common = kind_for(this->model, tables_);
    const bool robot = common != Kind::full && tier_ != Tier::block && gpu.is_cuda();
    kind_ = images_                                  ? (robot ? Kind::varied_robot : Kind::varied)
            : common == Kind::full && !gpu.is_cuda() ? Kind::varied
                                                     : common;
    plan_ = plan_memory(this->model, tables_, kind_, gpu.shared_memory());
    if (tables_.polytope_bytes == 0) return;
    args_.teams = std::max(nslot_, gpu.multiprocessors() * plan_.resident);
    polytopes_ =
        std::make_unique<DeviceMemory>(gpu, static_cast<std::size_t>(args_.teams) * tables_.polytope_bytes);
    args_.polytopes = static_cast<unsigned char*>(polytopes_->data());
  }

  // The images of these worlds, to lie at place(world).
  template <class Place>
  std::vector<ModelImage<T>> own_images(const VariedFields& wanted, const std::vector<int>& worlds,
                                        Place place) const {
    std::vector<ModelImage<T>> images(worlds.size());
    std::string wrong;
    std::mutex telling;
    Crew crew;
    std::vector<std::unique_ptr<Model>> models(static_cast<std::size_t>(crew.size()));
    std::vector<Data> data(models.size());
    crew.for_chunks(static_cast<int>(worlds.size()), 8, [&](int first, int last, int worker) {
      const auto k = static_cast<std::size_t>(worker);
      try {
        if (!models[k]) models[k] = std::make_unique<Model>(this->model), data[k] = make_data(*models[k]);
        for (int i = first; i < last; ++i) {
          const int world = worlds[static_cast<std::size_t>(i)];
          wanted.make(world, *models[k], data[k]);
          images[static_cast<std::size_t>(i)] = own_image(*models[k], place(world), world);
        }
      } catch (const std::exception& e) {
        const std::lock_guard lock(telling);
        wrong = e.what();
      }
    });
    if (!wrong.empty()) throw std::invalid_argument(wrong);
    return images;
  }
  ModelImage<T> own_image(const Model& m, std::byte* base, int world) const {
    const std::string name = "world " + std::to_string(world);
    if (const std::string missing = unsupported(m); !missing.empty())
      throw std::invalid_argument(name + ": the GPU lacks " + missing);
    ModelImage<T> image = make_image<T>(m, base, &common_);
    if (!same_structure(image, common_))
      throw std::invalid_argument(name +
                                  " would have other constraint rows or compensated bodies than the model: "
                                  "friction loss and gravity compensation are zero in both or in neither");
    return image;
  }

  // Rows of all fields that a reset sets, one after another in device memory; made when a keyframe is first
  // asked for.
  const T* start_rows(int key) {
    auto found = starts_.find(key);
    if (found == starts_.end()) {
      const auto start = start_of(this->model, key);
      std::vector<T> rows;
      for (const DeviceField& f : this->fields) {
        if (f.integer) continue;
        const auto named = start.find(f.name);
        for (int i = 0; i < f.width; ++i)
          rows.push_back(named == start.end() ? T(0)
                                              : static_cast<T>(named->second[static_cast<std::size_t>(i)]));
      }
      found = starts_.emplace(key, DeviceMemory(*this->device, rows.size() * sizeof(T))).first;
      this->device->upload(found->second.data(), rows.data(), rows.size() * sizeof(T), nullptr);
      this->device->wait(nullptr);
    }
    return static_cast<const T*>(found->second.data());
  }

  // zeros
  template <class U>
  U* claim(int width) {
    const std::size_t bytes =
        static_cast<std::size_t>(this->nworld) * static_cast<std::size_t>(width) * sizeof(U);
    memory_.emplace_back(*this->device, bytes);
    this->device->clear(memory_.back().data(), std::max<std::size_t>(bytes, 16), nullptr);
    return static_cast<U*>(memory_.back().data());
  }
  template <class U>
  U* allocate(const char* name, int width) {
    U* rows = claim<U>(width);
    this->fields.push_back({name, rows, width, std::is_same_v<U, int>});
    return rows;
  }

  void allocate_state() {
    const Model& m = this->model;
    StateViews<T>& s = args_.state;
    s.time = allocate<T>("time", 1), s.qpos = allocate<T>("qpos", m.nq), s.qvel = allocate<T>("qvel", m.nv);
    s.act = allocate<T>("act", m.na), ctrl_ = allocate<T>("ctrl", m.nu);
    s.mocap_pos = allocate<T>("mocap_pos", 3 * m.nmocap),
    s.mocap_quat = allocate<T>("mocap_quat", 4 * m.nmocap);
    s.qacc = allocate<T>("qacc", m.nv), s.qacc_warmstart = allocate<T>("qacc_warmstart", m.nv);
    allocate<T>("qfrc_applied", m.nv), allocate<T>("xfrc_applied", 6 * m.nbody);
    s.sensordata = allocate<T>("sensordata", m.nsensordata);
    s.ncon = allocate<int>("ncon", 1), s.nefc = allocate<int>("nefc", 1), s.niter = allocate<int>("niter", 1);
    s.warning = allocate<int>("warning", 1), s.lost = allocate<int>("lost", 1);
    s.spilled = allocate<int>("spilled", 1);
    s.done = claim<int>(1);
    const Sizes& n = m.sizes();
#define CORTEN_GPU_SHOW(name, count) this->fields.push_back({#name, nullptr, count, false});
    CORTEN_GPU_WATCHED(CORTEN_GPU_SHOW)
#undef CORTEN_GPU_SHOW
    memory_.emplace_back(*this->device, kNumStages * sizeof(unsigned long long));
    s.cycles = static_cast<unsigned long long*>(memory_.back().data());
    this->device->clear(s.cycles, kNumStages * sizeof(unsigned long long), nullptr);
    args_.nworld = this->nworld;
  }

  StepArgs<T> args_{};
  ModelImage<T> common_;  // without worlds of their own, of all
  Tables<T> tables_{};
  Tier tier_ = Tier::block;
  Kind kind_ = Kind::full;
  MemoryPlan plan_;
  int nslot_ = 0;
  T* ctrl_ = nullptr;
  std::unique_ptr<DeviceMemory> image_, images_, slots_, polytopes_;
  std::vector<DeviceMemory> memory_;
  std::map<int, DeviceMemory> starts_;
};

}  // namespace

Worlds::Worlds(const Model& m, int nworld, const WorldsOptions& options) {
  if (nworld < 1) throw std::invalid_argument("at least one world is needed, not " + std::to_string(nworld));
  if (const std::string missing = unsupported(m); !missing.empty())
    throw std::invalid_argument("the GPU cannot step this model yet; it lacks:\n" + missing);
  if (options.precision == Precision::float32) {
    part_ = std::make_unique<TypedPart<Part, float>>(m, nworld, options);
  } else {
    part_ = std::make_unique<TypedPart<Part, double>>(m, nworld, options);
  }
  reset();
}
Worlds::~Worlds() = default;
Worlds::Worlds(Worlds&&) noexcept = default;

int Worlds::nworld() const { return part_->nworld; }
Precision Worlds::precision() const { return part_->options.precision; }
const Model& Worlds::model() const { return part_->model; }
Device& Worlds::device() const { return *part_->device; }
const std::vector<DeviceField>& Worlds::fields() const { return part_->fields; }
std::string Worlds::plan() const { return part_->plan(); }
std::vector<Real> Worlds::stage_shares() const { return part_->stage_shares(); }

const DeviceField& Worlds::field(const std::string& name) const {
  DeviceField& f = part_->find(name);
  part_->use(f);
  return f;
}

void Worlds::step(int nstep, Stream stream, const void* controls, const unsigned char* active,
                  const WorldsRecord& record) {
  if (nstep < 0) throw std::invalid_argument("the number of steps is negative");
  if (nstep > 0) part_->step(nstep, stream, controls, active, record, false);
}

void Worlds::forward(Stream stream, const unsigned char* active) {
  part_->step(1, stream, nullptr, active, {}, true);
}

void Worlds::reset(std::span<const unsigned char> mask, int key, Stream stream) {
  if (!mask.empty() && mask.size() != static_cast<std::size_t>(nworld()))
    throw std::invalid_argument("the mask has " + std::to_string(mask.size()) + " entries for " +
                                std::to_string(nworld()) + " worlds");
  if (mask.empty()) return part_->reset(nullptr, key, stream);
  DeviceMemory chosen(device(), mask.size());
  device().upload(chosen.data(), mask.data(), mask.size(), stream);
  part_->reset(static_cast<const unsigned char*>(chosen.data()), key, stream);
  device().wait(stream);
}

void Worlds::reset_where(const unsigned char* mask, int key, Stream stream) {
  part_->reset(mask, key, stream);
}

void Worlds::vary(std::span<const VariedField> fields, std::span<const unsigned char> mask) {
  if (!mask.empty() && mask.size() != static_cast<std::size_t>(nworld()))
    throw std::invalid_argument("the mask has " + std::to_string(mask.size()) + " entries for " +
                                std::to_string(nworld()) + " worlds");
  VariedFields next = part_->varied;
  next.set(fields, mask);
  part_->vary(next, mask);
  part_->varied.swap(next);
}

void Worlds::set(const std::string& name, std::span<const Real> values) {
  const DeviceField& f = field(name);
  const std::size_t count = static_cast<std::size_t>(nworld()) * static_cast<std::size_t>(f.width);
  if (values.size() != count)
    throw std::invalid_argument(name + " takes " + std::to_string(count) + " numbers, not " +
                                std::to_string(values.size()));
  part_->write(f, values, nullptr);
}

std::vector<Real> Worlds::get(const std::string& name) const { return part_->read(field(name)); }

}  // namespace corten::gpu
