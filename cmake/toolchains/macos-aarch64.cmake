# macOS on Apple's processors, with Zig's clang.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(zig_target aarch64-macos)
include(${CMAKE_CURRENT_LIST_DIR}/macos.cmake)
