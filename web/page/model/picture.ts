// Asks the core for every number the page shows. Nothing here computes attention:
// token vectors, positions, stages, answers and the reach of each mask all come from the engine.
import type { LayerInput, LayerTrace, LayerTraceOptions, MaskOptions, Tensor } from 'xattention';
import { loadModel, type Model } from '../examples';
import { readoutOf } from '../examples/readout';
import type { Core } from './core';
import { withEdits } from './edits';
import { type Embedding, embedExample, embedGiven, embedWords, words } from './embedding';
import type { Given } from './given';
import { keptLayer } from './layer';
import { type MaskName, type Masks, masksOf, merged, overHeads } from './masks';
import { exampleOf } from './prepared';
import { continued, traceGiven } from './retrace';
import type { Selection } from './selection';
import { type Sheeted, sheetOf } from './sheets';
import { type StageName, stagesOf } from './stages';
import { type Inputs, readsOf } from './state';

export interface Picture extends Sheeted {
  inputs: Inputs;
  /** Absent while the engine is still on its way: the picture then has labels and brackets but no numbers. */
  stages: Partial<Record<StageName, Tensor>>;
  /** Of stages that can be edited: as they were before any number of theirs was set by hand. */
  computed: Partial<Record<StageName, Tensor>>;
  /** Where the inputs come from: who asks, and who answers. */
  asks?: Embedding;
  answers?: Embedding;
  /** The probability of each answer of the example, (batch_size, num_steps, answers). */
  said?: Tensor;
  /** For each pair of the sentence shown, row by row, the masks that forbid it. */
  forbidden: readonly (readonly MaskName[])[];
  /** The picture before the last change, where it can be laid over this one. */
  before?: Picture;
}

export function blankPicture(inputs: Inputs): Picture {
  const { sentences, sentence, tokens, keyTokens, sources, numHiddens, numHeads, numKvHeads, dropout, layer } = inputs;
  return {
    inputs,
    sentence,
    batchSize: sentences.length,
    numSteps: tokens.length,
    numKvPairs: keyTokens.length,
    numHiddens,
    numHeads,
    numKvHeads,
    reads: readsOf({ sources, layer }),
    drops: dropout > 0,
    stages: {},
    computed: {},
    forbidden: [],
  };
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
  const fetching: Promise<unknown> = inputs.layer.kind === 'own' ? words() : modelOf(inputs);
  fetching.catch(() => {});
}

export async function draw(engine: Core, inputs: Inputs): Promise<Picture> {
  const picture = blankPicture(inputs);
  if (picture.numSteps === 0 || picture.numKvPairs === 0) return picture;

  const masks = masksOf(inputs);
  const { hand: _, ...below } = masks;
  if (inputs.layer.kind === 'given' && inputs.layer.given.kind === 'QKV') {
    const [traced, forbidden] = await Promise.all([
      tracedGiven(engine, inputs, inputs.layer.given, merged(masks)),
      reach(engine, picture, masks),
    ]);
    return { ...picture, ...traced, forbidden };
  }
  const model = await modelOf(inputs);
  const asks = await embed(engine, inputs, model, inputs.sentences, merged(below));
  const answers = inputs.sources ? await embed(engine, inputs, model, inputs.sources, merged(below)) : asks;

  const [{ trace, computed }, forbidden] = await Promise.all([
    traced(engine, inputs, model, [asks.X, answers.X], merged(masks)),
    reach(engine, picture, masks),
  ]);
  for (const name of stagesOf(picture).keys()) {
    const tensor = trace[name];
    if (tensor) picture.stages[name] = tensor;
  }
  const said = model?.readout && (await readoutOf(engine, model.readout, trace.output)).probabilities;
  return { ...picture, computed, forbidden, asks, answers, ...(said && { said }) };
}

/** @param masks - of a layer below */
async function embed(
  engine: Core,
  { layer, numHiddens }: Inputs,
  model: Model | undefined,
  sentences: string[][],
  masks: MaskOptions,
): Promise<Embedding> {
  if (model) return embedExample(engine, model, sentences, masks);
  if (layer.kind === 'given' && layer.given.kind !== 'QKV') return embedGiven(layer.given.X, layer.given.tokens);
  return embedWords(engine, sentences, numHiddens, layer.kind === 'own' && layer.position);
}

/** How scores become weights, as the engine takes it. */
const optionsOf = (
  { numHeads, scale, softcap, dropout, dropoutSeed }: Inputs,
  masks: MaskOptions,
): LayerTraceOptions => ({
  ...overHeads(masks, numHeads),
  scale,
  softcap,
  dropout: dropout > 0 ? { p: dropout, seed: dropoutSeed } : null,
});

/** Q, K and V as they came in, and what follows from them. */
async function tracedGiven(
  engine: Core,
  inputs: Inputs,
  given: Extract<Given, { kind: 'QKV' }>,
  masks: MaskOptions,
): Promise<Pick<Picture, 'stages' | 'computed'>> {
  const { numHeads, edits } = inputs;
  const [Q, K, V] = [given.Q, given.K, given.V].map((tensor) => splitHeads(tensor, numHeads)) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  const now = { Q: withEdits(Q, edits, 'Q'), K: withEdits(K, edits, 'K'), V: withEdits(V, edits, 'V') };
  const { trace, computed } = await continued(
    (options) => traceGiven(engine, [now.Q, now.K, now.V], options),
    optionsOf(inputs, masks),
    edits,
  );
  return { stages: { ...now, ...trace }, computed: { Q, K, V, ...computed } };
}

/** (steps, heads · size) as (1, heads, steps, size); one head has no axis of its own. */
function splitHeads({ data, shape }: Tensor, numHeads: number): Tensor {
  const [steps = 0, width = 0] = shape;
  if (numHeads === 1) return { data, shape: [1, steps, width] };
  const size = width / numHeads;
  const at = (i: number) => {
    const [head, step] = [Math.floor(i / (steps * size)), Math.floor(i / size) % steps];
    return step * width + head * size + (i % size);
  };
  return { data: data.map((_, i) => data[at(i)] ?? Number.NaN), shape: [1, numHeads, steps, size] };
}

interface Traced {
  trace: LayerTrace;
  computed: Picture['computed'];
}

/** The trace of the inputs and the parameters, scores and weights as edited. */
async function traced(
  engine: Core,
  inputs: Inputs,
  model: Model | undefined,
  [asks, answers]: [Tensor, Tensor],
  masks: MaskOptions,
): Promise<Traced> {
  const { edits, sources } = inputs;
  const queries = withEdits(asks, edits, sources ? 'queries' : 'X');
  const keys = withEdits(answers, edits, 'keys');
  const input: LayerInput = sources ? { queries, keys, values: keys } : queries;
  const made = await keptLayer(engine, inputs, model);
  const { trace, computed } = await continued(
    async (now) => made.layer.trace(input, now),
    optionsOf(inputs, masks),
    edits,
  );
  // The layer's own copies of its parameters: as long as it stays the same, they are the same objects.
  return {
    trace: { ...trace, ...made.parameters },
    computed: { X: asks, queries: asks, keys: answers, ...made.computed, ...computed },
  };
}

// The reach of the masks of the last picture: most changes are of numbers, and it depends on none.
const reached = new WeakMap<Core, { key: string; reach: Promise<MaskName[][]> }>();

/** Which masks forbid each pair of the sentence shown. */
function reach(engine: Core, picture: Picture, masks: Masks): Promise<MaskName[][]> {
  const { batchSize, numSteps, numKvPairs, sentence } = picture;
  const key = JSON.stringify([batchSize, numSteps, numKvPairs, sentence, masks]);
  const last = reached.get(engine);
  if (last?.key === key) return last.reach;
  const now = { key, reach: askReach(engine, picture, masks) };
  reached.set(engine, now);
  now.reach.catch(() => reached.delete(engine));
  return now.reach;
}

async function askReach(engine: Core, picture: Picture, masks: Masks): Promise<MaskName[][]> {
  const { batchSize, numSteps, numKvPairs, sentence } = picture;
  const pairs = numSteps * numKvPairs;
  const equal: Tensor = { data: new Float32Array(batchSize * pairs), shape: [batchSize, numSteps, numKvPairs] };
  const named = Object.entries(masks) as [MaskName, MaskOptions][];
  const reaches = await Promise.all(named.map(([, mask]) => engine.maskedSoftmax(equal, mask)));
  // A mask alone over equal scores leaves a weight of exactly 0 where it forbids.
  return Array.from({ length: pairs }, (_, pair) =>
    named.filter((_, i) => reaches[i]?.data[sentence * pairs + pair] === 0).map(([name]) => name),
  );
}

/** Every mask that forbids this pair, each named. */
export const forbiddenBy = (picture: Picture, query: number, key: number): readonly MaskName[] =>
  picture.forbidden[query * picture.numKvPairs + key] ?? [];

/** The weights with which the selected token reads, one for each key. */
export function readingOf(picture: Picture, at: Selection): Float32Array | undefined {
  const stage = stagesOf(picture).get('attentionWeights');
  const sheet = stage && sheetOf(picture, stage, at.head);
  return sheet?.data.subarray(at.query * sheet.cols, (at.query + 1) * sheet.cols);
}

/** The probability of each answer at one token, of the sentence shown or of another one of the batch. */
export function saidAt(
  { said, numSteps, sentence: shown }: Picture,
  query: number,
  sentence = shown,
): Float32Array | undefined {
  const count = said?.shape.at(-1) ?? 0;
  const row = sentence * numSteps + query;
  return said?.data.subarray(row * count, (row + 1) * count);
}

/** Keeps what was there, to show the difference, where it has the same sizes and the same layer. */
export function compared(now: Picture, { before: _, ...then }: Picture): Picture {
  const frame = (picture: Picture) => {
    const { batchSize, sentence, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads, reads, inputs } = picture;
    const layer = inputs.layer.kind === 'example' ? inputs.layer.id : inputs.layer;
    return JSON.stringify([batchSize, sentence, numSteps, numKvPairs, numHiddens, numHeads, numKvHeads, reads, layer]);
  };
  return then.stages.scores && frame(now) === frame(then) ? { ...now, before: then } : now;
}
