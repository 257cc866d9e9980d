#include "corten/model/state.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

template <class T>
auto scalars(Array<T>& a) {
  return std::span(reinterpret_cast<Real*>(a.data()),
                   static_cast<std::size_t>(a.size()) * (sizeof(T) / sizeof(Real)));
}
template <class T>
auto scalars(const Array<T>& a) {
  return std::span(reinterpret_cast<const Real*>(a.data()),
                   static_cast<std::size_t>(a.size()) * (sizeof(T) / sizeof(Real)));
}

// fn(numbers of one element of the state)
template <class SomeData, class Fn>
void with_element(SomeData& d, int bit, Fn&& fn) {
  switch (1 << bit) {
    case mjSTATE_TIME:
      return fn(std::span(&d.time, 1));
    case mjSTATE_QPOS:
      return fn(d.qpos.span());
    case mjSTATE_QVEL:
      return fn(d.qvel.span());
    case mjSTATE_ACT:
      return fn(d.act.span());
    case mjSTATE_HISTORY:
      return fn(d.history.span());
    case mjSTATE_WARMSTART:
      return fn(d.qacc_warmstart.span());
    case mjSTATE_CTRL:
      return fn(d.ctrl.span());
    case mjSTATE_QFRC_APPLIED:
      return fn(d.qfrc_applied.span());
    case mjSTATE_XFRC_APPLIED:
      return fn(scalars(d.xfrc_applied));
    case mjSTATE_EQ_ACTIVE:
      return fn(d.eq_active.span());
    case mjSTATE_MOCAP_POS:
      return fn(scalars(d.mocap_pos));
    case mjSTATE_MOCAP_QUAT:
      return fn(scalars(d.mocap_quat));
    case mjSTATE_USERDATA:
      return fn(d.userdata.span());
    case mjSTATE_PLUGIN:
      return fn(d.plugin_state.span());
  }
}

int element_size(const Model& m, int bit) {
  switch (1 << bit) {
    case mjSTATE_TIME:
      return 1;
    case mjSTATE_QPOS:
      return m.nq;
    case mjSTATE_QVEL:
      return m.nv;
    case mjSTATE_ACT:
      return m.na;
    case mjSTATE_HISTORY:
      return m.nhistory;
    case mjSTATE_WARMSTART:
      return m.nv;
    case mjSTATE_CTRL:
      return m.nu;
    case mjSTATE_QFRC_APPLIED:
      return m.nv;
    case mjSTATE_XFRC_APPLIED:
      return 6 * m.nbody;
    case mjSTATE_EQ_ACTIVE:
      return m.neq;
    case mjSTATE_MOCAP_POS:
      return 3 * m.nmocap;
    case mjSTATE_MOCAP_QUAT:
      return 4 * m.nmocap;
    case mjSTATE_USERDATA:
      return m.nuserdata;
    case mjSTATE_PLUGIN:
      return m.npluginstate;
  }
  return 0;
}

// fn(bit) for each element of a signature, in order
template <class Fn>
void for_each_element(int signature, Fn&& fn) {
  assert(valid_state_signature(signature));
  for (int bit = 0; bit < mjNSTATE; ++bit)
    if (signature & (1 << bit)) fn(bit);
}

}  // namespace

bool valid_state_signature(int signature) { return signature >= 0 && signature < (1 << mjNSTATE); }

int state_size(const Model& m, int signature) {
  int size = 0;
  for_each_element(signature, [&](int bit) { size += element_size(m, bit); });
  return size;
}

void get_state([[maybe_unused]] const Model& m, const Data& d, std::span<Real> state, int signature) {
  assert(static_cast<int>(state.size()) == state_size(m, signature));
  Real* out = state.data();
  for_each_element(signature, [&](int bit) {
    with_element(d, bit, [&](auto numbers) { out = std::copy(numbers.begin(), numbers.end(), out); });
  });
}

void set_state([[maybe_unused]] const Model& m, Data& d, std::span<const Real> state, int signature) {
  assert(static_cast<int>(state.size()) == state_size(m, signature));
  const Real* in = state.data();
  for_each_element(signature, [&](int bit) {
    with_element(d, bit, [&](auto numbers) {
      using Number = typename decltype(numbers)::value_type;
      for (Number& x : numbers) x = static_cast<Number>(*in++);
    });
  });
}

void copy_state(const Model&, const Data& from, Data& to, int signature) {
  for_each_element(signature, [&](int bit) {
    with_element(from, bit, [&](auto source) {
      with_element(to, bit, [&](auto target) { std::copy(source.begin(), source.end(), target.begin()); });
    });
  });
}

void extract_state(const Model& m, std::span<const Real> from, int from_signature, std::span<Real> to,
                   int to_signature) {
  assert((to_signature & ~from_signature) == 0);
  const Real* in = from.data();
  Real* out = to.data();
  for_each_element(from_signature, [&](int bit) {
    const int size = element_size(m, bit);
    if (to_signature & (1 << bit)) out = std::copy(in, in + size, out);
    in += size;
  });
}

void set_keyframe(Model& m, const Data& d, int key) {
  assert(key >= 0 && key < m.nkey);
  const auto store = [](std::span<Real> row, const auto& from) {
    std::copy_n(reinterpret_cast<const Real*>(from.data()), row.size(), row.data());
  };
  m.key_time[key] = d.time;
  store(m.key_qpos[key], d.qpos);
  store(m.key_qvel[key], d.qvel);
  store(m.key_act[key], d.act);
  store(m.key_mpos[key], d.mocap_pos);
  store(m.key_mquat[key], d.mocap_quat);
  store(m.key_ctrl[key], d.ctrl);
}

}  // namespace corten
