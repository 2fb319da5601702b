// output = attention_weights V, a head at a time, from stored weights.
//
// A thread keeps 4 rows × 8 columns in registers: for each four keys it loads 12 vectors and does 128 multiply-adds.
// A workgroup of 8 × 8 threads covers 32 rows × 64 columns. No workgroup memory, no barrier.
//
// Keys that are too many for a binding come some at a time, and each adds to the output of those before.
//
// The fast sums multiply what is forbidden by 0. Where V holds a NaN or an infinity that makes a sum that is not
// finite, which is then added up again without the keys that are forbidden and weigh nothing.

struct Params {
  weights: vec4<u32>, // first vector; vectors from one batch, head, row to the next
  V: vec4<u32>,
  output: vec4<u32>,
  num_heads: u32,
  num_queries: u32,
  num_kv_pairs: u32,
  value_size: u32,
  group: u32,         // heads that share a head of V
  first_head: u32,    // of all heads, that of the first here
  tiles: u32,
  adds: u32,          // 1: to what the keys before these gave
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> weights: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> masked: array<u32>; // laid out as weights
@group(0) @binding(3) var<storage, read> V: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> output: array<vec4<u32>>;

fn sum_key_by_key(weights_at: u32, v_at: u32) -> vec4<f32> {
  var sum = vec4(0.0);
  for (var key = 0u; key < params.num_kv_pairs; key++) {
    let weight = weights[weights_at + key / 4u][key % 4u];
    let is_forbidden = masked[4u * weights_at + key] == MINUS_INFINITY;
    if (is_forbidden && (bitcast<u32>(weight) & 0x7fffffffu) == 0u) { continue; }
    sum += weight * V[v_at + key * params.V.w];
  }
  return sum;
}

// before + sum; a NaN before stays one.
fn added(before: vec4<u32>, sum: vec4<f32>) -> vec4<u32> {
  let is_nan = (before & vec4(0x7fffffffu)) > vec4(EXPONENT);
  return select(bitcast<vec4<u32>>(bitcast<vec4<f32>>(before) + sum), before, is_nan);
}

@compute @workgroup_size(8, 8)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_id) thread: vec3<u32>,
) {
  let tile = place_in_grid(workgroup, grid);
  if (tile >= params.tiles) { return; }
  let columns = (params.value_size + 3u) / 4u;
  let tiles_across = (columns + 15u) / 16u;
  let tiles_down = (params.num_queries + 31u) / 32u;
  let column = (tile % tiles_across) * 16u + thread.x;
  let first_query = ((tile / tiles_across) % tiles_down) * 32u + thread.y * 4u;
  let head = (tile / (tiles_across * tiles_down)) % params.num_heads;
  let batch = tile / (tiles_across * tiles_down * params.num_heads);
  if (column >= columns || first_query >= params.num_queries) { return; }
  let kv_head = (params.first_head + head) / params.group - params.first_head / params.group;
  let second = min(column + 8u, columns - 1u);
  let v_at = params.V.x + batch * params.V.y + kv_head * params.V.z;

  // Rows past the end repeat the last: read, and not written.
  var weights_at: array<u32, 4>;
  for (var r = 0u; r < 4u; r++) {
    let query = min(first_query + r, params.num_queries - 1u);
    weights_at[r] = params.weights.x + batch * params.weights.y + head * params.weights.z + query * params.weights.w;
  }

  var sums: array<vec4<f32>, 8>;
  for (var key = 0u; key < params.num_kv_pairs; key += 4u) {
    // Keys past the end repeat the last: their weights are padding, and 0.
    let last = params.num_kv_pairs - 1u;
    let at0 = v_at + key * params.V.w;
    let at1 = v_at + min(key + 1u, last) * params.V.w;
    let at2 = v_at + min(key + 2u, last) * params.V.w;
    let at3 = v_at + min(key + 3u, last) * params.V.w;
    let a = V[at0 + column];
    let b = V[at1 + column];
    let c = V[at2 + column];
    let d = V[at3 + column];
    let e = V[at0 + second];
    let f = V[at1 + second];
    let g = V[at2 + second];
    let h = V[at3 + second];
    for (var r = 0u; r < 4u; r++) {
      let w = weights[weights_at[r] + key / 4u];
      sums[2u * r] += w.x * a + w.y * b + w.z * c + w.w * d;
      sums[2u * r + 1u] += w.x * e + w.y * f + w.z * g + w.w * h;
    }
  }

  for (var r = 0u; r < 4u; r++) {
    let query = first_query + r;
    if (query >= params.num_queries) { break; }
    for (var n = 0u; n < 2u; n++) {
      let here = column + 8u * n;
      if (here >= columns) { break; }
      var sum = sums[2u * r + n];
      if (!all_finite(sum)) { sum = sum_key_by_key(weights_at[r], v_at + here); }
      // What pads the last vector stays 0: others multiply it.
      let is_inside = vec4(0u, 1u, 2u, 3u) + vec4(4u * here) < vec4(params.value_size);
      let at = params.output.x + batch * params.output.y + head * params.output.z + query * params.output.w + here;
      var bits = bitcast<vec4<u32>>(sum);
      if (params.adds == 1u) { bits = added(output[at], sum); }
      output[at] = select(vec4(0u), bits, is_inside);
    }
  }
}
