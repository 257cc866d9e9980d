# Compiler settings common to every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${CORTEN_LTO})

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CORTEN_CCACHE ccache)
if(CORTEN_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CORTEN_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CORTEN_CCACHE})
endif()

add_library(corten_flags INTERFACE)
target_include_directories(corten_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(corten_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow
  # false positives of GCC 12 on "text" + std::string (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # the oracle has no fused multiply-add: equal bits need plain products and sums
  -ffp-contract=off
  # packs wider than the baseline's registers never cross a library boundary
  -Wno-psabi)

set(CORTEN_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")
if(CORTEN_SANITIZE)
  target_compile_options(corten_flags INTERFACE -fsanitize=${CORTEN_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(corten_flags INTERFACE -fsanitize=${CORTEN_SANITIZE})
endif()
