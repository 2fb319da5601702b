// The two 16-bit floats. float16: 1 sign, 5 exponent, 10 fraction bits; bfloat16: the upper half of a float32.

/** Exact: every float16 is a float64. */
export function decodeFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  // Subnormals have the exponent of the smallest normal numbers, and no leading 1.
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** The nearest float16, ties to even; beyond 65504 by half a step or more, infinity. Every NaN becomes 0x7e00. */
export function encodeFloat16(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, floorLog2(size));
  const steps = roundToEven(size / 2 ** (exponent - 10));
  // Added, not joined: 2048 steps carry into the next exponent, and 1024 subnormal ones into the first normal number.
  return sign | ((exponent + 14) * 1024 + steps);
}

/** Exact: every bfloat16 is a float32. */
export function decodeBfloat16(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, bits);
  return view.getFloat32(0);
}

function floorLog2(x: number): number {
  const guess = Math.floor(Math.log2(x));
  // Just below a power of two, log2 rounds up to it.
  return 2 ** guess > x ? guess - 1 : guess;
}

function roundToEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
