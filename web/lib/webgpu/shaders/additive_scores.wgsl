// Additive attention: scores[i, j] = Σₕ w_v[h] · tanh(q[i, h] + k[j, h]), from projected queries and keys (Bahdanau et
// al., 2015). A score a thread: the tanh, not the loads, is what it costs.

struct Params {
  Q: vec4<u32>,        // first vector; vectors from one batch, head, row to the next
  K: vec4<u32>,
  count: u32,          // scores of all rows, with their padding
  row: u32,            // numbers from one row of scores to the next
  num_heads: u32,
  num_queries: u32,
  num_kv_pairs: u32,
  num_hiddens: u32,
  group: u32,          // heads that share a head of keys
  first_head: u32,     // of all heads, that of the first here
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> Q: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> K: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> w_v: array<vec4<f32>>; // padded with zeros
@group(0) @binding(4) var<storage, read_write> scores: array<f32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = place_in_grid(workgroup, grid) * 64u + thread;
  if (i >= params.count) { return; }
  let key = i % params.row;
  if (key >= params.num_kv_pairs) {
    scores[i] = 0.0;
    return;
  }
  let place = place_of_row(i / params.row, params.num_heads, params.num_queries);
  let kv_head = (params.first_head + place.head) / params.group - params.first_head / params.group;
  let q_at = params.Q.x + place.batch * params.Q.y + place.head * params.Q.z + place.query * params.Q.w;
  let k_at = params.K.x + place.batch * params.K.y + kv_head * params.K.z + key * params.K.w;
  var sum = 0.0;
  for (var h = 0u; h < params.num_hiddens; h++) {
    let x = Q[q_at + h / 4u][h % 4u] + K[k_at + h / 4u][h % 4u];
    sum += w_v[h / 4u][h % 4u] * precise_tanh(x);
  }
  scores[i] = sum;
}
