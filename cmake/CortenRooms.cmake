# corten_room(name ROOMS <rooms it may use> LINKS <outside libraries>): one folder under corten/, one target corten_<name>.
# Files named *_avx2.cpp are kernels compiled for AVX2 and called only where has_avx2() holds; they use Pack types alone, so
# that no inline function of the baseline is compiled a second time with instructions it may not have.
# A room without sources yet, or header-only by nature, is an interface target.
function(corten_avx2_sources)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(kernels ${ARGN})
    list(FILTER kernels INCLUDE REGEX "_avx2\\.cpp$")
    set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS -mavx2)
  endif()
endfunction()

function(corten_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/corten/${name}/*.cpp)
  list(TRANSFORM ROOM_ROOMS PREPEND corten_)
  if(sources)
    corten_avx2_sources(${sources})
    add_library(corten_${name} STATIC ${sources})
    set_property(GLOBAL APPEND PROPERTY CORTEN_COMPILED_ROOMS ${name})
    target_link_libraries(corten_${name} PUBLIC corten_flags ${ROOM_ROOMS} PRIVATE ${ROOM_LINKS})
  else()
    add_library(corten_${name} INTERFACE)
    target_link_libraries(corten_${name} INTERFACE corten_flags ${ROOM_ROOMS} ${ROOM_LINKS})
  endif()
endfunction()
