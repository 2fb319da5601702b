// The numbers of a parameter matrix that float16 holds exactly (float16.ts): every one comes out as it went in, and all
// that is computed with it stays float32.

@group(0) @binding(2) var<storage, read> W: array<vec4<f16>>;

fn parameters_at(vector: u32) -> vec4<f32> {
  return vec4<f32>(W[vector]);
}
