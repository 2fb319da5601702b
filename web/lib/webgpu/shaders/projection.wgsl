// projection: C = A W + b, the one matrix product of every layer; Q, K and V are one product with [W_q W_k W_v].
//
// Rows of A, W and C hold whole vectors of four, padded with zeros. A thread keeps a tile of 8 × 8 sums in registers;
// for each four steps of the inner axis it loads 16 vectors and does 256 multiply-adds. A workgroup of 8 × 8 threads
// covers 64 × 64 of C: threads of a row read the same vectors of A and neighbouring ones of W, which the first cache
// serves. Nothing is staged in workgroup memory, and there is no barrier.

struct Params {
  rows: u32,
  inner: u32,       // vectors in a row of A, rows of W / 4
  columns: u32,     // vectors in a row of C
  tiles: u32,       // workgroups in all
  A: vec2<u32>,     // first vector, vectors from one row to the next
  W: vec2<u32>,
  C: vec2<u32>,
  b: u32,           // first vector
  has_bias: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> A: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> C: array<vec4<f32>>;

@compute @workgroup_size(8, 8)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_id) thread: vec3<u32>,
) {
  let tile = place_in_grid(workgroup, grid);
  if (tile >= params.tiles) { return; }
  let tiles_across = (params.columns + 15u) / 16u;
  let row = (tile / tiles_across) * 64u + thread.y * 8u;
  let column = (tile % tiles_across) * 16u + thread.x;
  if (row >= params.rows || column >= params.columns) { return; }

  // Rows and columns past the end repeat the last: read, and not written.
  let second = min(column + 8u, params.columns - 1u);
  var row_at: array<u32, 8>;
  for (var r = 0u; r < 8u; r++) { row_at[r] = params.A.x + min(row + r, params.rows - 1u) * params.A.y; }

  var sums: array<vec4<f32>, 16>;
  for (var k = 0u; k < params.inner; k++) {
    let w = params.W.x + 4u * k * params.W.y;
    let w0 = parameters_at(w + column);
    let w1 = parameters_at(w + params.W.y + column);
    let w2 = parameters_at(w + 2u * params.W.y + column);
    let w3 = parameters_at(w + 3u * params.W.y + column);
    let x0 = parameters_at(w + second);
    let x1 = parameters_at(w + params.W.y + second);
    let x2 = parameters_at(w + 2u * params.W.y + second);
    let x3 = parameters_at(w + 3u * params.W.y + second);
    for (var r = 0u; r < 8u; r++) {
      let a = A[row_at[r] + k];
      sums[2u * r] += a.x * w0 + a.y * w1 + a.z * w2 + a.w * w3;
      sums[2u * r + 1u] += a.x * x0 + a.y * x1 + a.z * x2 + a.w * x3;
    }
  }

  for (var r = 0u; r < 8u; r++) {
    if (row + r >= params.rows) { break; }
    let at = params.C.x + (row + r) * params.C.y;
    var first_sum = sums[2u * r];
    var second_sum = sums[2u * r + 1u];
    if (params.has_bias == 1u) {
      first_sum += b[params.b + column];
      second_sum += b[params.b + second];
    }
    C[at + column] = first_sum;
    if (column + 8u < params.columns) { C[at + column + 8u] = second_sum; }
  }
}
