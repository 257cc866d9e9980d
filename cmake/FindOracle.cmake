# The oracle: MuJoCo 3.5.0 as installed from PyPI (headers and library), for tests and benchmarks only.
# Looked for in the folder CORTEN_ORACLE (set for another processor), else in the project's .venv; sets Oracle_FOUND and the target Oracle::mujoco.
if(CORTEN_ORACLE)
  file(GLOB _oracle_library ${CORTEN_ORACLE}/libmujoco.so.3.5.0)
else()
  file(GLOB _oracle_library ${CMAKE_SOURCE_DIR}/.venv/lib/python3.*/site-packages/mujoco/libmujoco.so.3.5.0)
endif()
if(_oracle_library)
  list(GET _oracle_library 0 _oracle_library)
  get_filename_component(_oracle_dir ${_oracle_library} DIRECTORY)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Oracle REQUIRED_VARS _oracle_library _oracle_dir)
if(Oracle_FOUND AND NOT TARGET Oracle::mujoco)
  add_library(Oracle::mujoco SHARED IMPORTED)
  set_target_properties(Oracle::mujoco PROPERTIES
    IMPORTED_LOCATION ${_oracle_library}
    INTERFACE_INCLUDE_DIRECTORIES ${_oracle_dir}/include)
endif()
