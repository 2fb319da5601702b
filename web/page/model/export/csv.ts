// One stage as a table: a row of names, then a name before each row of numbers.
import type { Tensor } from 'xattention';
import { writeCsv } from '../../files/csv';
import type { Source } from '../recipe';
import { type Axis, type Stage, sheetCount } from '../stages';

/** Sentences and their heads follow one another, numbered in columns of their own where there are several. */
export function toCsv(source: Source, stage: Stage, { data, shape }: Tensor): string {
  const { sentences, sources } = source.inputs;
  const [rows = 0, cols = 0] = shape.slice(-2);
  const nameOf = (axis: Axis, index: number, sentence: number): string | number => {
    const tokens = axis === 'key' ? (sources ?? sentences) : axis === 'step' || axis === 'query' ? sentences : [];
    return tokens[sentence]?.[index] ?? index;
  };
  const isParameter = stage.kind === 'parameter';
  const heads = isParameter ? 1 : sheetCount(stage, source);
  const batch = isParameter ? 1 : source.batchSize;
  const columns = [...(batch > 1 ? ['batch'] : []), ...(heads > 1 ? ['head'] : [])];
  // Sentences of a batch have other words in the same column, which then has a number.
  const nameOfColumn = (col: number) => (batch > 1 ? col : nameOf(stage.cols, col, 0));
  const header = [...columns, stage.code, ...Array.from({ length: cols }, (_, col) => nameOfColumn(col))];
  const lines = Array.from({ length: batch * heads * rows }, (_, line) => {
    const sentence = Math.floor(line / (heads * rows));
    const head = Math.floor(line / rows) % heads;
    const numbers = [...(batch > 1 ? [sentence] : []), ...(heads > 1 ? [head] : [])];
    const name = nameOf(stage.rows, line % rows, sentence);
    return [...numbers, name, ...data.subarray(line * cols, (line + 1) * cols)];
  });
  return writeCsv([header, ...lines]);
}
