#!/usr/bin/env bash
# Makes .venv/newest, the interpreter with the newest MuJoCo that `make bench` measures beside the oracle. Without a network there is none, and
# `make bench` goes without.
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=$(sha256sum <tools/newest-mujoco.txt)
[ "$(cat .venv/newest/done.sha256 2>/dev/null)" != "$wanted" ] || exit 0
echo "Preparing .venv/newest"
{ .venv/bin/python -m venv .venv/newest &&
  .venv/newest/bin/python -m pip install --quiet --disable-pip-version-check -r tools/newest-mujoco.txt &&
  echo "$wanted" >.venv/newest/done.sha256; } ||
  echo "bench: the newest MuJoCo could not be installed; its column stays empty" >&2
