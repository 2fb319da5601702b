// What the eight threads of a row of threads tell each other, by the registers of their subgroup. Why: where a
// subgroup holds all eight, one of the two barriers for each 32 keys goes, and 16 loads of vectors from workgroup memory
// become six shuffles. Where it holds less, each part tells one result through workgroup memory.
//
// SUBGROUP, a power of two up to 8: so many threads next to each other are of one subgroup, in their order. WGSL does
// not promise that they are; devices do it, and one that does not fails the test before it is used.

// Without a barrier in largest_of_row some threads may still read exponentials when others write the next: into another
// buffer, which was read before the last barrier.
const BUFFERS = select(1u, 2u, SUBGROUP == 8u);

var<workgroup> told: array<Told, 64>;

fn across(mine: Told, step: u32) -> Told {
  return Told(subgroupShuffleXor(mine.numbers, step), subgroupShuffleXor(mine.flags, step));
}

// The largest numbers and flags of the eight.
fn largest_of_row(thread: u32, mine: Told) -> Told {
  var all = mine;
  for (var step = 1u; step < SUBGROUP; step *= 2u) { all = larger(all, across(all, step)); }
  if (SUBGROUP < 8u) {
    told[thread] = all;
    workgroupBarrier();
    for (var t = 0u; t < 8u; t += SUBGROUP) { all = larger(all, told[(thread & ~7u) + t]); }
  }
  return all;
}

// The sums of their numbers, and the largest flags.
fn sum_of_row(thread: u32, mine: Told) -> Told {
  var all = mine;
  for (var step = 1u; step < SUBGROUP; step *= 2u) { all = sum(all, across(all, step)); }
  if (SUBGROUP < 8u) {
    told[thread] = all;
    workgroupBarrier();
    all = told[thread & ~7u];
    for (var t = SUBGROUP; t < 8u; t += SUBGROUP) { all = sum(all, told[(thread & ~7u) + t]); }
  }
  return all;
}
