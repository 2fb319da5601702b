// What an array is for, guessed from what it is called and how it looks; a person may say otherwise.
import { FileError } from '../../files/errors';
import { namesLayers } from '../stacked';
import type { FoundArray } from './found';

export const roles = ['X', 'Q', 'K', 'V', 'W_q', 'W_k', 'W_v', 'W_o', 'attention_weights'] as const;
export type Role = (typeof roles)[number];

export interface Chosen {
  array: FoundArray;
  role: Role | null;
  /** Its rows are outputs, as nn.Linear keeps them: it is turned when it is read. */
  turned: boolean;
  /** Of four axes, the first is the layers of a model, not the sentences of a batch. */
  layered: boolean;
}

export const isParameter = (role: Role | null): boolean => role?.startsWith('W_') ?? false;

/** From the most particular name to the least; a layer's `query.weight` is W_q, a bare `query` is Q. */
const names: readonly [RegExp, Role][] = [
  [/^(w_?q|.*(q_proj|to_q|wq|query|w_q)\.weight|.*[._]?(q_proj|to_q))$/, 'W_q'],
  [/^(w_?k|.*(k_proj|to_k|wk|key|w_k)\.weight|.*[._]?(k_proj|to_k))$/, 'W_k'],
  [/^(w_?v|.*(v_proj|to_v|wv|value|w_v)\.weight|.*[._]?(v_proj|to_v))$/, 'W_v'],
  [/^(w_?o|.*(o_proj|out_proj|to_out\.0|wo|w_o|attention\.output\.dense)\.weight|.*[._]?(o_proj|out_proj))$/, 'W_o'],
  [/^(q|query|queries|query_states|query_layer)$/, 'Q'],
  [/^(k|keys?|key_states|key_layer)$/, 'K'],
  [/^(v|values?|value_states|value_layer)$/, 'V'],
  [/^(x|inputs?|embeddings?|hidden_states?|inputs_embeds)$/, 'X'],
  [/^(attention_?weights?|attn(_?weights?|_?probs?)?|attentions?(_?probs?)?|weights)$/, 'attention_weights'],
  [/^(layers|(all_|encoder_|decoder_|cross_)attentions)$/, 'attention_weights'],
];

/** null: the name says nothing. */
export function roleOf(name: string): Role | null {
  const plain = name.trim().toLowerCase();
  return names.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** Each role once: where two arrays could have it, the first has. */
export function guess(arrays: readonly FoundArray[]): Chosen[] {
  const taken = new Set<Role>();
  return arrays.map((array) => {
    const said = roleOf(array.name) ?? (arrays.length === 1 ? byLooks(array) : null);
    const role = said !== null && !taken.has(said) ? said : null;
    if (role) taken.add(role);
    // PyTorch keeps nn.Linear.weight as (out, in).
    const turned = isParameter(role) && /\.weight$/i.test(array.name);
    return { array, role, turned, layered: array.layered ?? namesLayers(array.name, array.shape) };
  });
}

/** Rows of shares that add up to 1 are attention weights, any other matrix is an input. */
function byLooks(array: FoundArray): Role | null {
  const [cols = 0] = array.shape.slice(-1);
  if (array.shape.length < 2) return null;
  if (array.shape.length > 2) return 'attention_weights';
  if (cols === 0 || cols > 4096) return null;
  const first = firstRow(array, cols);
  if (!first) return null;
  const sum = first.reduce((total, value) => total + value, 0);
  return first.every((value) => value >= 0) && Math.abs(sum - 1) < 0.01 && cols > 1 ? 'attention_weights' : 'X';
}

/** undefined where the numbers cannot be read: that is said when somebody wants them. */
function firstRow({ read }: FoundArray, cols: number): number[] | undefined {
  try {
    const numbers = read();
    return Array.from({ length: cols }, (_, i) => numbers[i] ?? Number.NaN);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
