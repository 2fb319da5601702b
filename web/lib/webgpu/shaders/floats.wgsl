// float32 without trust in NaN and infinity: WGSL may assume that neither occurs, so both are told by their bits,
// and what has to become one of them is written as bits.

const LOWEST = -0x1.fffffep+127f;
const EXPONENT = 0x7f800000u;
const MINUS_INFINITY = 0xff800000u;
const NOT_A_NUMBER = 0x7fc00000u;

fn is_finite(x: f32) -> bool {
  return (bitcast<u32>(x) & EXPONENT) != EXPONENT;
}

fn all_finite(x: vec4<f32>) -> bool {
  return all((bitcast<vec4<u32>>(x) & vec4(EXPONENT)) != vec4(EXPONENT));
}

// exp(a − b) for a ≤ b, both finite: halves, as the difference of two finite numbers may be none. e⁻²⁰⁰ is 0 in float32.
fn exp_difference(a: f32, b: f32) -> f32 {
  return exp(2.0 * max(0.5 * a - 0.5 * b, -100.0));
}

// tanh within two units in the last place, which the builtin does not promise. Below 0.625 an odd polynomial
// (Moshier's Cephes, tanhf), above it 1 − 2/(e²ˣ + 1).
fn precise_tanh(x: f32) -> f32 {
  let magnitude = bitcast<u32>(x) & 0x7fffffffu;
  if (magnitude > EXPONENT) { return x; } // a NaN
  if (magnitude >= bitcast<u32>(10.0f)) { return select(1.0, -1.0, (bitcast<u32>(x) >> 31u) == 1u); }
  let a = abs(x);
  if (a < 0.625) {
    let z = x * x;
    let p = (((-5.70498872745e-3 * z + 2.06390887954e-2) * z - 5.37397155531e-2) * z + 1.33314422036e-1) * z
          - 3.33332819422e-1;
    return p * z * x + x;
  }
  return sign(x) * (1.0 - 2.0 / (exp(2.0 * a) + 1.0));
}

// scaled = scores × scale, then softcap; a softcap of 0 is none.
fn scale_score(score: f32, scale: f32, softcap: f32) -> f32 {
  let product = score * scale;
  if (softcap == 0.0) { return product; }
  return softcap * precise_tanh(product / softcap);
}
