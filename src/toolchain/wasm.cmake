# Builds of the same sources: `simd` runs in every engine with WebAssembly SIMD, `relaxed` only where relaxed SIMD is there
# too, which has a true multiply-add. Each also with `-threads`, whose memory is shared. The package chooses when it loads.
set(wasm_link_options
  -lembind
  -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=web,worker                  # the package hands the bytes in, so Node needs no file access either
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmBinary,wasmMemory
  -sDYNAMIC_EXECUTION=0                     # no eval: a strict Content-Security-Policy must not break it
  -sWASM_BIGINT                             # Binaryen from npm cannot do without
  -sINITIAL_MEMORY=16MB -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB # as web/lib/wasm/threads.ts makes the shared one
  -sABORTING_MALLOC=0                       # out of memory is std::bad_alloc, not an abort
  -sSTACK_SIZE=256KB
  -sFILESYSTEM=0)

# A module of these sources around the core.
function(add_wasm_module name core)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE ${core})
  target_link_options(${name} PRIVATE ${wasm_link_options})
  set_target_properties(${name} PROPERTIES SUFFIX .js) # not .mjs: many a static host sends that as no script
endfunction()

function(add_wasm_build name)
  add_library(${name}_core STATIC ${core_sources})
  target_link_libraries(${name}_core PUBLIC xattention_build)
  target_compile_options(${name}_core PUBLIC -O3 -fwasm-exceptions -msimd128 ${ARGN})
  target_link_options(${name}_core PUBLIC -O3 -fwasm-exceptions -msimd128 ${ARGN})
  add_wasm_module(${name} ${name}_core src/bindings/embind.cpp)
endfunction()

# Emscripten's own threads are not used: their start-up script fits neither bundlers nor a strict policy. The package
# starts workers itself, over the same module and memory (web/lib/wasm/thread.ts), and all they ever run are kernels,
# which neither allocate nor throw nor call out. Libraries made for one thread therefore do: --no-check-features.
function(add_wasm_builds name)
  add_wasm_build(${name} ${ARGN})
  add_wasm_build(${name}-threads ${ARGN} -matomics -mbulk-memory)
  target_link_options(${name}-threads PRIVATE -sIMPORTED_MEMORY -Wl,--shared-memory,--no-check-features
    -sTEXTDECODER=0) # a TextDecoder refuses shared memory
endfunction()

add_wasm_builds(simd)
add_wasm_builds(relaxed -mrelaxed-simd)

# For the page's lesson alone, never in the package: it runs wherever the page does, so it is built once.
add_wasm_module(lesson simd_core ${lesson_sources} src/bindings/lesson.cpp)

# The product kernel without its bindings, for the benchmark: made only when it asks for it.
function(add_wasm_kernels name)
  add_executable(kernels-${name} EXCLUDE_FROM_ALL tests/bench/kernels.cpp)
  target_link_libraries(kernels-${name} PRIVATE ${name}_core)
  target_link_options(kernels-${name} PRIVATE -sSTANDALONE_WASM --no-entry -sWASM_BIGINT -sINITIAL_MEMORY=64MB)
  set_target_properties(kernels-${name} PROPERTIES SUFFIX .wasm)
endfunction()
add_wasm_kernels(simd)
add_wasm_kernels(relaxed)
