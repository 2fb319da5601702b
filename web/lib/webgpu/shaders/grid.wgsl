// Where a workgroup stands in a dispatch, and a row among all. A device limits the workgroups of each dimension, so the host folds a long
// line of them into rows of equal length; the last row may be longer than the work, which every shader checks.

fn place_in_grid(workgroup: vec3<u32>, grid: vec3<u32>) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}

// Rows go by query, then by head, then by batch.
struct RowPlace {
  batch: u32,
  head: u32,
  query: u32,
}

fn place_of_row(row: u32, num_heads: u32, num_queries: u32) -> RowPlace {
  return RowPlace(row / (num_queries * num_heads), (row / num_queries) % num_heads, row % num_queries);
}
