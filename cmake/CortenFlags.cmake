# Compiler settings common to every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${CORTEN_LTO})

set(CORTEN_ELF ON)  # whose linkers take options of GNU's
if(APPLE OR WIN32)
  set(CORTEN_ELF OFF)
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CORTEN_CCACHE ccache)
if(CORTEN_CCACHE)  # it fails where it cannot write its folder: a home that is read-only
  execute_process(COMMAND ${CORTEN_CCACHE} --get-config cache_dir OUTPUT_VARIABLE cache OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory ${cache}/tmp RESULT_VARIABLE refused ERROR_QUIET)
  execute_process(COMMAND ${CMAKE_COMMAND} -E touch ${cache}/tmp/corten RESULT_VARIABLE read_only ERROR_QUIET)
  if(refused OR read_only)
    message(STATUS "ccache cannot write ${cache}: compiling without it")
    unset(CORTEN_CCACHE CACHE)
  endif()
endif()
if(CORTEN_CCACHE)
  # precompiled headers are known by their contents: without these words ccache would not keep what uses them
  set(CMAKE_C_COMPILER_LAUNCHER ${CORTEN_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CORTEN_CCACHE})
endif()

option(CORTEN_WERROR "Warnings are errors (developer presets)" OFF)
option(CORTEN_QUICK "Soon built: what runs once per load is optimised less (make demo)" OFF)
option(CORTEN_PRECOMPILED "Read the headers that most sources include once per target; OFF judges that each source includes what it uses" ON)

# Sources of a folder that need no speed: the command, examples. A third less to compile than at -O3.
macro(corten_optimise_less)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_compile_options(-O1)
  endif()
endmacro()

# The same of a target in quick builds.
function(corten_quick target)
  if(CORTEN_QUICK)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# Half the time of a compiler goes into reading the standard library: it is read once for targets that share their options.
#   corten_precompile(target HEADERS <more that most of its sources include>)    corten_precompile(target AS <target with the same>)
function(corten_precompile target)
  cmake_parse_arguments(PRECOMPILE "" "AS" "HEADERS" ${ARGN})
  # the rooms of a wheel differ in their options (profile, link-time optimisation)
  if(NOT CORTEN_PRECOMPILED OR CMAKE_CROSSCOMPILING OR CORTEN_PGO OR CORTEN_LTO)
    return()
  endif()
  if(PRECOMPILE_AS)
    target_precompile_headers(${target} REUSE_FROM ${PRECOMPILE_AS})
  else()
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <functional> <memory> <optional> <span> <string>
      <string_view> <utility> <vector> ${PRECOMPILE_HEADERS})
  endif()
  # What ccache needs to compare them by contents. GCC 12 forgets that they are the system's and warns of its own std::string.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess;-Wno-stringop-overflow;-Wno-array-bounds>"
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# Sources compiled with options of their own cannot use them.
function(corten_own_options options)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

add_library(corten_flags INTERFACE)
target_include_directories(corten_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(corten_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow $<$<BOOL:${CORTEN_WERROR}>:-Werror>
  # false positives of GCC 12 on "text" + std::string (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # the oracle has no fused multiply-add: equal bits need plain products and sums
  -ffp-contract=off
  # packs wider than the baseline's registers never cross a library boundary
  -Wno-psabi)

# Linked by the rooms that step (CortenRooms.cmake): what runs once per load gains nothing from a profile and compiles sooner without.
set(CORTEN_PGO "" CACHE STRING "Profile-guided optimisation, for wheels: train or use (tools/wheels.sh)")
set(CORTEN_PROFILE "${CMAKE_BINARY_DIR}/profile" CACHE PATH "Where the profile is")
add_library(corten_profile INTERFACE)
if(CORTEN_PGO STREQUAL "train")
  target_compile_options(corten_profile INTERFACE -fprofile-generate=${CORTEN_PROFILE})
  target_link_options(corten_flags INTERFACE -fprofile-generate=${CORTEN_PROFILE})
elseif(CORTEN_PGO STREQUAL "use")
  # partial training: code that was not seen is optimised as without a profile, not for size
  target_compile_options(corten_profile INTERFACE -fprofile-use=${CORTEN_PROFILE} -fprofile-partial-training -Wno-missing-profile)
endif()

set(CORTEN_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")
if(CORTEN_SANITIZE)
  target_compile_options(corten_flags INTERFACE -fsanitize=${CORTEN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(corten_flags INTERFACE -fsanitize=${CORTEN_SANITIZE})
endif()

option(CORTEN_FUZZ "Make the fuzz targets libFuzzer's (clang only)" OFF)
if(CORTEN_FUZZ)
  target_compile_options(corten_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
