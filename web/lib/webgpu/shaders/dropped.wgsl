// dropped = attention_weights after dropout: 0, or divided by 1 − p. A number a thread; as bits, as a NaN may be kept.

struct Params {
  count: u32,          // numbers of all rows, with their padding
  row: u32,            // numbers from one row to the next
  num_heads: u32,
  num_queries: u32,
  @align(16) dropout: Dropout,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> attention_weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> dropped_weights: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = place_in_grid(workgroup, grid) * 64u + thread;
  if (i >= params.count) { return; }
  let place = place_of_row(i / params.row, params.num_heads, params.num_queries);
  let flat_row = dropout_row(params.dropout, place.batch, place.head, place.query);
  let weight = attention_weights[i] * params.dropout.keep_scale;
  let kept = is_kept(params.dropout, flat_row, i % params.row);
  dropped_weights[i] = select(0u, bitcast<u32>(weight), kept);
}
