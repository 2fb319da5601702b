// Asks the core for every number the page shows. Nothing here computes attention:
// token vectors, positions, stages, answers and the reach of each mask all come from the engine.
import type { AsyncEngine, LayerInput, LayerTrace, LayerTraceOptions, MaskOptions, Tensor } from 'xattention';
import { loadModel, type Model } from '../examples';
import { readoutOf } from '../examples/readout';
import { withEdits } from './edits';
import { type Embedding, embedExample, embedWords, words } from './embedding';
import { layerFor, withEditedParameters } from './layer';
import { type MaskName, type Masks, masksOf, merged, overHeads } from './masks';
import { exampleOf } from './prepared';
import { continued } from './retrace';
import type { Selection } from './selection';
import { type Sheeted, sheetOf } from './sheets';
import { type StageName, stagesOf } from './stages';
import type { Inputs } from './state';

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
  const { sentences, sentence, tokens, keyTokens, sources, numHiddens, numHeads, numKvHeads, dropout } = inputs;
  return {
    inputs,
    sentence,
    batchSize: sentences.length,
    numSteps: tokens.length,
    numKvPairs: keyTokens.length,
    numHiddens,
    numHeads,
    numKvHeads,
    reads: sources ? 'another' : 'itself',
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
  const fetching: Promise<unknown> = inputs.layer.kind === 'example' ? modelOf(inputs) : words();
  fetching.catch(() => {});
}

export async function draw(engine: AsyncEngine, inputs: Inputs): Promise<Picture> {
  const picture = blankPicture(inputs);
  if (picture.numSteps === 0 || picture.numKvPairs === 0) return picture;

  const masks = masksOf(inputs);
  const { hand: _, ...below } = masks;
  const model = await modelOf(inputs);
  const embed = (sentences: string[][]) =>
    model
      ? embedExample(engine, model, sentences, merged(below))
      : embedWords(engine, sentences, inputs.numHiddens, inputs.layer.kind === 'own' && inputs.layer.position);
  const asks = await embed(inputs.sentences);
  const answers = inputs.sources ? await embed(inputs.sources) : asks;

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

interface Traced {
  trace: LayerTrace;
  computed: Picture['computed'];
}

/** The trace of the inputs and the parameters, scores and weights as edited. */
async function traced(
  engine: AsyncEngine,
  inputs: Inputs,
  model: Model | undefined,
  [asks, answers]: [Tensor, Tensor],
  masks: MaskOptions,
): Promise<Traced> {
  const { edits, sources, scale, softcap, dropout, dropoutSeed } = inputs;
  const queries = withEdits(asks, edits, sources ? 'queries' : 'X');
  const keys = withEdits(answers, edits, 'keys');
  const input: LayerInput = sources ? { queries, keys, values: keys } : queries;
  const options: LayerTraceOptions = {
    ...overHeads(masks, inputs.numHeads),
    scale,
    softcap,
    dropout: dropout > 0 ? { p: dropout, seed: dropoutSeed } : null,
  };
  const made = await layerFor(engine, inputs, model);
  const { parameters } = made;
  const layer = await withEditedParameters(engine, made, inputs, edits);
  try {
    const { trace, computed } = await continued(async (now) => layer.trace(input, now), options, edits);
    return { trace, computed: { X: asks, queries: asks, keys: answers, ...parameters, ...computed } };
  } finally {
    layer.dispose();
  }
}

/** Which masks forbid each pair of the sentence shown. */
async function reach(engine: AsyncEngine, picture: Picture, masks: Masks): Promise<MaskName[][]> {
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

/** The probability of each answer at one token of the sentence shown. */
export function saidAt({ said, numSteps, sentence }: Picture, query: number): Float32Array | undefined {
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
