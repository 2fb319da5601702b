# CMake's toolchain file of the `wasm` preset: the Emscripten that setup.sh chose, else the one on PATH.
set(emscripten ${CMAKE_CURRENT_LIST_DIR}/../../.toolchain/emscripten)
if(NOT EXISTS ${emscripten})
  find_program(em_config em-config)
  if(NOT em_config)
    message(FATAL_ERROR "No Emscripten: run src/toolchain/setup.sh, or put emcc 3.1.69 or later on PATH (https://emscripten.org)")
  endif()
  execute_process(COMMAND ${em_config} EMSCRIPTEN_ROOT OUTPUT_VARIABLE emscripten OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
file(REAL_PATH ${emscripten} emscripten)
include(${emscripten}/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH) # xtensor and xsimd are outside Emscripten's sysroot
