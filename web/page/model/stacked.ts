// Attention weights of a whole model have an axis more than the core takes: its layers, in one array or in a list of arrays.
import { isRecord } from '../../lib/checks';
import { AttentionError } from '../../lib/errors';
import { readTensor } from '../../lib/tensors';
import type { CoreTensor } from '../../lib/wasm/core';

/** (layers, batch, heads, queries, keys). */
const mostAxes = 5;

export interface Stacked extends CoreTensor {
  /** It came as a list of tensors with their shapes, one for each layer. */
  isList: boolean;
}

/** @throws AttentionError naming the place, what was expected there and what came */
export function readStacked(value: unknown, argument: string): Stacked {
  if (!Array.isArray(value) || !isRecord(value[0])) return { ...readTensor(value, argument, mostAxes), isList: false };
  const layers = value.map((layer: unknown, i) => readTensor(layer, `${argument}[${i}]`));
  const [{ shape, data }] = layers as [CoreTensor];
  const all = new Float32Array(layers.length * data.length);
  for (const [i, layer] of layers.entries()) {
    if (layer.shape.join() !== shape.join())
      throw new AttentionError('shape', {
        argument: `${argument}[${i}]`,
        expected: `(${shape.join(', ')}), as the first`,
        got: `(${layer.shape.join(', ')})`,
      });
    all.set(layer.data, i * data.length);
  }
  return { data: all, shape: [layers.length, ...shape], isList: true };
}

/** Whether an array of this name has layers for its first axis: transformers keeps one array for each in `attentions`. */
export const namesLayers = (name: string, { length: axes }: readonly number[]): boolean =>
  /^layers$/i.test(name) || (axes > 3 && /^((all|encoder|decoder|cross)_)?attentions$/i.test(name));
