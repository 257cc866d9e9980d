# What the build needs from outside, asked for before anything is compiled; all that is missing is said at once.
set(corten_missing "")
macro(corten_need found what packages)
  if(NOT ${found})
    string(APPEND corten_missing "\n  - ${what} (Debian, Ubuntu: apt-get install ${packages})")
  endif()
endmacro()

find_package(Threads REQUIRED)
find_package(ZLIB QUIET)
corten_need(ZLIB_FOUND "zlib's header zlib.h" zlib1g-dev)

if(CORTEN_APPS OR CORTEN_PYTHON OR CORTEN_TESTS)  # what is shown travels as JSON
  find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp)
  corten_need(NLOHMANN_JSON_INCLUDE "nlohmann/json.hpp" nlohmann-json3-dev)
endif()

if(CORTEN_APPS)
  find_package(CLI11 QUIET)
  corten_need(CLI11_FOUND "CLI11" libcli11-dev)
  find_package(fmt QUIET)
  corten_need(fmt_FOUND "fmt" libfmt-dev)
endif()

if(CORTEN_PYTHON AND NOT CORTEN_SANITIZE)
  if(NOT SKBUILD AND NOT Python_EXECUTABLE AND EXISTS ${CMAKE_SOURCE_DIR}/.venv/bin/python)
    set(Python_EXECUTABLE ${CMAKE_SOURCE_DIR}/.venv/bin/python)
  endif()
  find_package(Python 3.10 QUIET COMPONENTS Interpreter OPTIONAL_COMPONENTS Development.Module)
  corten_need(Python_Interpreter_FOUND "Python 3.10 or later" python3)
  corten_need(Python_Development.Module_FOUND "Python's header Python.h for ${Python_EXECUTABLE}" python3-dev)
  execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE nanobind_status ERROR_QUIET)
  if(nanobind_status)
    string(APPEND corten_missing "\n  - nanobind for ${Python_EXECUTABLE} (pip install nanobind; or leave the module out: -DCORTEN_PYTHON=OFF)")
  endif()
endif()

if(CORTEN_TESTS)
  find_path(GIF_INCLUDE gif_lib.h)  # reads the viewer's GIFs back
  find_library(GIF_LIBRARY NAMES gif)
  corten_need(GIF_INCLUDE "giflib's header gif_lib.h" libgif-dev)
  corten_need(GIF_LIBRARY "giflib" libgif-dev)
  find_package(GTest QUIET)
  corten_need(GTest_FOUND "GoogleTest" libgtest-dev)
  find_package(Oracle QUIET)
  if(NOT Oracle_FOUND)
    string(APPEND corten_missing "\n  - MuJoCo 3.5.0 in .venv, which the tests compare with (make setup; or leave them out: -DCORTEN_TESTS=OFF)")
  endif()
endif()

if(corten_missing)
  message(FATAL_ERROR "CortenForge cannot be built, this is missing:${corten_missing}")
endif()
