// One sheet of a stage: the rows and columns on screen.
import type { Tensor } from 'xattention';
import { type Sizes, type Stage, type StageName, sheetCount, sheetFor } from './stages';

export interface Sheet {
  rows: number;
  cols: number;
  data: Float32Array;
}

/** What sheets are taken from. */
export interface Sheeted extends Sizes {
  stages: Partial<Record<StageName, Tensor>>;
  /** The sentence of the batch that is shown. */
  sentence: number;
}

// The sheets of a tensor, so that an unchanged sheet is the same object from one drawing to the next.
const sheets = new WeakMap<Tensor, Sheet[]>();

/** Stages stack their sheets; parameters have theirs side by side. */
function sheetsOf(tensor: Tensor, stage: Stage, count: number): Sheet[] {
  const [rows = 0, width = 0] = tensor.shape.slice(-2);
  if (stage.kind !== 'parameter') {
    const size = rows * width;
    const length = size === 0 ? 0 : tensor.data.length / size;
    return Array.from({ length }, (_, sheet) => ({
      rows,
      cols: width,
      data: tensor.data.subarray(sheet * size, (sheet + 1) * size),
    }));
  }
  const cols = width / count;
  const at = (sheet: number, i: number) => Math.floor(i / cols) * width + sheet * cols + (i % cols);
  return Array.from({ length: count }, (_, sheet) => ({
    rows,
    cols,
    data: Float32Array.from({ length: rows * cols }, (_, i) => tensor.data[at(sheet, i)] ?? 0),
  }));
}

/** The sheet of the shown sentence and the chosen head; undefined while there are no numbers. */
export function sheetOf(picture: Sheeted, stage: Stage, head: number): Sheet | undefined {
  return sheetIn(picture.stages[stage.name], picture, stage, head);
}

/** The same of any tensor that has the shape of the stage. */
export function sheetIn(tensor: Tensor | undefined, picture: Sheeted, stage: Stage, head: number): Sheet | undefined {
  if (!tensor) return undefined;
  const count = sheetCount(stage, picture);
  const known = sheets.get(tensor) ?? sheetsOf(tensor, stage, count);
  sheets.set(tensor, known);
  const first = stage.kind === 'parameter' ? 0 : picture.sentence * count;
  return known[first + sheetFor(stage, head, picture)];
}

export const valueAt = (sheet: Sheet, row: number, col: number): number =>
  sheet.data[row * sheet.cols + col] ?? Number.NaN;
