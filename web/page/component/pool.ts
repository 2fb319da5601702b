import type { MatrixData } from '../widgets/matrix';

/** A matrix in at most `most` rows and columns, each cell the largest of those it stands for: a lone weight stays seen. */
export function pool({ rows, cols, data }: MatrixData, most: number): MatrixData {
  const [height, width] = [Math.min(rows, most), Math.min(cols, most)];
  const pooled = new Float32Array(height * width);
  for (let row = 0; row < rows; row += 1) {
    const to = Math.floor((row * height) / rows) * width;
    for (let col = 0; col < cols; col += 1) {
      const at = to + Math.floor((col * width) / cols);
      const value = data[row * cols + col] ?? 0;
      if (value > (pooled[at] ?? 0)) pooled[at] = value;
    }
  }
  return { rows: height, cols: width, data: pooled };
}
