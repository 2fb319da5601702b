// attention: output = softmax(scale · Q Kᵀ + attention_bias, forbidden positions left out) V, without ever storing
// scores (Dao et al., FlashAttention-2, 2023; the online softmax is Milakov and Gimelshein's, 2018).
//
// A workgroup of 8 × 8 threads takes 32 queries of one head and goes over the keys 32 at a time, from the first key
// any of its queries may see to the last. Each thread computes 4 × 4 scores from Q and K; the maxima of its rows go
// from thread to thread (exchange.wgsl), the exponentials through workgroup memory (a barrier); then it adds up 4 rows of
// VALUE_VECTORS vectors of output. Eight vectors are loaded for each 64 multiply-adds of the scores, twelve for each 128
// of the output of a head of 64. Head sizes are any: Q and K are read a vector at a time, and values wider than
// 32 · VALUE_VECTORS are taken in chunks, scores anew for each.
//
// The fast sums multiply what is forbidden by 0. Where V holds a NaN or an infinity that makes a sum that is not
// finite, and then, as for rows without any allowed key, the output is added up again key by key.

struct Params {
  Q: vec4<u32>,       // first vector; vectors from one batch, head, row to the next
  K: vec4<u32>,
  V: vec4<u32>,
  output: vec4<u32>,
  num_heads: u32,
  num_queries: u32,
  head_size: u32,
  value_size: u32,
  query_tiles: u32,   // of 32 queries
  chunks: u32,        // of 32 · VALUE_VECTORS columns
  workgroups: u32,
  group: u32,         // heads that share a head of K and V
  first_head: u32,    // of all heads, that of the first here
  scale: f32,
  softcap: f32,
  @align(16) dropout: Dropout,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> Q: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> K: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read> V: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> output: array<vec4<u32>>;

// exp(masked − maximum) of each row, four keys in a vector.
var<workgroup> weights: array<vec4<f32>, 256u * BUFFERS>;

// The last vector of a row of Q or K holds only so many numbers of this head.
fn within(v: vec4<f32>, count: u32) -> vec4<f32> {
  return select(vec4(0.0), v, vec4(0u, 1u, 2u, 3u) < vec4(count));
}

fn score(q: u32, k: u32) -> f32 {
  let whole = params.head_size / 4u;
  var sum = 0.0;
  for (var e = 0u; e < whole; e++) { sum += dot(Q[q + e], K[k + e]); }
  let rest = params.head_size % 4u;
  if (rest > 0u) { sum += dot(within(Q[q + whole], rest), within(K[k + whole], rest)); }
  return sum;
}

struct Row {
  batch: u32,
  head: u32,
  query: u32,
  keys: vec2<u32>,
  maximum: f32,
  sum: f32,
  poisoned: bool,   // by a NaN or +∞ among its scores
  empty: bool,
}

// One vector of the output of one row, each weight computed again and none that is forbidden used.
fn output_key_by_key(row: Row, q: u32, k: u32, v: u32) -> vec4<u32> {
  var keys = row.keys;
  if (row.empty) { keys = vec2(0u, select(0u, mask.num_kv_pairs, mask.uniform_empty == 1u)); }
  var sum = vec4(0.0);
  let flat_row = dropout_row(params.dropout, row.batch, row.head, row.query);
  for (var key = keys.x; key < keys.y; key++) {
    var weight = 1.0 / f32(mask.num_kv_pairs);
    if (!row.empty) {
      let scaled = scale_score(score(q, k + key * params.K.w), params.scale, params.softcap);
      let bits = masked_bits(scaled, row.batch, row.head, row.query, key);
      if (bits == MINUS_INFINITY) { continue; }
      if (row.poisoned) {
        if (is_kept(params.dropout, flat_row, key)) { return vec4(NOT_A_NUMBER); }
        weight = 0.0;
      } else {
        weight = exp_difference(bitcast<f32>(bits), row.maximum) / row.sum;
      }
    }
    let share = dropped(params.dropout, weight, flat_row, key);
    // Every key of an empty row is forbidden: one that was dropped besides is not read.
    if (row.empty && share == 0.0) { continue; }
    sum += share * V[v + key * params.V.w];
  }
  return bitcast<vec4<u32>>(sum);
}

@compute @workgroup_size(8, 8)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_id) thread: vec3<u32>,
  @builtin(local_invocation_index) thread_index: u32,
) {
  let place = place_in_grid(workgroup, grid);
  if (place >= params.workgroups) { return; }
  let first_query = (place % params.query_tiles) * 32u;
  let chunk = (place / params.query_tiles) % params.chunks;
  let head = (place / (params.query_tiles * params.chunks)) % params.num_heads;
  let batch = place / (params.query_tiles * params.chunks * params.num_heads);
  let kv_head = (params.first_head + head) / params.group - params.first_head / params.group;
  let k_at = params.K.x + batch * params.K.y + kv_head * params.K.z;
  let v_at = params.V.x + batch * params.V.y + kv_head * params.V.z;

  // The keys that any query of this tile may see.
  var tile_keys = vec2(mask.num_kv_pairs, 0u);
  for (var i = 0u; i < 32u; i++) {
    if (first_query + i < params.num_queries) {
      let keys = key_range(batch, first_query + i);
      if (keys.x < keys.y) { tile_keys = vec2(min(tile_keys.x, keys.x), max(tile_keys.y, keys.y)); }
    }
  }

  var query: array<u32, 4>;
  var q_at: array<u32, 4>;
  var keys: array<vec2<u32>, 4>;
  var flat_row: array<u32, 4>;
  for (var r = 0u; r < 4u; r++) {
    query[r] = min(first_query + thread.y * 4u + r, params.num_queries - 1u);
    q_at[r] = params.Q.x + batch * params.Q.y + head * params.Q.z + query[r] * params.Q.w;
    keys[r] = key_range(batch, query[r]);
    flat_row[r] = dropout_row(params.dropout, batch, head, query[r]);
  }

  let whole = params.head_size / 4u;
  let rest = params.head_size % 4u;
  let value_vectors = (params.value_size + 3u) / 4u;
  let first_column = chunk * 8u * VALUE_VECTORS + thread.x;

  var sums: array<vec4<f32>, 4u * VALUE_VECTORS>;
  var maximum = vec4(LOWEST);
  var total = vec4(0.0);             // of this thread's own keys, by row
  var seen = vec4(0.0);              // 1: a weight was due
  var poisoned = vec4(0.0);
  var buffer = 0u;

  for (var first_key = tile_keys.x & ~3u; first_key < tile_keys.y; first_key += 32u) {
    // Scores of 4 queries and 4 keys; keys past the end repeat the last and are not allowed.
    let key = first_key + 4u * thread.x;
    let last = mask.num_kv_pairs - 1u;
    let k0 = k_at + min(key, last) * params.K.w;
    let k1 = k_at + min(key + 1u, last) * params.K.w;
    let k2 = k_at + min(key + 2u, last) * params.K.w;
    let k3 = k_at + min(key + 3u, last) * params.K.w;
    var scores = array<vec4<f32>, 4>(); // zeros anew: Dawn for SPIR-V does not set a plain variable of a loop back
    for (var e = 0u; e < whole; e++) {
      let a = K[k0 + e];
      let b = K[k1 + e];
      let c = K[k2 + e];
      let d = K[k3 + e];
      for (var r = 0u; r < 4u; r++) {
        let q = Q[q_at[r] + e];
        scores[r] += vec4(dot(q, a), dot(q, b), dot(q, c), dot(q, d));
      }
    }
    if (rest > 0u) {
      let a = within(K[k0 + whole], rest);
      let b = within(K[k1 + whole], rest);
      let c = within(K[k2 + whole], rest);
      let d = within(K[k3 + whole], rest);
      for (var r = 0u; r < 4u; r++) {
        let q = within(Q[q_at[r] + whole], rest);
        scores[r] += vec4(dot(q, a), dot(q, b), dot(q, c), dot(q, d));
      }
    }

    // Masked, with a flag where a weight is due.
    var due: array<vec4<bool>, 4>;
    var found = Told(maximum, seen);
    for (var r = 0u; r < 4u; r++) {
      for (var c = 0u; c < 4u; c++) {
        let j = key + c;
        due[r][c] = false;
        if (j >= keys[r].x && j < keys[r].y) {
          let scaled = scale_score(scores[r][c], params.scale, params.softcap);
          let bits = masked_bits(scaled, batch, head, query[r], j);
          let finite = (bits & EXPONENT) != EXPONENT;
          if (!finite && bits != MINUS_INFINITY) { poisoned[r] = 1.0; }
          if (finite) {
            due[r][c] = true;
            scores[r][c] = bitcast<f32>(bits);
            found.numbers[r] = max(found.numbers[r], scores[r][c]);
            found.flags[r] = 1.0;
          }
        }
      }
    }
    found = largest_of_row(thread_index, found);

    // The maximum so far rescales what was added up before it was known.
    buffer = 256u * (BUFFERS - 1u) - buffer; // the other, where there are two
    for (var r = 0u; r < 4u; r++) {
      let largest = found.numbers[r];
      let rescale = select(0.0, exp_difference(maximum[r], largest), seen[r] == 1.0);
      var exponentials = vec4(0.0);
      for (var c = 0u; c < 4u; c++) {
        if (due[r][c]) { exponentials[c] = exp_difference(scores[r][c], largest); }
      }
      total[r] = total[r] * rescale + exponentials.x + exponentials.y + exponentials.z + exponentials.w;
      if (params.dropout.on == 1u) {
        for (var c = 0u; c < 4u; c++) {
          exponentials[c] = dropped(params.dropout, exponentials[c], flat_row[r], key + c);
        }
      }
      weights[buffer + (thread.y * 4u + r) * 8u + thread.x] = exponentials;
      for (var n = 0u; n < VALUE_VECTORS; n++) { sums[r * VALUE_VECTORS + n] *= rescale; }
    }
    maximum = found.numbers;
    seen = found.flags;
    workgroupBarrier();

    for (var four = 0u; four < 8u; four++) {
      let j = first_key + 4u * four;
      if (j >= tile_keys.y) { break; }
      let row = buffer + thread.y * 32u + four;
      let w0 = weights[row];
      let w1 = weights[row + 8u];
      let w2 = weights[row + 16u];
      let w3 = weights[row + 24u];
      for (var n = 0u; n < VALUE_VECTORS; n++) {
        let column = min(first_column + 8u * n, value_vectors - 1u);
        let a = V[v_at + min(j, last) * params.V.w + column];
        let b = V[v_at + min(j + 1u, last) * params.V.w + column];
        let c = V[v_at + min(j + 2u, last) * params.V.w + column];
        let d = V[v_at + min(j + 3u, last) * params.V.w + column];
        sums[n] += w0.x * a + w0.y * b + w0.z * c + w0.w * d;
        sums[VALUE_VECTORS + n] += w1.x * a + w1.y * b + w1.z * c + w1.w * d;
        sums[2u * VALUE_VECTORS + n] += w2.x * a + w2.y * b + w2.z * c + w2.w * d;
        sums[3u * VALUE_VECTORS + n] += w3.x * a + w3.y * b + w3.z * c + w3.w * d;
      }
    }
  }

  let added_up = sum_of_row(thread_index, Told(total, poisoned));
  for (var r = 0u; r < 4u; r++) {
    if (first_query + thread.y * 4u + r >= params.num_queries) { break; }
    var row = Row(batch, head, query[r], keys[r], maximum[r], added_up.numbers[r], added_up.flags[r] == 1.0, false);
    row.empty = seen[r] == 0.0 && !row.poisoned;
    for (var n = 0u; n < VALUE_VECTORS; n++) {
      let column = first_column + 8u * n;
      if (column >= value_vectors) { break; }
      var bits = vec4(0u);
      let sum = sums[r * VALUE_VECTORS + n];
      if (row.empty || row.poisoned || !all_finite(sum)) {
        bits = output_key_by_key(row, q_at[r], k_at, v_at + column);
      } else {
        bits = bitcast<vec4<u32>>(sum / row.sum);
      }
      // What pads the last vector stays 0: others multiply it.
      bits = select(vec4(0u), bits, vec4(0u, 1u, 2u, 3u) + vec4(4u * column) < vec4(params.value_size));
      let at = params.output.x + batch * params.output.y + head * params.output.z + query[r] * params.output.w;
      output[at + column] = bits;
    }
  }
}
