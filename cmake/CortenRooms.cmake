# corten_room(name ROOMS <rooms it may use> LINKS <outside libraries>): one folder under corten/, one target corten_<name>.
# A room without sources yet, or header-only by nature, is an interface target.
function(corten_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/corten/${name}/*.cpp)
  list(TRANSFORM ROOM_ROOMS PREPEND corten_)
  if(sources)
    add_library(corten_${name} STATIC ${sources})
    target_link_libraries(corten_${name} PUBLIC corten_flags ${ROOM_ROOMS} PRIVATE ${ROOM_LINKS})
  else()
    add_library(corten_${name} INTERFACE)
    target_link_libraries(corten_${name} INTERFACE corten_flags ${ROOM_ROOMS} ${ROOM_LINKS})
  endif()
endfunction()
