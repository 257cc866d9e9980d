# corten_room(name ROOMS <rooms it may use> LINKS <outside libraries>): one folder under corten/, one target corten_<name>.
# Files named *_kernels.cpp are compiled once per instruction set, each time in the namespace CORTEN_ISA (corten/base/kernels.h).
# A room without sources yet, or header-only by nature, is an interface target.
set(CORTEN_X86 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(CORTEN_X86 ON)
endif()
set(CORTEN_OPTIONS_avx2 -mavx2)
set(CORTEN_OPTIONS_avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=256)

# inline functions of the Model must not stay as symbols beside those of the baseline
set(CORTEN_INLINED $<$<CONFIG:Debug>:-O2>)

# Adds to the list `out` one more source per kernel file and instruction set beyond the baseline.
function(corten_kernels out)
  set(more)
  list(FILTER ARGN INCLUDE REGEX "_kernels\\.cpp$")
  foreach(kernel ${ARGN})
    if(CORTEN_X86)
      set_source_files_properties(${kernel} PROPERTIES COMPILE_DEFINITIONS CORTEN_ISA=baseline)
      file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${kernel})
      foreach(isa avx2 avx512)
        string(REGEX REPLACE "\\.cpp$" "_${isa}.cpp" copy ${CMAKE_BINARY_DIR}/kernels/${path})
        file(CONFIGURE OUTPUT ${copy} CONTENT "#include \"${path}\"\n")
        set_source_files_properties(${copy} PROPERTIES COMPILE_DEFINITIONS CORTEN_ISA=${isa}
                                    COMPILE_OPTIONS "${CORTEN_OPTIONS_${isa}};${CORTEN_INLINED}")
        set_source_files_properties(${copy} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)  # made for the baseline
        list(APPEND more ${copy})
      endforeach()
    endif()
  endforeach()
  set(${out} ${${out}} ${more} PARENT_SCOPE)
endfunction()

# Files of tests and benchmarks named *_avx2.cpp are compiled for AVX2 and called only where has(Isa::avx2) holds.
function(corten_avx2_sources)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(kernels ${ARGN})
    list(FILTER kernels INCLUDE REGEX "_avx2\\.cpp$")
    set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS -mavx2)
  endif()
endfunction()

# Rooms that run once per load: no profile and no link-time optimisation is spent on them.
set(CORTEN_LOAD_ROOMS spec mjcf asset compile)

function(corten_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/corten/${name}/*.cpp)
  list(TRANSFORM ROOM_ROOMS PREPEND corten_)
  if(sources)
    corten_kernels(sources ${sources})
    add_library(corten_${name} STATIC ${sources})
    if(NOT CORTEN_X86)  # one instruction set for all
      target_compile_definitions(corten_${name} PRIVATE CORTEN_ISA=baseline)
    endif()
    set_property(GLOBAL APPEND PROPERTY CORTEN_COMPILED_ROOMS ${name})
    target_link_libraries(corten_${name} PUBLIC corten_flags ${ROOM_ROOMS} PRIVATE ${ROOM_LINKS})
    if(NOT name IN_LIST CORTEN_LOAD_ROOMS)
      target_link_libraries(corten_${name} PRIVATE $<BUILD_INTERFACE:corten_profile>)
    endif()
    # instrumented builds are made by many and rarely: half their time is reading the same headers
    if(CORTEN_SANITIZE AND corten_model IN_LIST ROOM_ROOMS)
      target_precompile_headers(corten_${name} PRIVATE <algorithm> <functional> <string> <vector> corten/model/data.h)
    endif()
  else()
    add_library(corten_${name} INTERFACE)
    target_link_libraries(corten_${name} INTERFACE corten_flags ${ROOM_ROOMS} ${ROOM_LINKS})
  endif()
endfunction()
