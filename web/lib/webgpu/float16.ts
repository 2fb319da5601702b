// Numbers in half as many bytes, where that loses nothing: models are often published in float16.

/**
 * The same numbers as float16, or undefined where one of them is none. Subnormal ones count as none, as a GPU may take
 * them for 0, and so do infinities and NaN.
 */
export function asFloat16({ buffer, byteOffset, length }: Float32Array): Uint16Array | undefined {
  const bits = new Uint32Array(buffer, byteOffset, length);
  const halves = new Uint16Array(length);
  for (let i = 0; i < length; i++) {
    const half = halfOf(bits[i] as number);
    if (half === undefined) return undefined;
    halves[i] = half;
  }
  return halves;
}

/** float32 has 8 bits of exponent and 23 of fraction, float16 5 and 10. */
function halfOf(bits: number): number | undefined {
  const sign = (bits >>> 31) << 15;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude === 0) return sign;
  const exponent = (magnitude >>> 23) - 127;
  if (exponent < -14 || exponent > 15 || (magnitude & 0x1fff) !== 0) return undefined;
  return sign | ((exponent + 15) << 10) | ((magnitude >>> 13) & 0x3ff);
}
