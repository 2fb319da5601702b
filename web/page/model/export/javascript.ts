// The picture as a program for this package.
import { shortest } from '../../files/digits';
import type { Recipe } from '../recipe';
import { nested } from './literals';
import { tokenList } from './python';

const words = { nan: 'NaN', infinity: 'Infinity' };

export function javascriptProgram(recipe: Recipe): string {
  const { sentences, inputs, parameters, keep, numHeads, drops } = recipe;
  const givens = Object.entries({ ...inputs, ...parameters }).map(
    ([name, tensor]) => `const ${name} = ${nested(tensor, words)}; // (${tensor.shape.join(', ')})\n`,
  );
  const projections = parameters ? ['Q', 'K', 'V'] : [];
  const stages = [...projections, 'scores', 'scaled', 'masked', 'attentionWeights', ...(drops ? ['dropped'] : [])];
  const shown = [...stages, ...(numHeads > 1 && parameters ? ['heads', 'concat'] : []), 'output'];
  return `// Attention with xattention: the numbers of the page, computed again.
// npm install xattention, then: node attention.mjs
import { loadWasm } from 'xattention';

const tokens = ${tokenList(sentences)};
${givens.join('')}${keep ? `// 1: the row may read the column.\nconst keep = ${nested(keep, words)};\n` : ''}
const engine = await loadWasm();
${maker(recipe)}const options = { ${options(recipe).join(', ')} };
${tracing(recipe)}

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

function maker({ parameters, numHiddens, numHeads, numKvHeads }: Recipe): string {
  if (!parameters) return '';
  const names = `parameters: { ${Object.keys(parameters).join(', ')} }`;
  const heads = `numHeads: ${numHeads}${numKvHeads < numHeads ? `, numKvHeads: ${numKvHeads}` : ''}`;
  return parameters.W_o
    ? `const layer = engine.multiHeadAttention({ numHiddens: ${numHiddens}, ${heads}, ${names} });\n`
    : `const layer = engine.selfAttention({ numHiddens: ${numHiddens}, ${names} });\n`;
}

const options = ({ keep, scale, softcap, dropout }: Recipe): string[] => [
  ...(keep ? ['keep'] : []),
  ...(scale === null ? [] : [`scale: ${scale}`]),
  ...(softcap === 0 ? [] : [`softcap: ${softcap}`]),
  ...(dropout ? [`dropout: { p: ${dropout.p}, seed: ${dropout.seed} }`] : []),
];

/** Traced once; then again from each stage of which a number was set by hand. */
function tracing({ inputs, parameters, edits }: Recipe): string {
  const input = 'keys' in inputs ? '{ queries, keys, values: keys }' : 'X';
  const trace = (more: string) => (parameters ? `layer.trace(${input}, ${more})` : `engine.trace(Q, K, V, ${more})`);
  const replaced: string[] = [];
  const lines = (['scores', 'attentionWeights'] as const).flatMap((stage) => {
    const own = edits.filter((edit) => edit.stage === stage);
    if (own.length === 0) return [];
    replaced.push(`${stage}: trace.${stage}`);
    return [
      ...own.map(
        ({ index, value }) => `trace.${stage}.data[${index}] = ${shortest(Math.fround(value))}; // set by hand`,
      ),
      `trace = ${trace(`{ ...options, replace: { ${replaced.join(', ')} } }`)};`,
    ];
  });
  return [`${lines.length > 0 ? 'let' : 'const'} trace = ${trace('options')};`, ...lines].join('\n');
}
