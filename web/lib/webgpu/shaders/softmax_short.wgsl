// attention_weights = softmax(masked) over the keys, for rows so short that a workgroup would be mostly idle: a thread
// takes a row. No workgroup memory, no barrier.

struct Params {
  rows: u32,
  row: u32,            // numbers from one row to the next
  num_kv_pairs: u32,
  uniform_empty: u32,  // 1: a row of nothing but −∞ is 1/num_kv_pairs everywhere, else 0
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> masked: array<u32>;
@group(0) @binding(2) var<storage, read_write> attention_weights: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let row = place_in_grid(workgroup, grid) * 64u + thread;
  if (row >= params.rows) { return; }
  let at = row * params.row;

  var largest = LOWEST;
  var is_empty = true;
  var is_poisoned = false;   // by a NaN or +∞
  for (var key = 0u; key < params.num_kv_pairs; key++) {
    let bits = masked[at + key];
    if (bits == MINUS_INFINITY) { continue; }
    is_empty = false;
    if ((bits & EXPONENT) == EXPONENT) {
      is_poisoned = true;
    } else {
      largest = max(largest, bitcast<f32>(bits));
    }
  }

  var sum = 0.0;
  for (var key = 0u; key < params.num_kv_pairs; key++) {
    let bits = masked[at + key];
    if ((bits & EXPONENT) != EXPONENT) { sum += exp_difference(bitcast<f32>(bits), largest); }
  }

  for (var key = 0u; key < params.row; key++) {
    let bits = masked[at + key];
    var weight = 0u;
    if (key < params.num_kv_pairs) {
      if (is_empty) {
        weight = bitcast<u32>(select(0.0, 1.0 / f32(params.num_kv_pairs), params.uniform_empty == 1u));
      } else if (bits != MINUS_INFINITY) {
        weight = NOT_A_NUMBER;
        if (!is_poisoned) { weight = bitcast<u32>(exp_difference(bitcast<f32>(bits), largest) / sum); }
      }
    }
    attention_weights[at + key] = weight;
  }
}
