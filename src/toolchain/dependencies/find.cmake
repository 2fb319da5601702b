# The packages that this project is made of: installed ones are preferred, what is missing is fetched (CMakeLists.txt here).
option(XATTENTION_REQUIRE_PACKAGES "Never download: a dependency that is not installed is an error" OFF)

# Beside the packages in /usr/include lies the host's C library, which a WebAssembly build must not see.
if(EMSCRIPTEN)
  set(where_packages_are NO_CMAKE_SYSTEM_PATH NO_SYSTEM_ENVIRONMENT_PATH)
endif()

# Adds what is not found to `missing_packages`, and to `missing_versions` which version is wanted and which are here.
# `versions` are those to ask for in turn: xsimd's CMake files let a request pass only within one major version.
# A project that this one is part of may have made the target already. A macro, because Catch2's CMake files put their
# own module on the caller's CMAKE_MODULE_PATH.
macro(xattention_find name target versions)
  set(other_versions)
  set(versions "${versions}") # a parameter of a macro is no variable
  foreach(version ${versions})
    if(NOT ${name}_FOUND AND NOT TARGET ${target})
      find_package(${name} ${version} QUIET ${where_packages_are})
      set(other_versions ${${name}_CONSIDERED_VERSIONS})
    endif()
  endforeach()
  if(NOT ${name}_FOUND AND NOT TARGET ${target})
    list(APPEND missing_packages ${name})
    list(GET versions 0 wanted)
    string(PREPEND wanted "${name} >= ")
    list(JOIN other_versions ", " here)
    if(here)
      string(APPEND wanted " (installed: ${here})")
    endif()
    list(APPEND missing_versions "${wanted}")
  endif()
endmacro()
