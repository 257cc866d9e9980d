#!/usr/bin/env bash
# The library and tests for 64-bit ARM, cross-compiled with Debian's compiler and run under qemu-user.
#   tools/aarch64.sh [TEST PROGRAM …]      by default those below
# Libraries for ARM are unpacked into build/aarch64-root: nothing of them is installed on this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
tests=("$@")
[ ${#tests[@]} -gt 0 ] || tests=(base_test linalg_test)
root=$PWD/build/aarch64-root

stop() {
  echo "aarch64: $*" >&2
  exit 1
}

tools_needed() {
  command -v aarch64-linux-gnu-g++ qemu-aarch64 >/dev/null && return
  [ "$(id -u)" -eq 0 ] || stop "the cross compiler is missing:  apt-get install g++-aarch64-linux-gnu qemu-user"
  apt-get install -y -qq --no-install-recommends g++-aarch64-linux-gnu qemu-user >/dev/null || stop "Debian's cross compiler cannot be installed"
}

# packages of another architecture, with lists of their own
unpack_packages() {
  mkdir -p "$root/lists/partial" "$root/packages" "$root/sysroot"
  local apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o "Dir::State::lists=$root/lists")
  "${apt[@]}" update
  (cd "$root/packages" && "${apt[@]}" download zlib1g zlib1g-dev libgtest-dev libgif7 libgif-dev nlohmann-json3-dev 2>/dev/null)
  for package in "$root"/packages/*.deb; do dpkg -x "$package" "$root/sysroot"; done
}

unpack_oracle() {
  .venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --python-version 3.11 --platform manylinux_2_28_aarch64 \
    --dest "$root" mujoco==3.5.0
  .venv/bin/python -m zipfile -e "$root"/mujoco-3.5.0-*.whl "$root/wheel"
  mkdir -p "$root/oracle" && mv "$root/wheel/mujoco/include" "$root"/wheel/mujoco/libmujoco.so.3.5.0 "$root/oracle"
  rm -r "$root/wheel"
}

tools_needed
[ -e "$root/sysroot/usr/include/zlib.h" ] || unpack_packages
[ -e "$root/oracle/libmujoco.so.3.5.0" ] || unpack_oracle
# MuJoCo for ARM fuses products and sums, so that these bits of its are not those of x86-64, which the engine repeats everywhere
other_bits=Cholesky.DenseHasTheBitsOfTheOracle:CholeskyLower.FactorSolutionAndUpdateAreTheOracles:Dense.DotHasTheBitsOfTheOracle:Dots.EachIsTheDotAlone
# the emulator cannot tell that a program was not found
emulated=System.AProgramThatIsNotThereCannotBeRun

mkdir -p build
cmake --preset aarch64 >build/configure.log 2>&1 || { tail -20 build/configure.log; exit 1; }
cmake --build build/aarch64 -j"${JOBS:-2}" --target "${tests[@]}" processor_bits
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
for test in "${tests[@]}"; do
  echo "$test"
  qemu-aarch64 "build/aarch64/tests/$test" --gtest_brief=1 --gtest_filter="-$other_bits:$emulated"
done

cmake --preset release >build/configure.log 2>&1 || { tail -20 build/configure.log; exit 1; }
cmake --build build/release -j"${JOBS:-2}" --target processor_bits
here=$(build/release/tests/processor_bits) there=$(qemu-aarch64 build/aarch64/tests/processor_bits)
[ "$here" = "$there" ] || stop "the kernels have other bits than on x86-64: $there, not $here"
echo "kernels: the bits of x86-64, $here"
