# Compiles, links and runs the consumer with what pkg-config says of the installed library.
set(separator ":")
list(JOIN PREFIX_PATH "/share/pkgconfig${separator}" path)
set(ENV{PKG_CONFIG_PATH} ${INSTALLED}${separator}${path}/share/pkgconfig)

# --define-prefix: xtensor's own file may have been moved too, as the set-up does.
execute_process(COMMAND ${PKG_CONFIG} --define-prefix --static --cflags --libs xattention
  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(sources ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${CMAKE_CURRENT_LIST_DIR}/plugin.cpp)
execute_process(COMMAND ${CXX} -std=c++20 ${sources} ${flags} -o consumer-by-pkg-config COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ./consumer-by-pkg-config COMMAND_ERROR_IS_FATAL ANY)
