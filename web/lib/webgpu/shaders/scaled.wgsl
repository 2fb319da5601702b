// scaled = scores × scale, then softcap · tanh(scaled / softcap) where there is one. A number a thread.

struct Params {
  count: u32,
  scale: f32,
  softcap: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> scores: array<f32>;
@group(0) @binding(2) var<storage, read_write> scaled: array<f32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = place_in_grid(workgroup, grid) * 64u + thread;
  if (i >= params.count) { return; }
  scaled[i] = scale_score(scores[i], params.scale, params.softcap);
}
