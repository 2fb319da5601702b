// What the programs in Python have in common: the same input, numbers set by hand, and how it ends.
import type { Tensor } from 'xattention';
import { shortest } from '../../files/digits';
import type { Recipe } from '../recipe';
import { nested, quotedList } from './literals';

const words = { nan: 'nan', infinity: 'inf' };

/** How a library writes an array. */
export type ArrayOf = (literal: string, type: 'float' | 'bool') => string;

/** The tokens, the inputs, the parameters and the masks, each as an array of the library. */
export function givens({ sentences, inputs, parameters, keep, dropout }: Recipe, array: ArrayOf): string {
  const line = (name: string, tensor: Tensor, type: 'float' | 'bool') =>
    `${name} = ${array(nested(tensor, words), type)}  # (${tensor.shape.join(', ')})\n`;
  const named = Object.entries({ ...inputs, ...parameters }).map(([name, tensor]) => line(name, tensor, 'float'));
  return `tokens = ${tokenList(sentences)}
${named.join('')}${'keys' in inputs ? 'values = keys\n' : ''}${keep ? `# 1: the row may read the column.\n${line('keep', keep, 'bool')}` : ''}${dropout ? `# 1: the weight was not dropped.\n${line('kept', dropout.kept, 'bool')}` : ''}`;
}

/** A sentence, or a batch of them. */
export function tokenList(sentences: readonly (readonly string[])[]): string {
  const lists = sentences.map(quotedList);
  return lists.length === 1 ? (lists[0] as string) : `[${lists.join(', ')}]`;
}

/** Numbers of a stage that were set by hand: one assignment each. */
export function assignments({ edits, ...sizes }: Recipe, stage: 'scores' | 'attentionWeights', name: string): string {
  const { numHeads, numSteps, numKvPairs } = sizes;
  return edits
    .filter((edit) => edit.stage === stage)
    .map(({ index, value }) => {
      const pair = [Math.floor(index / numKvPairs) % numSteps, index % numKvPairs];
      const sheet = Math.floor(index / (numSteps * numKvPairs));
      const lead = numHeads > 1 ? [Math.floor(sheet / numHeads), sheet % numHeads] : [sheet];
      return `\n${name}[${[...lead, ...pair].join(', ')}] = ${shortest(Math.fround(value))}  # set by hand`;
    })
    .join('');
}

/** Each stage under its name. */
export function printed({ numHeads, drops, parameters }: Recipe): string {
  const names = ['Q', 'K', 'V', 'scores', 'scaled', 'masked', 'attention_weights'];
  const joined = numHeads > 1 ? ['heads', 'concat'] : [];
  const last = numHeads > 1 && !parameters ? [] : ['output'];
  const stages = [...names, ...(drops ? ['dropped'] : []), ...joined, ...last];
  return `for name, stage in {
${stages.map((name) => `    "${name}": ${name},\n`).join('')}}.items():
    print(name, tuple(stage.shape))
    print(stage)
`;
}

/** The inputs of the three projections. */
export const projected = ({ inputs }: Recipe): { Q: string; K: string; V: string } =>
  'keys' in inputs ? { Q: 'queries', K: 'keys', V: 'values' } : { Q: 'X', K: 'X', V: 'X' };
