#!/usr/bin/env bash
# `make check`: formatting, include graph, every header compiles alone, no warning from either compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "check: formatting"
git ls-files '*.h' '*.cpp' ':!third_party' | xargs -r clang-format-14 --dry-run -Werror

echo "check: Python"
.venv/bin/ruff check --quiet .
.venv/bin/ruff format --check --quiet . || { echo "run: ruff format ."; exit 1; }

echo "check: include graph"
.venv/bin/python tools/check_includes.py

echo "check: headers compile alone"
.venv/bin/python tools/check_headers.py

# no source may lean on the headers that other builds precompile; nobody debugs these programs
echo "check: warnings (clang++-14; g++ checks them in every build)"
cmake -S . -B build/clang -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 -DCMAKE_C_COMPILER=clang-14 -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG= \
  -DCORTEN_WERROR=ON -DCORTEN_PRECOMPILED=OFF -DCORTEN_PYTHON=OFF >/dev/null
cmake --build build/clang -j"${JOBS:-2}" >build/clang/log 2>&1 || { grep -E 'error|warning' build/clang/log | head -40; exit 1; }
echo "check: kernels for different processors share no symbol"
.venv/bin/python tools/check_kernels.py build/clang
echo "check: good"
