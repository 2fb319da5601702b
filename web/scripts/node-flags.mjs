// Node 20 runs relaxed SIMD only when asked to, later ones always do and may not know the flag.

// A module whose one function is f32x4.relaxed_madd of three constants.
const zero = [0xfd, 12, ...new Array(16).fill(0)];
const body = [0, ...zero, ...zero, ...zero, 0xfd, 0x85, 0x02, 0x1a, 0x0b];
const relaxedModule = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0], // type: () -> ()
  ...[3, 2, 1, 0], // function 0 has it
  ...[10, body.length + 2, 1, body.length, ...body],
];

export const relaxedSimdFlags = WebAssembly.validate(new Uint8Array(relaxedModule))
  ? []
  : ['--experimental-wasm-relaxed-simd'];
