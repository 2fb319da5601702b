// Which layer reads a long text, and under which masks: those of the page's state, told about more tokens.
import type { LayerOptions } from 'xattention';
import { type Inputs, inputsOf, limits as page, type State } from '../state';
import { lengthBeforePadding } from '../tokens';

/** Identity projections of real word vectors, or the layer in the figure. */
export const readers = ['identity', 'above'] as const;
export type Reader = (typeof readers)[number];

/** By how much scores are multiplied beyond 1/√d: among thousands of keys even a good one gets a small share. */
export const sharpenings = [1, 2, 3, 4] as const;
export type Sharpening = (typeof sharpenings)[number];

export interface Plan {
  layer: Pick<Inputs, 'numHiddens' | 'numHeads' | 'numKvHeads' | 'layer'>;
  position: boolean;
  options: LayerOptions;
}

/** Only a layer that reads a person's own words can read more of them: another knows its few words alone. */
export const canReadAbove = (state: State): boolean => inputsOf(state).layer.kind === 'own';

export function planOf(state: State, reader: Reader, sharpening: Sharpening, tokens: readonly string[]): Plan {
  const { numHiddens, numHeads, numKvHeads, layer, causal, window, scale, softcap } = inputsOf(state);
  const length = state.validLens?.[state.sentence] ?? lengthBeforePadding(tokens);
  const masks: LayerOptions = {
    ...(length < tokens.length && { validLens: [length] }),
    ...(causal && { causal }),
    ...(window && { window }),
  };
  if (reader === 'identity' || layer.kind !== 'own') {
    const { numHiddens: size } = page;
    return {
      layer: {
        numHiddens: size,
        numHeads: 1,
        numKvHeads: 1,
        layer: { kind: 'own', seed: 0, position: false, identity: true },
      },
      position: false,
      options: { ...masks, ...(sharpening > 1 && { scale: sharpening / Math.sqrt(size) }) },
    };
  }
  return {
    layer: { numHiddens, numHeads, numKvHeads, layer },
    position: layer.position,
    options: { ...masks, ...(scale !== null && { scale }), ...(softcap > 0 && { softcap }) },
  };
}
