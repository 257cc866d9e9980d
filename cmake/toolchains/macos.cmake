# What both macOS toolchains share.
set(CMAKE_SYSTEM_NAME Darwin)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
set(CMAKE_INSTALL_NAME_TOOL true)  # asked for by CMake, used only when installing
