# Windows, with Zig's clang and MinGW's C library.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(zig_target x86_64-windows-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
set(CMAKE_RC_COMPILER ${zig}/bin/rc)  # asked for by CMake; there are no resources
