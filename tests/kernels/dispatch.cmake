# The objects compiled for newer processors share no function with the others. Arguments: NM, OBJECTS.
foreach(object ${OBJECTS})
  if(object MATCHES "/x86/(avx2|avx512)\\.cpp")
    list(APPEND found ${object})
    execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
    # Weak (W) functions are one for the whole program: each must have the architecture in its name, but for Clang's
    # way into std::terminate.
    string(REGEX MATCHALL "[Wwu] [^\n]+" weak "${symbols}")
    list(FILTER weak EXCLUDE REGEX "5xsimd(4fma3INS[0-9A-Z]*_4avx2E|7avx512f)|__clang_call_terminate")
    if(weak)
      message(FATAL_ERROR "${object} has functions that code for older processors may come to use:\n${weak}")
    endif()
  endif()
endforeach()
list(LENGTH found count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "expected the objects of avx2.cpp and avx512.cpp, got: ${found}")
endif()
