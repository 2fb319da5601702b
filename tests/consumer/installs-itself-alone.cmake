# In the build folder of a project that builds the library from source: it runs, and its installation is its own.
execute_process(COMMAND ./consumer COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE installed)
execute_process(COMMAND ${CMAKE_COMMAND} --install . --prefix installed COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_BINARY_DIR}/installed installed/*)
if(NOT files STREQUAL "bin/consumer")
  message(FATAL_ERROR "Expected bin/consumer alone to be installed, got: ${files}")
endif()
