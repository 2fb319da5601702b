// A uniform block, word by word in the order of its struct in WGSL.

export class Uniforms {
  readonly words: number[] = [];

  u32(...values: number[]): this {
    for (const value of values) this.words.push(value >>> 0);
    return this;
  }

  f32(...values: number[]): this {
    for (const value of values) this.words.push(bitsOf(value));
    return this;
  }

  /** Goes on at the next multiple of so many words, as WGSL does for a vector or a struct. */
  align(words: number): this {
    while (this.words.length % words !== 0) this.words.push(0);
    return this;
  }
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

function bitsOf(value: number): number {
  float[0] = value;
  return bits[0] as number;
}
