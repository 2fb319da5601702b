// attention_weights = softmax(masked) over the keys.
//
// A workgroup of 64 threads takes a row; each goes over every 64th key. What they find goes through workgroup memory
// once for the maximum and once for the sum, where every thread looks at all 64: two barriers, and no tree of them.

struct Params {
  rows: u32,
  row: u32,            // numbers from one row to the next
  num_kv_pairs: u32,
  uniform_empty: u32,  // 1: a row of nothing but −∞ is 1/num_kv_pairs everywhere, else 0
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> masked: array<u32>;
@group(0) @binding(2) var<storage, read_write> attention_weights: array<u32>;

// Of each thread: its maximum; 0 nothing seen, 1 a number, 2 a NaN or +∞.
var<workgroup> maxima: array<vec2<f32>, 64>;
var<workgroup> sums: array<f32, 64>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let row = place_in_grid(workgroup, grid);
  if (row >= params.rows) { return; }
  let at = row * params.row;

  var largest = LOWEST;
  var seen = 0.0;
  for (var key = thread; key < params.num_kv_pairs; key += 64u) {
    let bits = masked[at + key];
    if (bits == MINUS_INFINITY) { continue; }
    if ((bits & EXPONENT) == EXPONENT) {
      seen = 2.0;
    } else {
      largest = max(largest, bitcast<f32>(bits));
      seen = max(seen, 1.0);
    }
  }
  maxima[thread] = vec2(largest, seen);
  workgroupBarrier();
  for (var t = 0u; t < 64u; t++) {
    largest = max(largest, maxima[t].x);
    seen = max(seen, maxima[t].y);
  }

  var sum = 0.0;
  for (var key = thread; key < params.num_kv_pairs; key += 64u) {
    let bits = masked[at + key];
    if ((bits & EXPONENT) != EXPONENT) { sum += exp_difference(bitcast<f32>(bits), largest); }
  }
  sums[thread] = sum;
  workgroupBarrier();
  sum = 0.0;
  for (var t = 0u; t < 64u; t++) { sum += sums[t]; }

  for (var key = thread; key < params.row; key += 64u) {
    let bits = masked[at + key];
    var weight = 0u;
    if (key < params.num_kv_pairs) {
      if (seen == 0.0) {
        weight = bitcast<u32>(select(0.0, 1.0 / f32(params.num_kv_pairs), params.uniform_empty == 1u));
      } else if (bits != MINUS_INFINITY) {
        weight = NOT_A_NUMBER;
        if (seen == 1.0) { weight = bitcast<u32>(exp_difference(bitcast<f32>(bits), largest) / sum); }
      }
    }
    attention_weights[at + key] = weight;
  }
}
