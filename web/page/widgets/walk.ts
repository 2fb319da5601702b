// Where a key leads among the cells of a matrix.
import type { MatrixCell } from './matrix';

export function walk(
  event: KeyboardEvent,
  { row, col }: MatrixCell,
  lastRow: number,
  lastCol: number,
): MatrixCell | null {
  const all = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowLeft':
      return { row, col: Math.max(0, col - 1) };
    case 'ArrowRight':
      return { row, col: Math.min(lastCol, col + 1) };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), col };
    case 'ArrowDown':
      return { row: Math.min(lastRow, row + 1), col };
    case 'Home':
      return { row: all ? 0 : row, col: 0 };
    case 'End':
      return { row: all ? lastRow : row, col: lastCol };
    default:
      return null;
  }
}
