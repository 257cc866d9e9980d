#!/usr/bin/env bash
# Builds a program with what pkg-config says of an installed tree and runs it: pkg_config.sh PREFIX LIBDIR SOURCE COMPILER
set -euo pipefail
prefix=$1 libdir=$2 source=$3 compiler=$4
export PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig
program=$(mktemp)
trap 'rm -f "$program"' EXIT
$compiler "$source" $(pkg-config --cflags --libs cortenforge) -Wl,-rpath,"$prefix/$libdir" -o "$program"
"$program"
# the private part names what the static library needs
$compiler "$source" $(pkg-config --cflags cortenforge) "$prefix/$libdir/libcorten.a" $(pkg-config --static --libs-only-l cortenforge | sed 's/-lcorten//') -o "$program"
"$program"
