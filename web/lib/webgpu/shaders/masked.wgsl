// masked = scaled + attention_bias where allowed, −∞ elsewhere. A number a thread; as bits, as −∞ is written.

struct Params {
  count: u32,          // numbers of all rows, with their padding
  row: u32,            // numbers from one row to the next
  num_heads: u32,
  num_queries: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> scaled: array<f32>;
@group(0) @binding(5) var<storage, read_write> masked: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = place_in_grid(workgroup, grid) * 64u + thread;
  if (i >= params.count) { return; }
  let key = i % params.row;
  let place = place_of_row(i / params.row, params.num_heads, params.num_queries);
  let keys = key_range(place.batch, place.query);
  if (key < keys.x || key >= keys.y) {
    masked[i] = MINUS_INFINITY;
    return;
  }
  masked[i] = masked_bits(scaled[i], place.batch, place.head, place.query, key);
}
