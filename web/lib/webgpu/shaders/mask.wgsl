// Which keys a query may attend to: a predicate, never a number. A band of keys around the query (causal, window), a
// number of valid keys, keep and drop bytes; a bias of −∞ forbids like them. All intersect.

struct Mask {
  num_kv_pairs: u32,
  parts: u32,           // which of the parts below there are
  band: u32,            // place of the bands in mask_words, low and high for each batch
  uniform_empty: u32,   // 1: a query with no allowed key attends to all keys alike
  valid_lens: vec4<u32>,  // place in mask_words; strides of batch, (none), query
  keep: vec4<u32>,        // strides of batch, head, query, key, in bytes
  drop: vec4<u32>,
  bias: vec4<u32>,        // the same, in numbers
  keep_at: u32,           // place of the first byte in mask_words, in bytes
  drop_at: u32,
}

const HAS_BAND = 1u;
const HAS_VALID_LENS = 2u;
const HAS_KEEP = 4u;
const HAS_DROP = 8u;
const HAS_BIAS = 16u;

@group(0) @binding(1) var<uniform> mask: Mask;
@group(0) @binding(2) var<storage, read> mask_words: array<u32>;
@group(0) @binding(3) var<storage, read> attention_bias: array<u32>; // bits, as −∞ is told by them

// The keys first … last − 1 that band and valid length leave.
fn key_range(batch: u32, query: u32) -> vec2<u32> {
  var first = 0i;
  var last = i32(mask.num_kv_pairs);
  if ((mask.parts & HAS_BAND) != 0u) {
    let at = mask.band + 2u * batch;
    first = max(first, i32(query) + bitcast<i32>(mask_words[at]));
    last = min(last, i32(query) + bitcast<i32>(mask_words[at + 1u]));
  }
  if ((mask.parts & HAS_VALID_LENS) != 0u) {
    let at = mask.valid_lens.x + batch * mask.valid_lens.y + query * mask.valid_lens.w;
    last = min(last, bitcast<i32>(mask_words[at]));
  }
  last = max(last, 0i);
  return vec2(u32(min(first, last)), u32(last));
}

fn mask_place(strides: vec4<u32>, batch: u32, head: u32, query: u32, key: u32) -> u32 {
  return batch * strides.x + head * strides.y + query * strides.z + key * strides.w;
}

fn mask_byte(at: u32) -> u32 {
  return (mask_words[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu;
}

// What keep and drop say.
fn is_allowed(batch: u32, head: u32, query: u32, key: u32) -> bool {
  if ((mask.parts & HAS_KEEP) != 0u) {
    if (mask_byte(mask.keep_at + mask_place(mask.keep, batch, head, query, key)) == 0u) { return false; }
  }
  if ((mask.parts & HAS_DROP) != 0u) {
    if (mask_byte(mask.drop_at + mask_place(mask.drop, batch, head, query, key)) != 0u) { return false; }
  }
  return true;
}

// scaled + attention_bias where allowed, else −∞; as bits.
fn masked_bits(scaled: f32, batch: u32, head: u32, query: u32, key: u32) -> u32 {
  if (!is_allowed(batch, head, query, key)) { return MINUS_INFINITY; }
  if ((mask.parts & HAS_BIAS) == 0u) { return bitcast<u32>(scaled); }
  let bias = attention_bias[mask_place(mask.bias, batch, head, query, key)];
  if (bias == MINUS_INFINITY) { return MINUS_INFINITY; }
  return bitcast<u32>(scaled + bitcast<f32>(bias));
}
