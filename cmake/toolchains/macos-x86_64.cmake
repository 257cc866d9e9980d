# macOS on Intel's processors, with Zig's clang.
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(zig_target x86_64-macos)
include(${CMAKE_CURRENT_LIST_DIR}/macos.cmake)
