# The engine in a browser: WebAssembly with Zig's clang, exceptions in the form that every browser of the last years has.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(zig_target wasm32-wasi)
include(${CMAKE_CURRENT_LIST_DIR}/zig.cmake)
set(exceptions "-fwasm-exceptions -mllvm -wasm-enable-eh -mllvm -wasm-use-legacy-eh=true -mexception-handling -mmultivalue -mreference-types")
set(CMAKE_C_FLAGS_INIT "-msimd128 -fno-sanitize=all -g0 ${exceptions}")
# what this standard library lacks stands in web/wasm/std
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -I${CMAKE_CURRENT_LIST_DIR}/../../web/wasm/std")
set(CMAKE_ASM_FLAGS_INIT "-mexception-handling")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # programs need the runtime that is built along
set(CORTEN_BROWSER ON)
