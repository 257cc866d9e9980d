#!/usr/bin/env bash
# Zig's clang, which compiles for browsers and other systems: pinned, from PyPI, in build/zig (400 MB, only where it is asked for).
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.17.0
mkdir -p build/zig/bin
if [ ! -x build/zig/ziglang/zig ]; then
  [ -x .venv/bin/python ] || python3 -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --target build/zig "ziglang==$version" ||
    { echo "zig: ziglang $version cannot be installed from PyPI" >&2; exit 1; }
fi
# one program with many names is several for CMake
for name in cc c++ ar ranlib rc; do
  printf '#!/bin/sh\n# zig %s\nexec "$(dirname "$0")/../ziglang/zig" %s "$@"\n' "$version" "$name" >build/zig/bin/$name.new
  chmod +x build/zig/bin/$name.new
  # as old as it was when it says the same: the compiler cache looks at its age
  if cmp -s build/zig/bin/$name.new build/zig/bin/$name; then rm build/zig/bin/$name.new; else mv build/zig/bin/$name.new build/zig/bin/$name; fi
done
