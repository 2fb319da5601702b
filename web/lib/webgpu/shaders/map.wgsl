// A downsampled map of attention_weights: cell (r, c) says the largest, or the mean, of the queries and keys it covers.
//
// A workgroup of 64 threads takes a cell and goes over its keys and queries, each thread every 64th key. The weights
// may come some rows at a time: a cell takes up what they add to it.

struct Params {
  head: u32,           // (batch, head) of the first rows here, as one number; those here follow each other
  num_heads: u32,      // how many of them
  first_query: u32,    // of each head, the queries here
  num_queries: u32,
  all_queries: u32,    // of each head, all there are
  row: u32,            // numbers from one row of weights to the next
  first_key: u32,      // the keys that the map covers
  num_keys: u32,
  map_rows: u32,
  map_cols: u32,
  is_mean: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> attention_weights: array<u32>;
@group(0) @binding(2) var<storage, read_write> map: array<u32>;

var<workgroup> partial: array<u32, 64>;

// The first index of a cell, where so many indices are shared out among so many cells as evenly as whole numbers allow.
fn first_of(cell: u32, indices: u32, cells: u32) -> u32 {
  return cell * (indices / cells) + cell * (indices % cells) / cells;
}

// Of two weights, as bits, the larger; a NaN is the largest: a row that went wrong must not look like one that did not.
fn larger(a: u32, b: u32) -> u32 {
  if ((a & 0x7fffffffu) > EXPONENT) { return a; }
  if ((b & 0x7fffffffu) > EXPONENT) { return b; }
  return select(a, b, bitcast<f32>(b) > bitcast<f32>(a));
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let place = place_in_grid(workgroup, grid);
  if (place >= params.num_heads * params.map_rows * params.map_cols) { return; }
  let c = place % params.map_cols;
  let r = (place / params.map_cols) % params.map_rows;
  let head = place / (params.map_cols * params.map_rows);

  let query_from = first_of(r, params.all_queries, params.map_rows);
  let query_to = first_of(r + 1u, params.all_queries, params.map_rows);
  let first = max(query_from, params.first_query);
  let last = min(query_to, params.first_query + params.num_queries);
  if (first >= last) { return; }
  let key_from = first_of(c, params.num_keys, params.map_cols);
  let key_to = first_of(c + 1u, params.num_keys, params.map_cols);

  var largest = 0u;
  var sum = 0.0;
  for (var query = first; query < last; query++) {
    let at = (head * params.num_queries + query - params.first_query) * params.row + params.first_key;
    for (var key = key_from + thread; key < key_to; key += 64u) {
      let bits = attention_weights[at + key];
      largest = larger(largest, bits);
      sum += bitcast<f32>(bits);
    }
  }
  partial[thread] = select(largest, bitcast<u32>(sum), params.is_mean == 1u);
  workgroupBarrier();
  if (thread != 0u) { return; }

  let cell = ((params.head + head) * params.map_rows + r) * params.map_cols + c;
  if (params.is_mean == 1u) {
    sum = 0.0;
    for (var t = 0u; t < 64u; t++) { sum += bitcast<f32>(partial[t]); }
    let covered = f32((query_to - query_from) * (key_to - key_from));
    map[cell] = bitcast<u32>(bitcast<f32>(map[cell]) + sum / covered);
  } else {
    largest = map[cell];
    for (var t = 0u; t < 64u; t++) { largest = larger(largest, partial[t]); }
    map[cell] = largest;
  }
}
