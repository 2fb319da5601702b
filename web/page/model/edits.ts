// What a person changed by hand: single numbers of stages, and pairs forbidden with a brush.
import type { Tensor } from 'xattention';
import { cellOf, type Selection } from './selection';
import { axisSize, type Sizes, type Stage, type StageName, sheetCount, sheetFor } from './stages';

/** A pair of one sentence of the batch. */
export interface Pair {
  sentence: number;
  query: number;
  key: number;
}

/** The stages whose numbers may be set: what is given, what was learned, and pairs before and after the softmax. */
export const editable = [
  'X',
  'queries',
  'keys',
  'W_q',
  'W_k',
  'W_v',
  'W_o',
  'Q',
  'K',
  'V',
  'scores',
  'attentionWeights',
] as const satisfies readonly StageName[];
export type EditableStage = (typeof editable)[number];

/** One number of one stage: where it stands in the stage's tensor, and what it is now. */
export interface Edit {
  stage: EditableStage;
  index: number;
  value: number;
}

/** Q, K and V may be set only where they are what is given. */
export function isEditable({ name }: Stage, { reads }: Sizes): boolean {
  if (name === 'Q' || name === 'K' || name === 'V') return reads === 'given';
  return editable.some((one) => one === name);
}

/** Where the selected cell of the sheet on screen stands in the whole tensor. */
export function indexOf(stage: Stage, at: Selection, sentence: number, sizes: Sizes): number {
  const { row, col } = cellOf(at, stage, sizes);
  const count = sheetCount(stage, sizes);
  const sheet = sheetFor(stage, at.head, sizes);
  const [rows, cols] = [axisSize(stage.rows, sizes), axisSize(stage.cols, sizes)];
  // The sheets of a parameter lie side by side, those of all else one after another.
  if (stage.kind === 'parameter') return row * count * cols + sheet * cols + col;
  return ((sentence * count + sheet) * rows + row) * cols + col;
}

/** The edits with this one in place of an earlier one of the same number; null puts the number back. */
export function edited(edits: readonly Edit[], stage: EditableStage, index: number, value: number | null): Edit[] {
  const others = edits.filter((edit) => edit.stage !== stage || edit.index !== index);
  return value === null ? others : [...others, { stage, index, value }];
}

const samePair = (a: Pair, b: Pair): boolean => a.sentence === b.sentence && a.query === b.query && a.key === b.key;

export const isPainted = (painted: readonly Pair[], pair: Pair): boolean => painted.some((one) => samePair(one, pair));

/** Forbids these pairs, or allows them again. They stand in the order of the batch, so that equal sets are equal lists. */
export function paintedWith(painted: readonly Pair[], pairs: readonly Pair[], forbid: boolean): Pair[] {
  const rest = painted.filter((one) => !pairs.some((pair) => samePair(one, pair)));
  const order = (a: Pair, b: Pair) => a.sentence - b.sentence || a.query - b.query || a.key - b.key;
  return forbid ? [...rest, ...pairs].sort(order) : rest;
}

/** A tensor with the numbers of one stage set; the same tensor where none is. */
export function withEdits(tensor: Tensor, edits: readonly Edit[], stage: StageName): Tensor {
  const own = edits.filter((edit) => edit.stage === stage && edit.index < tensor.data.length);
  if (own.length === 0) return tensor;
  const data = tensor.data.slice();
  for (const { index, value } of own) data[index] = value;
  return { data, shape: tensor.shape };
}
