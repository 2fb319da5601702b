// Asks the core for every number the page shows. Nothing here computes attention:
// token vectors, positions, stages, answers and the reach of each mask all come from the engine.
import type { AsyncEngine, LayerTrace, MaskOptions, Tensor } from 'xattention';
import { loadModel, type Model } from '../examples';
import { readoutOf } from '../examples/readout';
import { embedExample, embedWords, type Source, words } from './embedding';
import { layerFor } from './layer';
import { exampleOf } from './prepared';
import type { Selection } from './selection';
import { type Sizes, type Stage, type StageName, stagesOf } from './stages';
import type { Inputs } from './state';

/** The masks the page can set, by the name it shows. A further kind is one more line here and in `masksOf`. */
export const maskKinds = ['padding', 'causal', 'hand'] as const;
export type MaskName = (typeof maskKinds)[number];

export interface Picture extends Sizes {
  inputs: Inputs;
  /** Absent while the engine is still on its way: the picture then has labels and brackets but no numbers. */
  stages: Partial<Record<StageName, Tensor>>;
  /** Whose vector each token has. */
  sources: readonly Source[];
  /** The vectors of the tokens, and what their positions add; X is their sum, where no layer lies below. */
  embedding?: Tensor;
  positions?: Tensor;
  /** The probability of each answer of the example, (1, num_steps, answers). */
  answers?: Tensor;
  /** For each pair, row by row, the masks that forbid it. */
  forbidden: readonly (readonly MaskName[])[];
  /** The picture before the masks were changed, where nothing else was. */
  before?: Picture;
}

export function blankPicture(inputs: Inputs): Picture {
  const { tokens, numHiddens, numHeads } = inputs;
  return { inputs, numSteps: tokens.length, numHiddens, numHeads, stages: {}, sources: [], forbidden: [] };
}

function masksOf(inputs: Inputs): Partial<Record<MaskName, MaskOptions>> {
  const { tokens, hidden } = inputs;
  const drop = hidden && [tokens.map((_, query) => tokens.map((_, key) => query === hidden[0] && key === hidden[1]))];
  return {
    ...(inputs.validLen < tokens.length && { padding: { validLens: [inputs.validLen] } }),
    ...(inputs.causal && { causal: { causal: true } }),
    ...(drop && { hand: { drop } }),
  };
}

/** One mask for every head: an axis of length 1 to broadcast over. */
const overHeads = ({ drop, ...masks }: MaskOptions, numHeads: number): MaskOptions =>
  drop && numHeads > 1 ? { ...masks, drop: [drop] as MaskOptions['drop'] } : { drop, ...masks };

async function layerTrace(
  engine: AsyncEngine,
  inputs: Inputs,
  model: Model | undefined,
  X: Tensor,
  masks: MaskOptions,
): Promise<LayerTrace> {
  const layer = await layerFor(engine, inputs, model);
  try {
    return await layer.trace(X, overHeads(masks, inputs.numHeads));
  } finally {
    layer.dispose();
  }
}

/** The model of an example, as its experiment leaves it. */
async function modelOf({ layer }: Inputs): Promise<Model | undefined> {
  const example = layer.kind === 'example' ? exampleOf(layer.id) : undefined;
  if (!example || layer.kind !== 'example') return undefined;
  const model = await loadModel(example);
  const { positions: _, ...unordered } = model;
  return layer.positions ? model : unordered;
}

/** Starts to fetch what a picture needs besides the engine; what goes wrong is said when it is drawn. */
export function fetchAhead(inputs: Inputs): void {
  const fetching: Promise<unknown> = inputs.layer.kind === 'example' ? modelOf(inputs) : words();
  fetching.catch(() => {});
}

export async function draw(engine: AsyncEngine, inputs: Inputs): Promise<Picture> {
  const picture = blankPicture(inputs);
  const { numSteps } = picture;
  if (numSteps === 0) return picture;

  const masks = masksOf(inputs);
  const { hand: _, ...below } = masks;
  const model = await modelOf(inputs);
  const { X, sources, vectors, positions } = model
    ? await embedExample(engine, model, inputs, merged(below))
    : await embedWords(engine, inputs, inputs.layer.kind === 'own' && inputs.layer.position);

  const equal: Tensor = { data: new Float32Array(numSteps * numSteps), shape: [1, numSteps, numSteps] };
  const named = Object.entries(masks) as [MaskName, MaskOptions][];
  const [trace, ...reaches] = await Promise.all([
    layerTrace(engine, inputs, model, X, merged(masks)),
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
  const answers = model?.readout && (await readoutOf(engine, model.readout, trace.output)).probabilities;
  return {
    ...picture,
    forbidden,
    sources,
    ...(vectors && { embedding: vectors }),
    ...(positions && { positions }),
    ...(answers && { answers }),
  };
}

const merged = (masks: Partial<Record<MaskName, MaskOptions>>): MaskOptions =>
  Object.assign({}, ...Object.values(masks));

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

/** The probability of each answer at one token. */
export function answersAt({ answers, numSteps }: Picture, query: number): Float32Array | undefined {
  const count = answers ? answers.data.length / numSteps : 0;
  return answers?.data.subarray(query * count, (query + 1) * count);
}

/** Keeps what was there, to show the difference, where the same layer read the same X and only masks changed. */
export function compared(now: Picture, { before: _, ...then }: Picture): Picture {
  const unmasked = ({ inputs }: Picture) => JSON.stringify({ ...inputs, causal: false, validLen: 0, hidden: null });
  return then.stages.X && unmasked(now) === unmasked(then) ? { ...now, before: then } : now;
}
