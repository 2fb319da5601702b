// Copies rows whose columns stand in groups, each padded by itself, to rows of other groups: heads of a size that is no
// multiple of four lie padded side by side where attention reads or writes them, and close together elsewhere.

struct Params {
  rows: u32,
  columns: u32,
  group: vec2<u32>,    // columns of a group, and with padding: where they come from
  to_group: vec2<u32>,
  row: u32,            // numbers from one row to the next: where they come from
  to_row: u32,
  first: u32,          // first number of each
  to_first: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read_write> repacked: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(workgroup_id) workgroup: vec3<u32>,
  @builtin(num_workgroups) grid: vec3<u32>,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = place_in_grid(workgroup, grid) * 64u + thread;
  let row = i / params.to_row;
  if (row >= params.rows) { return; }
  // Each place of the new row: the column there, or padding.
  let place = i % params.to_row;
  let within_group = place % params.to_group.y;
  let column = (place / params.to_group.y) * params.to_group.x + within_group;
  var bits = 0u;
  if (within_group < params.to_group.x && column < params.columns) {
    let source = (column / params.group.x) * params.group.y + column % params.group.x;
    bits = rows[params.first + row * params.row + source];
  }
  repacked[params.to_first + i] = bits;
}
