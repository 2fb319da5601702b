// What the eight threads of a row of threads tell each other, through workgroup memory. exchange_subgroups.wgsl does
// the same where the device has subgroups.

// One buffer of exponentials is enough: largest_of_row waits until all have read those before.
const BUFFERS = 1u;

var<workgroup> told: array<Told, 64>;

// The largest numbers and flags of the eight.
fn largest_of_row(thread: u32, mine: Told) -> Told {
  told[thread] = mine;
  workgroupBarrier();
  var all = mine;
  for (var t = 0u; t < 8u; t++) { all = larger(all, told[(thread & ~7u) + t]); }
  return all;
}

// The sums of their numbers, and the largest flags.
fn sum_of_row(thread: u32, mine: Told) -> Told {
  told[thread] = mine;
  workgroupBarrier();
  var all = told[thread & ~7u];
  for (var t = 1u; t < 8u; t++) { all = sum(all, told[(thread & ~7u) + t]); }
  return all;
}
