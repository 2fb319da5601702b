// How much WebAssembly memory is in use, of a module that keeps its memory to itself.

/** From here on, the memory that a module exports when it is instantiated is watched. */
export function watchMemory() {
  let memory;
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...operands) => {
    const result = await instantiate(...operands);
    const { exports } = result.instance ?? result;
    memory ??= Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
    return result;
  };
  return { inUse: () => lastTouched(new Uint32Array(memory.buffer)) };
}

/** Memory begins as zeros and grows by more than was asked for: what lies behind the last other byte was never needed. */
function lastTouched(words) {
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end -= 1;
  return end * 4;
}
