#!/usr/bin/env bash
# Makes a bare Debian 12 machine ready: Debian packages, then .venv with pinned PyPI packages. Fast when nothing is missing.
#   tools/setup.sh          everything a developer needs
#   tools/setup.sh demo     only what `make demo` builds and shows
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-develop}

stop() {
  echo "set-up: $*" >&2
  exit 1
}

# packages of one use ("build" or any) that are not installed
missing_packages() {
  local package use
  while read -r package use; do
    [ "$package" = "#" ] || { [ "$what" = demo ] && [ "$use" != build ]; } ||
      dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || echo "$package"
  done <tools/apt-packages.txt
  # for the page in the browser any node will do; Debian's is taken where there is none
  [ "$what" = demo ] || command -v npm >/dev/null || echo nodejs npm
}

install_packages() {
  local as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || stop "these Debian packages need root; ask an administrator to run:  apt-get install $*"
    as_root=sudo
  fi
  echo "Installing Debian packages: $*"
  export DEBIAN_FRONTEND=noninteractive
  { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } >.setup.log 2>&1 || {
    tail -3 .setup.log >&2
    stop "Debian's packages could not be installed (no network?); when there is one, run:  apt-get install $*"
  }
  rm -f .setup.log
}

install_python() {
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" ||
    stop "PyPI could not be reached or has not all of $(basename "${!#}"); with a mirror: PIP_INDEX_URL=<address> make setup"
}

# .venv/models: the model files that packages bring along, each package under one name
link_models() {
  local site
  mkdir -p .venv/models
  site=$(cd .venv && echo lib/python3*/site-packages)
  ln -sfn "../$site/gymnasium/envs/mujoco/assets" .venv/models/gymnasium
  ln -sfn "../$site/dm_control" .venv/models/dm_control
  ln -sfn ../model-packages/gymnasium_robotics/envs .venv/models/gymnasium_robotics
  ln -sfn ../model-packages/mujoco/mjx/test_data .venv/models/mjx
  ln -sfn ../model-packages/mujoco_warp/test_data .venv/models/mujoco_warp
}

if command -v dpkg-query >/dev/null; then
  read -r -d "" -a missing < <(missing_packages) || true
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
else
  echo "set-up: this is no Debian, so nothing is installed; what is needed: docs/dependencies.md" >&2
fi
command -v c++ >/dev/null || stop "there is no C++ compiler (c++); install GCC 12, Clang 14 or later"
[ -w . ] || stop "$PWD cannot be written to; clone to where you may write"

stamp=.venv/$what.sha256
wanted=$(cat tools/requirements.lock tools/model-packages.txt tools/setup.sh | sha256sum | cut -d' ' -f1)
for done in ".venv/develop.sha256" "$stamp"; do
  [ "$(cat "$done" 2>/dev/null)" != "$wanted" ] || exit 0
done

echo "Preparing .venv"
[ -x .venv/bin/python ] || python3 -m venv .venv || stop "python3 cannot make a virtual environment; install python3-venv"
if [ "$what" = demo ]; then
  # with what they need themselves
  awk '/^[a-z]/ {wanted = /^(mujoco|absl-py|etils|fsspec|glfw|pyopengl|typing-extensions|zipp|numpy|nanobind)==/} wanted' tools/requirements.lock >.venv/demo.txt
  install_python --require-hashes --no-deps -r .venv/demo.txt
else
  install_python --require-hashes -r tools/requirements.lock
  install_python --no-deps --no-compile --upgrade --target .venv/model-packages -r tools/model-packages.txt
  link_models
fi
echo "$wanted" >"$stamp"
