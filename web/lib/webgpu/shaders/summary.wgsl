// What can be said of each row of attention_weights: its largest, −Σ w ln w, and its top_k keys, largest first.
//
// A workgroup of 64 threads takes a row; each goes over every 64th key, once for the first two and once for each key of
// the list: the heaviest that comes after the one before it. One barrier each.

struct Params {
  rows: u32,
  row: u32,            // numbers from one row of weights to the next
  num_kv_pairs: u32,
  top_k: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> attention_weights: array<u32>;
@group(0) @binding(2) var<storage, read> masked: array<u32>;
// Each row: the largest, the entropy, top_k keys, top_k weights; as bits.
@group(0) @binding(3) var<storage, read_write> summary: array<u32>;

var<workgroup> entropies: array<f32, 64>;
// The best of each thread, for one round and the next: its order, its key.
var<workgroup> best: array<vec2<u32>, 128>;

const NO_KEY = 0xffffffffu;
const ZERO_ORDER = 0x80000000u;

// Numbers as integers that compare alike; a NaN, whatever its sign, above all others.
fn order_of(bits: u32) -> u32 {
  if ((bits & 0x7fffffffu) > EXPONENT) { return 0xffffffffu; }
  return select(bits | 0x80000000u, ~bits, (bits >> 31u) == 1u);
}

fn bits_of(order: u32) -> u32 {
  if (order == 0xffffffffu) { return NOT_A_NUMBER; }
  return select(~order, order & 0x7fffffffu, (order >> 31u) == 1u);
}

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let row = place_in_grid(workgroup, grid);
  if (row >= params.rows) { return; }
  let at = row * params.row;
  let result = row * (2u + 2u * params.top_k);

  var largest = ZERO_ORDER;
  var entropy = 0.0;
  for (var key = thread; key < params.num_kv_pairs; key += 64u) {
    let bits = attention_weights[at + key];
    largest = max(largest, order_of(bits));
    let weight = bitcast<f32>(bits);
    if ((bits & EXPONENT) != EXPONENT && weight > 0.0) { entropy -= weight * log(weight); }
  }
  entropies[thread] = entropy;
  best[64u + thread] = vec2(largest, 0u);
  workgroupBarrier();
  if (thread == 0u) {
    entropy = 0.0;
    for (var t = 0u; t < 64u; t++) {
      largest = max(largest, best[64u + t].x);
      entropy += entropies[t];
    }
    summary[result] = bits_of(largest);
    let is_number = (bits_of(largest) & EXPONENT) != EXPONENT;
    summary[result + 1u] = select(NOT_A_NUMBER, bitcast<u32>(max(entropy, 0.0)), is_number);
  }

  var previous = vec2(0xffffffffu, NO_KEY);
  for (var rank = 0u; rank < params.top_k; rank++) {
    var mine = vec2(0u, NO_KEY);
    for (var key = thread; key < params.num_kv_pairs; key += 64u) {
      let bits = attention_weights[at + key];
      let order = order_of(bits);
      let comes_after = rank == 0u || order < previous.x || (order == previous.x && key > previous.y);
      // A key that was forbidden and got nothing does not stand in the list.
      let is_listed = (bits & 0x7fffffffu) != 0u || masked[at + key] != MINUS_INFINITY;
      if (comes_after && is_listed && (mine.y == NO_KEY || order > mine.x)) { mine = vec2(order, key); }
    }
    let round = 64u * (rank & 1u);
    best[round + thread] = mine;
    workgroupBarrier();
    previous = vec2(0u, NO_KEY);
    for (var t = 0u; t < 64u; t++) {
      let other = best[round + t];
      let is_better = other.x > previous.x || (other.x == previous.x && other.y < previous.y);
      if (other.y != NO_KEY && (previous.y == NO_KEY || is_better)) { previous = other; }
    }
    if (thread == 0u) {
      summary[result + 2u + rank] = previous.y;
      summary[result + 2u + params.top_k + rank] = select(bits_of(previous.x), 0u, previous.y == NO_KEY);
    }
    if (previous.y == NO_KEY) { previous = vec2(0u, NO_KEY); }
  }
}
