// What the programs in Python have in common: the same input, and how it ends.
import type { Tensor } from 'xattention';
import type { Recipe } from '../recipe';
import { nested, quotedList } from './literals';

const words = { nan: 'nan', infinity: 'inf' };

/** The tokens, X, the parameters and the mask, each as an array of the library. */
export function givens(
  { tokens, X, parameters, keep }: Recipe,
  array: (literal: string, type: 'float' | 'bool') => string,
): string {
  const shaped = ({ shape }: Tensor) => `  # (${shape.join(', ')})`;
  const given = Object.entries({ X, ...parameters }).map(
    ([name, tensor]) => `${name} = ${array(nested(tensor, words), 'float')}${shaped(tensor)}\n`,
  );
  return `tokens = ${quotedList(tokens)}
${given.join('')}${keep ? `# 1: the row may read the column.\nkeep = ${array(nested(keep, words), 'bool')}${shaped(keep)}\n` : ''}`;
}

/** Each stage under its name. */
export function printed(numHeads: number): string {
  const names = ['Q', 'K', 'V', 'scores', 'scaled', 'masked', 'attention_weights'];
  const stages = [...names, ...(numHeads > 1 ? ['heads', 'concat'] : []), 'output'];
  return `for name, stage in {
${stages.map((name) => `    "${name}": ${name},\n`).join('')}}.items():
    print(name, tuple(stage.shape))
    print(stage)
`;
}
