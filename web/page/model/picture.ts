// Asks the core for every number the page shows. Nothing here computes attention:
// token vectors, positions, stages and the reach of each mask all come from the engine.
import type { AsyncEngine, LayerTrace, MaskOptions, Tensor } from 'xattention';
import type { Selection } from './selection';
import { type Sizes, type Stage, type StageName, stagesOf } from './stages';
import type { Inputs } from './state';
import { seedOf } from './tokens';

/** The masks the page can set, by the name it shows. A further kind is one more line here and in `masksOf`. */
export type MaskName = 'padding' | 'causal';

export interface Picture extends Sizes {
  inputs: Inputs;
  /** Absent while the engine is still on its way: the picture then has labels and brackets but no numbers. */
  stages: Partial<Record<StageName, Tensor>>;
  /** The vectors of the tokens, and what their positions add; X is their sum. */
  embedding?: Tensor;
  positions?: Tensor;
  /** For each pair, row by row, the masks that forbid it. */
  forbidden: readonly (readonly MaskName[])[];
  /** The picture before the masks were changed, where nothing else was. */
  before?: Picture;
}

export function blankPicture(inputs: Inputs): Picture {
  const { tokens, numHiddens, numHeads } = inputs;
  return { inputs, numSteps: tokens.length, numHiddens, numHeads, stages: {}, forbidden: [] };
}

/** The same vector for the same text, wherever it stands: a row of seeded parameters, U(−1, 1). */
async function embed(engine: AsyncEngine, token: string, numHiddens: number): Promise<Float32Array> {
  // With one input, PyTorch's linear initialisation draws from ±1/√1.
  const layer = await engine.multiHeadAttention({ numHiddens, numHeads: 1, querySize: 1, seed: seedOf(token) });
  const row = layer.parameters.W_q.data;
  layer.dispose();
  return row;
}

function masksOf(inputs: Inputs): Partial<Record<MaskName, MaskOptions>> {
  return {
    ...(inputs.validLen < inputs.tokens.length && { padding: { validLens: [inputs.validLen] } }),
    ...(inputs.causal && { causal: { causal: true } }),
  };
}

async function layerTrace(engine: AsyncEngine, inputs: Inputs, X: Tensor, masks: MaskOptions): Promise<LayerTrace> {
  const { numHiddens, numHeads, seed } = inputs;
  const layer =
    numHeads > 1
      ? await engine.multiHeadAttention({ numHiddens, numHeads, seed, init: 'xavier' })
      : await engine.selfAttention({ numHiddens, seed, init: 'xavier' });
  try {
    return await layer.trace(X, masks);
  } finally {
    layer.dispose();
  }
}

export async function draw(engine: AsyncEngine, inputs: Inputs): Promise<Picture> {
  const picture = blankPicture(inputs);
  const { numSteps, numHiddens } = picture;
  if (numSteps === 0) return picture;

  const shape = [1, numSteps, numHiddens];
  const embedding: Tensor = { data: new Float32Array(numSteps * numHiddens), shape };
  const rows = await Promise.all(inputs.tokens.map((token) => embed(engine, token, numHiddens)));
  for (const [i, row] of rows.entries()) embedding.data.set(row, i * numHiddens);

  const positions = inputs.position ? await engine.positionalEncoding(numSteps, numHiddens) : undefined;
  const X = positions ? { data: embedding.data.map((value, i) => value + (positions.data[i] ?? 0)), shape } : embedding;

  const masks = masksOf(inputs);
  const equal: Tensor = { data: new Float32Array(numSteps * numSteps), shape: [1, numSteps, numSteps] };
  const named = Object.entries(masks) as [MaskName, MaskOptions][];
  const [trace, ...reaches] = await Promise.all([
    layerTrace(engine, inputs, X, Object.assign({}, ...Object.values(masks))),
    ...named.map(([, mask]) => engine.maskedSoftmax(equal, mask)),
  ]);
  // A mask alone over equal scores leaves a weight of exactly 0 where it forbids.
  const forbidden = Array.from(equal.data, (_, pair) =>
    named.filter((_, i) => reaches[i]?.data[pair] === 0).map(([name]) => name),
  );
  for (const name of stagesOf(inputs.numHeads).keys()) {
    const tensor = trace[name];
    if (tensor) picture.stages[name] = tensor;
  }
  return { ...picture, forbidden, embedding, ...(positions && { positions }) };
}

/** One sheet of a stage: the rows and columns on screen. Heads are stacked in stages and side by side in parameters. */
export interface Sheet {
  rows: number;
  cols: number;
  data: Float32Array;
}

// The sheets of a tensor, so that an unchanged sheet is the same object from one drawing to the next.
const sheets = new WeakMap<Tensor, Sheet[]>();

function sheetsOf(tensor: Tensor, count: number): Sheet[] {
  const [rows = 0, width = 0] = tensor.shape.slice(-2);
  const whole = tensor.data.length === rows * width;
  const cols = whole ? width / count : width;
  return Array.from({ length: count }, (_, sheet) => ({
    rows,
    cols,
    data: whole
      ? Float32Array.from(
          { length: rows * cols },
          (_, i) => tensor.data[Math.floor(i / cols) * width + sheet * cols + (i % cols)] ?? 0,
        )
      : tensor.data.subarray(sheet * rows * cols, (sheet + 1) * rows * cols),
  }));
}

/** The sheet of the chosen head; undefined while there are no numbers. */
export function sheetOf(picture: Picture, stage: Stage, head: number): Sheet | undefined {
  const tensor = picture.stages[stage.name];
  if (!tensor) return undefined;
  const count = stage.perHead ? picture.numHeads : 1;
  const known = sheets.get(tensor) ?? sheetsOf(tensor, count);
  sheets.set(tensor, known);
  return known[stage.perHead ? head : 0];
}

export const valueAt = (sheet: Sheet, row: number, col: number): number =>
  sheet.data[row * sheet.cols + col] ?? Number.NaN;

/** Every mask that forbids this pair, each named. */
export const forbiddenBy = (picture: Picture, query: number, key: number): readonly MaskName[] =>
  picture.forbidden[query * picture.numSteps + key] ?? [];

/** The weights with which the selected token reads, one for each key. */
export function readingOf(picture: Picture, at: Selection): Float32Array | undefined {
  const stage = stagesOf(picture.numHeads).get('attentionWeights');
  const sheet = stage && sheetOf(picture, stage, at.head);
  return sheet?.data.subarray(at.query * sheet.cols, (at.query + 1) * sheet.cols);
}

/** Keeps what was there, to show the difference, where the same layer read the same X and only masks changed. */
export function compared(now: Picture, { before: _, ...then }: Picture): Picture {
  const unmasked = ({ inputs }: Picture) => JSON.stringify({ ...inputs, causal: false, validLen: 0 });
  return then.embedding && unmasked(now) === unmasked(then) ? { ...now, before: then } : now;
}
