// What the WebAssembly engine at hand can run: a module of one instruction either validates or does not.

const I32_CONST_0 = [0x41, 0x00];
const SIMD_PREFIX = 0xfd;
const F32X4_SPLAT_ZERO = [...I32_CONST_0, 0xb2, SIMD_PREFIX, 0x13]; // i32.const 0, f32.convert_i32_s, f32x4.splat
const F32X4_RELAXED_MADD = [SIMD_PREFIX, 0x85, 0x02]; // opcode 0x105 as LEB128

/** Fixed-width SIMD, without which no build runs. */
export function hasSimd(): boolean {
  return WebAssembly.validate(vectorFunction(F32X4_SPLAT_ZERO));
}

/** Relaxed SIMD, whose multiply-add the faster build is made of. */
export function hasRelaxedSimd(): boolean {
  return WebAssembly.validate(
    vectorFunction([...F32X4_SPLAT_ZERO, ...F32X4_SPLAT_ZERO, ...F32X4_SPLAT_ZERO, ...F32X4_RELAXED_MADD]),
  );
}

/** A module with one function of type () → v128 and the given body. */
function vectorFunction(instructions: number[]): Uint8Array<ArrayBuffer> {
  const body = [0x00, ...instructions, 0x0b]; // no locals, the instructions, end
  const code = [0x01, body.length, ...body];
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b], // types: one, () → v128
    ...[0x03, 0x02, 0x01, 0x00], // functions: one, of type 0
    ...[0x0a, code.length, ...code], // code: one body
  );
}
