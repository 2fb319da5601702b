// Dropout's coin for one attention weight: Philox4×32-10 of (seed, flat index), word for word as in the core
// (src/xattention/random.cpp). Source: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (2011).

struct Dropout {
  seed: vec2<u32>,   // low word, high word
  threshold: u32,    // kept where the upper 24 bits of the word are at least this: ⌈p · 2²⁴⌉
  on: u32,
  first_row: u32,    // flat row (b · num_heads + h) · num_queries + i of the first row here
  batch_rows: u32,   // rows from one batch to the next, and from one head to the next
  head_rows: u32,
  num_kv_pairs: u32,
  keep_scale: f32,   // 1/(1 − p)
}

// a · b, 64 bits: low word, high word.
fn wide_product(a: u32, b: u32) -> vec2<u32> {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);         // fits: (2¹⁶ − 1)² + 2¹⁶ − 1 < 2³²
  let other = a0 * b1 + (middle & 0xffffu);
  return vec2(a * b, a1 * b1 + (middle >> 16u) + (other >> 16u));
}

fn philox(key: vec2<u32>, block: vec2<u32>) -> vec4<u32> {
  var counter = vec4(block, 0u, 0u);
  var k = key;
  for (var round = 0u; round < 10u; round++) {
    let product0 = wide_product(0xd2511f53u, counter.x);
    let product1 = wide_product(0xcd9e8d57u, counter.z);
    counter = vec4(product1.y ^ counter.y ^ k.x, product1.x, product0.y ^ counter.w ^ k.y, product0.x);
    k += vec2(0x9e3779b9u, 0xbb67ae85u);
  }
  return counter;
}

// Whether the weight of `key` in a flat row is kept.
fn is_kept(dropout: Dropout, row: u32, key: u32) -> bool {
  if (dropout.on == 0u) { return true; }
  var index = wide_product(row, dropout.num_kv_pairs);
  let low = index.x + key;
  index = vec2(low, index.y + select(0u, 1u, low < key));
  let words = philox(dropout.seed, vec2((index.x >> 2u) | (index.y << 30u), index.y >> 2u));
  return (words[index.x & 3u] >> 8u) >= dropout.threshold;
}

fn dropout_row(dropout: Dropout, batch: u32, head: u32, query: u32) -> u32 {
  return dropout.first_row + batch * dropout.batch_rows + head * dropout.head_rows + query;
}

fn dropped(dropout: Dropout, weight: f32, row: u32, key: u32) -> f32 {
  if (dropout.on == 0u) { return weight; }
  return select(0.0, weight * dropout.keep_scale, is_kept(dropout, row, key));
}
