// What threads that share four rows of scores tell each other of them (exchange.wgsl).

// A number and a flag, 0 or 1, of each row.
struct Told {
  numbers: vec4<f32>,
  flags: vec4<f32>,
}

fn larger(a: Told, b: Told) -> Told {
  return Told(max(a.numbers, b.numbers), max(a.flags, b.flags));
}

fn sum(a: Told, b: Told) -> Told {
  return Told(a.numbers + b.numbers, max(a.flags, b.flags));
}
