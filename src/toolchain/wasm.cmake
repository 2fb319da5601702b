# Two builds of the same sources: `simd` runs in every engine with WebAssembly SIMD, `relaxed` only where relaxed SIMD
# is there too, which has a true multiply-add. The package chooses when it loads.
set(wasm_link_options
  -lembind
  -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=web,worker                  # the package hands the bytes in, so Node needs no file access either
  -sINCOMING_MODULE_JS_API=instantiateWasm,wasmBinary
  -sDYNAMIC_EXECUTION=0                     # no eval: a strict Content-Security-Policy must not break it
  -sWASM_BIGINT                             # Binaryen from npm cannot do without
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB
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

function(add_wasm_variant name)
  add_library(${name}_core STATIC ${core_sources})
  target_link_libraries(${name}_core PUBLIC xattention_build)
  target_compile_options(${name}_core PUBLIC -O3 -fwasm-exceptions -msimd128 ${ARGN})
  target_link_options(${name}_core PUBLIC -O3 -fwasm-exceptions -msimd128 ${ARGN})
  add_wasm_module(${name} ${name}_core src/bindings/embind.cpp)
endfunction()

add_wasm_variant(simd)
add_wasm_variant(relaxed -mrelaxed-simd)

# For the page's lesson alone, never in the package: it runs wherever the page does, so it is built once.
add_wasm_module(lesson simd_core ${lesson_sources} src/bindings/lesson.cpp)
