// scores = Q Kᵀ, for the traced path that keeps them.
//
// A thread computes 4 queries × 8 keys: for each four numbers of the head size it loads 12 vectors and does 128
// multiply-adds. A workgroup of 8 × 8 threads covers 32 queries × 64 keys. No workgroup memory, no barrier.

struct Params {
  Q: vec4<u32>,       // first vector; vectors from one batch, head, row to the next
  K: vec4<u32>,
  scores: vec4<u32>,
  num_heads: u32,
  num_queries: u32,
  num_kv_pairs: u32,
  head_size: u32,
  group: u32,         // heads that share a head of K
  first_head: u32,    // of all heads, that of the first here
  tiles: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> Q: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> K: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> scores: array<vec4<f32>>;

// The last vector of a row of Q or K holds only so many numbers of this head.
fn within(v: vec4<f32>, count: u32) -> vec4<f32> {
  return select(vec4(0.0), v, vec4(0u, 1u, 2u, 3u) < vec4(count));
}

@compute @workgroup_size(8, 8)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_id) thread: vec3<u32>,
) {
  let tile = place_in_grid(workgroup, grid);
  if (tile >= params.tiles) { return; }
  let tiles_across = (params.num_kv_pairs + 63u) / 64u;
  let tiles_down = (params.num_queries + 31u) / 32u;
  let first_key = (tile % tiles_across) * 64u + thread.x * 8u;
  let first_query = ((tile / tiles_across) % tiles_down) * 32u + thread.y * 4u;
  let head = (tile / (tiles_across * tiles_down)) % params.num_heads;
  let batch = tile / (tiles_across * tiles_down * params.num_heads);
  if (first_key >= params.num_kv_pairs || first_query >= params.num_queries) { return; }
  let kv_head = (params.first_head + head) / params.group - params.first_head / params.group;

  // Rows past the end repeat the last: read, and not written.
  var q_at: array<u32, 4>;
  for (var r = 0u; r < 4u; r++) {
    let query = min(first_query + r, params.num_queries - 1u);
    q_at[r] = params.Q.x + batch * params.Q.y + head * params.Q.z + query * params.Q.w;
  }
  var k_at: array<u32, 8>;
  for (var c = 0u; c < 8u; c++) {
    let key = min(first_key + c, params.num_kv_pairs - 1u);
    k_at[c] = params.K.x + batch * params.K.y + kv_head * params.K.z + key * params.K.w;
  }

  let vectors = (params.head_size + 3u) / 4u;
  var sums: array<vec4<f32>, 8>;
  for (var e = 0u; e < vectors; e++) {
    let count = params.head_size - 4u * e;
    var k: array<vec4<f32>, 8>;
    for (var c = 0u; c < 8u; c++) { k[c] = within(K[k_at[c] + e], count); }
    for (var r = 0u; r < 4u; r++) {
      let q = within(Q[q_at[r] + e], count);
      sums[2u * r] += vec4(dot(q, k[0]), dot(q, k[1]), dot(q, k[2]), dot(q, k[3]));
      sums[2u * r + 1u] += vec4(dot(q, k[4]), dot(q, k[5]), dot(q, k[6]), dot(q, k[7]));
    }
  }

  for (var r = 0u; r < 4u; r++) {
    if (first_query + r >= params.num_queries) { break; }
    let at = params.scores.x + batch * params.scores.y + head * params.scores.z
           + (first_query + r) * params.scores.w + first_key / 4u;
    scores[at] = sums[2u * r];
    if (first_key + 4u < params.num_kv_pairs) { scores[at + 1u] = sums[2u * r + 1u]; }
  }
}
