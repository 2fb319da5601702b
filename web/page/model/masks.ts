// The masks of the page as the engine takes them, each under the name that the page shows.
import type { MaskOptions } from 'xattention';
import type { Pair } from './edits';
import type { Inputs } from './state';

/** A further kind is one more name here and one more line in `masksOf`. */
export const maskKinds = ['padding', 'causal', 'window', 'hand'] as const;
export type MaskName = (typeof maskKinds)[number];
export type Masks = Partial<Record<MaskName, MaskOptions>>;

export function masksOf(inputs: Inputs): Masks {
  const { tokens, keyTokens, validLens, causal, window, painted, align } = inputs;
  const placed = tokens.length === keyTokens.length ? {} : { queryOffset: align };
  return {
    ...(validLens.some((length) => length < keyTokens.length) && { padding: { validLens } }),
    ...(causal && { causal: { causal, ...placed } }),
    ...(window && { window: { window, ...placed } }),
    ...(painted.length > 0 && { hand: { drop: dropOf(painted, inputs) } }),
  };
}

const dropOf = (painted: readonly Pair[], { sentences, tokens, keyTokens }: Inputs): boolean[][][] => {
  const drop = sentences.map(() => tokens.map(() => keyTokens.map(() => false)));
  for (const { sentence, query, key } of painted) {
    const row = drop[sentence]?.[query];
    if (row && key < row.length) row[key] = true;
  }
  return drop;
};

/** All of them at once. */
export const merged = (masks: Masks): MaskOptions => Object.assign({}, ...Object.values(masks));

/** One mask for every head: beside scores with heads, an axis of length 1 to broadcast over. */
export function overHeads({ drop, ...masks }: MaskOptions, numHeads: number): MaskOptions {
  const each = drop as boolean[][][] | undefined;
  if (!each) return masks;
  return { ...masks, drop: numHeads > 1 ? each.map((sentence) => [sentence]) : each };
}
