// The picture as a program for this package.
import type { Recipe } from '../recipe';
import { nested, quotedList } from './literals';

const words = { nan: 'NaN', infinity: 'Infinity' };

export function javascriptProgram({ tokens, X, parameters, keep, numHiddens, numHeads }: Recipe): string {
  const names = Object.keys(parameters).join(', ');
  const layer = parameters.W_o
    ? `engine.multiHeadAttention({ numHiddens: ${numHiddens}, numHeads: ${numHeads}, parameters: { ${names} } })`
    : `engine.selfAttention({ numHiddens: ${numHiddens}, parameters: { ${names} } })`;
  const givens = Object.entries({ X, ...parameters }).map(
    ([name, tensor]) => `const ${name} = ${nested(tensor, words)}; // (${tensor.shape.join(', ')})\n`,
  );
  const stages = ['Q', 'K', 'V', 'scores', 'scaled', 'masked', 'attentionWeights'];
  const shown = [...stages, ...(parameters.W_o ? ['heads', 'concat'] : []), 'output'];
  return `// Attention with xattention: the numbers of the page, computed again.
// npm install xattention, then: node attention.mjs
import { loadWasm } from 'xattention';

const tokens = ${quotedList(tokens)};
${givens.join('')}${keep ? `// 1: the row may read the column.\nconst keep = ${nested(keep, words)};\n` : ''}
const engine = await loadWasm();
const layer = ${layer};
const trace = layer.trace(X${keep ? ', { keep }' : ''});

for (const name of [${shown.map((name) => `'${name}'`).join(', ')}]) {
  const { data, shape } = trace[name];
  console.log(name, \`(\${shape.join(', ')})\`);
  const cols = shape.at(-1);
  for (let start = 0; start < data.length; start += cols) {
    const row = data.subarray(start, start + cols);
    console.log(Array.from(row, (value) => value.toFixed(4).padStart(9)).join(' '));
  }
}
engine.dispose();
`;
}
