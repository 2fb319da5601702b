# What other projects do with the library: find it installed, by CMake or by pkg-config, or build it from source.

set(installed ${PROJECT_BINARY_DIR}/installed)
add_test(NAME "the library installs" COMMAND ${CMAKE_COMMAND} --install . --prefix ${installed})
add_test(NAME "another project finds the installed library" COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${CMAKE_CURRENT_LIST_DIR} consumer --build-generator ${CMAKE_GENERATOR}
  --build-options -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
    "-DCMAKE_PREFIX_PATH=${installed};${CMAKE_PREFIX_PATH}"
  --test-command consumer)
set_tests_properties("the library installs" PROPERTIES FIXTURES_SETUP installed)
set_tests_properties("another project finds the installed library" PROPERTIES FIXTURES_REQUIRED installed)

if(CMAKE_BUILD_TYPE STREQUAL Release) # the flags of the sanitizers are in no .pc file
  find_program(pkg_config pkg-config)
  if(pkg_config)
    add_test(NAME "pkg-config finds the installed library" COMMAND ${CMAKE_COMMAND} -DPKG_CONFIG=${pkg_config}
      -DCXX=${CMAKE_CXX_COMPILER} -DINSTALLED=${installed}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
      "-DPREFIX_PATH=${CMAKE_PREFIX_PATH}" -P ${CMAKE_CURRENT_LIST_DIR}/pkg-config.cmake)
    set_tests_properties("pkg-config finds the installed library" PROPERTIES FIXTURES_REQUIRED installed)
  endif()

  # It compiles the whole core: once, as the shared library that no other test makes.
  add_test(NAME "another project builds the library from source, shared, and installs itself alone"
    COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${CMAKE_CURRENT_LIST_DIR} consumer-of-source --build-generator ${CMAKE_GENERATOR}
    --build-options -DXATTENTION_SOURCE=${PROJECT_SOURCE_DIR} -DBUILD_SHARED_LIBS=ON
      "-DCMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH}"
    --test-command ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_LIST_DIR}/installs-itself-alone.cmake)
endif()
