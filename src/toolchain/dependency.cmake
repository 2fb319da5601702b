# An installed package is preferred; without one, its release is fetched. A macro, because find_package() leaves
# variables that the caller needs (Catch2 puts its own CMake module on the caller's CMAKE_MODULE_PATH).
include(FetchContent)

# Beside the packages in /usr/include lies the host's C library, which a WebAssembly build must not see.
if(EMSCRIPTEN)
  set(where_packages_are NO_CMAKE_SYSTEM_PATH NO_SYSTEM_ENVIRONMENT_PATH)
endif()
# `versions` are those to ask for in turn: xsimd's CMake files let a request pass only within one major version.
macro(xattention_dependency name versions url)
  foreach(version ${versions})
    if(NOT ${name}_FOUND)
      find_package(${name} ${version} QUIET ${where_packages_are})
    endif()
  endforeach()
  if(NOT ${name}_FOUND)
    message(STATUS "${name} (version ${versions} or later) is not installed: fetching ${url}")
    set(CMAKE_POLICY_VERSION_MINIMUM 3.5) # these releases ask for a CMake so old that CMake 4 refuses
    FetchContent_Declare(${name} SYSTEM OVERRIDE_FIND_PACKAGE DOWNLOAD_EXTRACT_TIMESTAMP ON URL ${url})
    FetchContent_MakeAvailable(${name})
  endif()
endmacro()
