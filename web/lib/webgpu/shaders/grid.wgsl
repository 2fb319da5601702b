// Where a workgroup stands in a dispatch. A device limits the workgroups of each dimension, so the host folds a long
// line of them into rows of equal length; the last row may be longer than the work, which every shader checks.

fn place_in_grid(workgroup: vec3<u32>, grid: vec3<u32>) -> u32 {
  return workgroup.y * grid.x + workgroup.x;
}
