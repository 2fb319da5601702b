// One stage as a table: a row of names, then a name before each row of numbers.
import type { Tensor } from 'xattention';
import { writeCsv } from '../../files/csv';
import type { Source } from '../recipe';
import type { Axis, Stage } from '../stages';

/** Heads follow one another and are numbered in a column of their own. */
export function toCsv({ inputs }: Source, stage: Stage, { data, shape }: Tensor): string {
  const [rows = 0, cols = 0] = shape.slice(-2);
  const nameOf = (axis: Axis, index: number): string | number =>
    axis === 'step' || axis === 'query' || axis === 'key' ? (inputs.tokens[index] ?? index) : index;
  const sheets = Array.from({ length: data.length / (rows * cols) }, (_, sheet) => sheet);
  const isStack = sheets.length > 1;
  const header = [
    ...(isStack ? ['head'] : []),
    stage.code,
    ...Array.from({ length: cols }, (_, col) => nameOf(stage.cols, col)),
  ];
  const lines = sheets.flatMap((sheet) =>
    Array.from({ length: rows }, (_, row) => {
      const start = (sheet * rows + row) * cols;
      return [...(isStack ? [sheet] : []), nameOf(stage.rows, row), ...data.subarray(start, start + cols)];
    }),
  );
  return writeCsv([header, ...lines]);
}
