// Many worlds of one model on a GPU: states, controls and results live in device memory, a step is one
// launch. The same worlds run in the emulator, for tests and where there is no GPU.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "corten/model/model.h"
#include "cuda/device.h"
#include "cuda/varied.h"

namespace corten::gpu {

enum class Precision { float32, float64 };

struct WorldsOptions {
  Precision precision = Precision::float32;
  int device = 0;
  bool emulate = false;
};

// One row per world in device memory.
struct DeviceField {
  std::string name;
  void* data = nullptr;
  int width = 0;         // numbers per world
  bool integer = false;  // int, else the scalar of the worlds
};

// Where a call writes what every step made, in device memory; null for nothing.
struct WorldsRecord {
  void* states = nullptr;   // nworld × nstep × (1 + nq + nv + na): time, qpos, qvel, act after the step
  void* sensors = nullptr;  // nworld × nstep × nsensordata
};

class Worlds {
 public:
  // Throws std::invalid_argument with every reason by name when the device cannot step the model,
  // std::runtime_error when there is no device or too little memory.
  Worlds(const Model& m, int nworld, const WorldsOptions& options = {});
  ~Worlds();
  Worlds(Worlds&&) noexcept;

  int nworld() const;
  Precision precision() const;
  const Model& model() const;
  Device& device() const;
  // time qpos qvel act ctrl mocap_pos mocap_quat qfrc_applied xfrc_applied qacc qacc_warmstart sensordata;
  // and counts of the last step: ncon nefc niter, and since the beginning: warning (resets because of bad
  // numbers), lost (contacts and rows without room). Then those of CORTEN_GPU_WATCHED (xpos, cvel, …), which
  // have memory, and are written by steps, from the time they are first asked for.
  const std::vector<DeviceField>& fields() const;
  const DeviceField& field(const std::string& name) const;

  // nstep steps with the controls of the field ctrl, or with nstep × nworld × nu of them in device memory;
  // worlds whose byte in `active` (device memory, nworld) is 0 stay. Allocates nothing and waits for nothing.
  void step(int nstep = 1, Stream stream = nullptr, const void* controls = nullptr,
            const unsigned char* active = nullptr, const WorldsRecord& record = {});

  // Accelerations, sensors and what is watched in the present states, which stay (mj_forward).
  void forward(Stream stream = nullptr, const unsigned char* active = nullptr);

  // Back to the model's configuration, or a keyframe's, where mask (host, nworld or empty for all) is set.
  void reset(std::span<const unsigned char> mask = {}, int key = -1, Stream stream = nullptr);
  // The same with the mask in device memory: waits for nothing.
  void reset_where(const unsigned char* mask, int key = -1, Stream stream = nullptr);

  // Gives worlds models of their own: the numbers of these fields, of the worlds where mask is set or of all,
  // and the constants that follow from them (set_const, on the host's threads). Fields that were not named
  // keep what they had. Throws std::invalid_argument, and changes nothing, where a field, a number of
  // numbers or a model is wrong, or where a world would have other constraint rows than the model.
  void vary(std::span<const VariedField> fields, std::span<const unsigned char> mask = {});

  // Copies between a field and host numbers, nworld × width.
  void set(const std::string& name, std::span<const Real> values);
  std::vector<Real> get(const std::string& name) const;

  // Share of each stage (kStageNames) in the time of all steps so far; zeros unless built with
  // CORTEN_GPU_PROFILE.
  std::vector<Real> stage_shares() const;
  // Lanes, memory and room of a world, in words.
  std::string plan() const;

 private:
  struct Part;
  std::unique_ptr<Part> part_;
};

}  // namespace corten::gpu
