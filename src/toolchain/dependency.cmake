# An installed package is preferred; without one, its release is fetched. A macro, because find_package() leaves
# variables that the caller needs (Catch2 puts its own CMake module on the caller's CMAKE_MODULE_PATH).
include(FetchContent)

# Beside the packages in /usr/include lies the host's C library, which a WebAssembly build must not see.
if(EMSCRIPTEN)
  set(where_packages_are NO_CMAKE_SYSTEM_PATH NO_SYSTEM_ENVIRONMENT_PATH)
endif()

macro(xattention_dependency name minimum_version url)
  find_package(${name} ${minimum_version} QUIET ${where_packages_are})
  if(NOT ${name}_FOUND)
    message(STATUS "${name} >= ${minimum_version} is not installed: fetching ${url}")
    FetchContent_Declare(${name} URL ${url} SYSTEM OVERRIDE_FIND_PACKAGE DOWNLOAD_EXTRACT_TIMESTAMP ON)
    FetchContent_MakeAvailable(${name})
  endif()
endmacro()
