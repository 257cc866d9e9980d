# What `cmake --install` gives C++ programs: the public headers, libcorten.so and libcorten.a, a CMake package and a
# pkg-config file. Component "devel"; which headers are public: docs/cpp.md.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# corten/corten.h, the optional Eigen header, and what these two include of ours; nothing else is installed.
function(corten_public_headers result)
  set(waiting corten/corten.h corten/eigen.h)
  set(seen "")
  while(waiting)
    list(POP_FRONT waiting header)
    list(APPEND seen ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${header})
    file(STRINGS ${CMAKE_SOURCE_DIR}/${header} lines REGEX "^#include \"(corten|plugins)/")
    foreach(line ${lines})
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
      if(NOT included IN_LIST seen AND NOT included IN_LIST waiting)
        list(APPEND waiting ${included})
      endif()
    endforeach()
  endwhile()
  set(${result} ${seen} PARENT_SCOPE)
endfunction()

# One library out of the objects of all rooms: corten_package_library(target SHARED|STATIC)
function(corten_package_library target kind)
  set(objects corten/load.cpp)
  get_property(rooms GLOBAL PROPERTY CORTEN_COMPILED_ROOMS)
  get_property(third_party GLOBAL PROPERTY CORTEN_THIRD_PARTY)
  list(TRANSFORM rooms PREPEND corten_)
  foreach(library ${rooms} ${third_party})
    list(APPEND objects $<TARGET_OBJECTS:${library}>)
  endforeach()
  list(APPEND objects $<TARGET_OBJECTS:corten_plugins>)
  add_library(${target} ${kind} ${objects})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME corten VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
  target_include_directories(${target}
    PRIVATE ${CMAKE_SOURCE_DIR} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # equal bits in the functions of the headers too
  target_compile_options(${target} PUBLIC -ffp-contract=off)
  target_link_libraries(${target} PRIVATE $<$<NOT:$<BOOL:${CORTEN_OWN_ZLIB}>>:ZLIB::ZLIB> Threads::Threads)
endfunction()

corten_package_library(corten_shared SHARED)
corten_package_library(corten_static STATIC)
if(CORTEN_ELF)
  target_link_options(corten_shared PRIVATE -Wl,-Bsymbolic)  # calls within the library go straight to their target
endif()
set_target_properties(corten_shared PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
set_target_properties(corten_shared PROPERTIES EXPORT_NAME corten)

install(TARGETS corten_shared corten_static EXPORT CortenForgeTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT devel
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel NAMELINK_COMPONENT devel
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/CortenForge)
install(EXPORT CortenForgeTargets NAMESPACE CortenForge:: DESTINATION ${package_dir} COMPONENT devel)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/CortenForgeConfig.cmake.in
  ${CMAKE_BINARY_DIR}/package/CortenForgeConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/CortenForgeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/CortenForgeConfig.cmake ${CMAKE_BINARY_DIR}/package/CortenForgeConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT devel)
file(RELATIVE_PATH prefix_from_pc /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(${CMAKE_CURRENT_LIST_DIR}/cortenforge.pc.in ${CMAKE_BINARY_DIR}/package/cortenforge.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/cortenforge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)

corten_public_headers(public_headers)
foreach(header ${public_headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT devel)
endforeach()
