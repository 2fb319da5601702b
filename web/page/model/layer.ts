// The layer of the figure, in the core: an example's, one of identities, or one drawn from a seed; then as edited.

import type { Model } from '../examples';
import { layerOf } from '../examples/layers';
import type { Core } from './core';
import { type Edit, withEdits } from './edits';
import type { Given } from './given';
import type { Inputs } from './state';

export type Layer = Awaited<ReturnType<typeof layerOf>>;

/** As learned, as drawn, or identities: before any number is set by hand. */
export async function layerFor(
  engine: Core,
  { numHiddens, numHeads, numKvHeads, layer }: Pick<Inputs, 'numHiddens' | 'numHeads' | 'numKvHeads' | 'layer'>,
  model: Model | undefined,
): Promise<Layer> {
  if (layer.kind === 'example') {
    if (!model) throw new Error('an example needs its model');
    return layerOf(engine, numHiddens, model);
  }
  if (layer.kind === 'given' && layer.given.kind === 'layer') return layerOfGiven(engine, numHiddens, layer.given);
  if (layer.identity) {
    const same = identity(numHiddens, numHiddens);
    if (numHeads === 1)
      return layerOf(engine, numHiddens, { numHeads, parameters: { W_q: same, W_k: same, W_v: same } });
    // Shared heads take the first columns.
    const shared = identity(numHiddens, (numHiddens / numHeads) * numKvHeads);
    const parameters = { W_q: same, W_k: shared, W_v: shared, W_o: same };
    return engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters });
  }
  const { seed } = layer;
  return numHeads > 1
    ? engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, seed, init: 'xavier' })
    : engine.selfAttention({ numHiddens, seed, init: 'xavier' });
}

async function layerOfGiven(
  engine: Core,
  numHiddens: number,
  { numHeads, parameters }: Extract<Given, { kind: 'layer' }>,
): Promise<Layer> {
  const { W_o, ...projections } = parameters;
  return W_o
    ? engine.multiHeadAttention({ numHiddens, numHeads, parameters: { ...projections, W_o } })
    : engine.selfAttention({ numHiddens, parameters: projections });
}

const identity = (rows: number, cols: number): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => (i === j ? 1 : 0)));

/** A layer and its parameters, before and after numbers were set by hand. */
export interface Made {
  layer: Layer;
  computed: Layer['parameters'];
  parameters: Layer['parameters'];
}

interface Kept {
  key: string;
  given: Given | undefined;
  made: Promise<Made>;
}

// The layer of the last picture: most changes are of something else, and to make one costs more than to use it.
const kept = new WeakMap<Core, Kept>();

/** The layer of these inputs, parameters as edited. It stays until another one is asked for. */
export function keptLayer(engine: Core, inputs: Inputs, model: Model | undefined): Promise<Made> {
  const { numHiddens, numHeads, numKvHeads, layer, edits } = inputs;
  const given = layer.kind === 'given' ? layer.given : undefined;
  const own = edits.filter(({ stage }) => stage.startsWith('W_'));
  const key = JSON.stringify([numHiddens, numHeads, numKvHeads, { ...layer, given: null }, own]);
  const last = kept.get(engine);
  if (last?.key === key && last.given === given) return last.made;
  const made = makeLayer(engine, inputs, model);
  kept.set(engine, { key, given, made });
  made.catch(() => kept.delete(engine));
  last?.made.then(({ layer: former }) => former.dispose()).catch(() => {});
  return made;
}

async function makeLayer(engine: Core, inputs: Inputs, model: Model | undefined): Promise<Made> {
  const made = await layerFor(engine, inputs, model);
  const computed = made.parameters;
  const layer = await withEditedParameters(engine, made, inputs, inputs.edits);
  return { layer, computed, parameters: layer === made ? computed : layer.parameters };
}

/** The same layer with the numbers set by hand; lets go of the one it replaces. */
async function withEditedParameters(
  engine: Core,
  layer: Layer,
  { numHiddens, numHeads, numKvHeads }: Pick<Inputs, 'numHiddens' | 'numHeads' | 'numKvHeads'>,
  edits: readonly Edit[],
): Promise<Layer> {
  if (!edits.some(({ stage }) => stage.startsWith('W_'))) return layer;
  const { parameters } = layer;
  layer.dispose();
  const projections = {
    W_q: withEdits(parameters.W_q, edits, 'W_q'),
    W_k: withEdits(parameters.W_k, edits, 'W_k'),
    W_v: withEdits(parameters.W_v, edits, 'W_v'),
  };
  if (!('W_o' in parameters)) return engine.selfAttention({ numHiddens, parameters: projections });
  const W_o = withEdits(parameters.W_o, edits, 'W_o');
  return engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters: { ...projections, W_o } });
}
