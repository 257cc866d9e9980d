#!/usr/bin/env bash
# The library and the command for other systems, compiled and linked here with Zig's clang (tools/zig.sh).
#   tools/cross.sh [macos-aarch64|macos-x86_64|windows-x86_64 …]      by default all of them
set -euo pipefail
cd "$(dirname "$0")/.."
systems=("$@")
[ ${#systems[@]} -gt 0 ] || systems=(macos-aarch64 macos-x86_64 windows-x86_64)

# what a program of a system begins with, in hexadecimal: Mach-O with the processor, or Windows' "MZ"
begins() {
  case $1 in
    macos-aarch64) echo cffaedfe0c000001 ;;
    macos-x86_64) echo cffaedfe07000001 ;;
    windows-x86_64) echo 4d5a ;;
    *) echo "cross: no toolchain for $1 in cmake/toolchains" >&2; exit 1 ;;
  esac
}

tools/zig.sh
for system in "${systems[@]}"; do
  start=$(begins "$system")
  cmake --preset "$system" >"build/configure.log" 2>&1 || { tail -20 build/configure.log; exit 1; }
  cmake --build "build/$system" -j"${JOBS:-2}" --target corten_command corten_static corten_shared
  program=$(ls "build/$system/apps/corten" "build/$system/apps/corten.exe" 2>/dev/null | head -1)
  found=$(od -An -tx1 -N8 "$program" | tr -d ' \n')
  [[ $found == "$start"* ]] || { echo "cross: $program is no program of $system" >&2; exit 1; }
  echo "$system: $program, $(du -k "$program" | cut -f1) kB; $(ls "build/$system/package" | grep -E '^(lib)?corten.*\.(a|dylib|dll)$' | tr '\n' ' ')"
done
