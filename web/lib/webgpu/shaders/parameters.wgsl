// The numbers of a parameter matrix, four at a time. parameters_f16.wgsl reads them from half as many bytes.

@group(0) @binding(2) var<storage, read> W: array<vec4<f32>>;

fn parameters_at(vector: u32) -> vec4<f32> {
  return W[vector];
}
