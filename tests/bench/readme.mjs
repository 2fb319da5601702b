// Writes what was measured into README.md, between its marks, and draws the plots beside it.
//   npm run bench -- --json FULL, --threads --json THREADS, --sweep --json SWEEP;
//   then: node tests/bench/readme.mjs FULL THREADS SWEEP

import { readFileSync, writeFileSync } from 'node:fs';
import { barsOf, geometricMean, mebibytes } from './bars.mjs';
import { plotShares, plotTimes } from './plots.mjs';
import { milliseconds, ourOwnFor } from './report.mjs';

const [full, threaded, sweep] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')));
const here = (file) => new URL(file, import.meta.url);

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map((_, i) => (i ? '--:' : '---'))), ...rows.map(row)].join('\n');
const percent = (x) => `${(100 * x).toFixed(0)} %`;
const times = (x) => (x < 1 ? `**${x.toFixed(2)}**` : x.toFixed(x < 10 ? 2 : 0));

/** Time of a peer ÷ ours. */
function ratioOf({ results }, peer) {
  const [ours, theirs] = [results[ourOwnFor(peer)], results[peer.name]];
  return ours?.median && theirs?.median && theirs.median / ours.median;
}

const engines = full.engines.filter(({ name }) => full.measured.some(({ results }) => results[name]?.median));
const peersAmong = (native) =>
  engines.filter((engine) => engine.native === native && !engine.title.startsWith('xattention'));

function meansOf(peers, ownColumns) {
  const layers = full.measured.filter(({ workload }) => workload.kind === 'layer');
  const mean = (peer) => {
    const values = layers.map((one) => ratioOf(one, peer)).filter(Boolean);
    return values.length === layers.length
      ? times(geometricMean(values))
      : `${times(geometricMean(values))} (of ${values.length})`;
  };
  return ['geometric mean of layers', ...Array(ownColumns).fill(''), ...peers.map(mean)];
}

function webTable() {
  const peers = peersAmong(false);
  const own = ({ median, gflops, share }) => [milliseconds(median), gflops.toFixed(0), percent(share)];
  const head = [
    '(batch, steps, hidden, heads)',
    'relaxed: ms',
    'GFLOP/s',
    'of ceiling',
    'plain SIMD: ms',
    'GFLOP/s',
    'of ceiling',
  ];
  const rows = full.measured.map((one) => [
    one.name,
    ...own(one.results.relaxed),
    ...own(one.results.simd),
    ...peers.map((peer) => (ratioOf(one, peer) ? times(ratioOf(one, peer)) : '–')),
  ]);
  return table([...head, ...peers.map(({ title }) => title)], [...rows, meansOf(peers, 6)]);
}

function nativeTable() {
  const peers = peersAmong(true);
  const rows = full.measured.map((one) => [
    one.name,
    milliseconds(one.results.native.median),
    one.results.native.gflops.toFixed(0),
    ...peers.map((peer) => (ratioOf(one, peer) ? times(ratioOf(one, peer)) : '–')),
  ]);
  const head = ['(batch, steps, hidden, heads)', 'ms', 'GFLOP/s', ...peers.map(({ title }) => title)];
  return table(head, [...rows, meansOf(peers, 2)]);
}

function threadsTable() {
  const head = ['(batch, steps, hidden, heads)', 'ms', 'GFLOP/s', threaded.engines[1].title];
  const rows = threaded.measured
    .filter(({ workload }) => workload.kind === 'layer')
    .map((one) => {
      const { median, gflops } = one.results['relaxed-2'];
      return [one.name, milliseconds(median), gflops.toFixed(0), times(ratioOf(one, threaded.engines[1]))];
    });
  return table(head, rows);
}

function memoryTable() {
  const rows = full.measured.filter(({ workload }) => workload.kind === 'attention');
  const cell = ({ results }, { name }) => {
    const { wasm, resident } = results[name]?.memory ?? {};
    if (resident === undefined) return '–';
    return wasm === undefined ? mebibytes(resident) : `${mebibytes(wasm)} (${mebibytes(resident)})`;
  };
  const body = engines.map((engine) => [engine.title, ...rows.map((one) => cell(one, engine))]);
  return table(['', ...rows.map(({ name }) => name)], body);
}

const bars = () =>
  table(
    ['', 'at least', 'aim', 'measured', ''],
    barsOf(
      full.measured.map((row, i) => ({ ...row, results: { ...threaded.measured[i].results, ...row.results } })),
    ).map(({ what, atLeast, aim, got, where }) => [what, atLeast, aim, got, where]),
  );

const clocks = { wall: 'time on the clock', processor: 'time of the processor, as the machine did other things too' };
const { cpu, cores, node, clock } = full.machine;
const versions = engines.map(({ title, version }) => `${title}: ${version}`).join('; ');
const ceilings = ['relaxed', 'simd'].map((name) => {
  const values = full.measured.map(({ results }) => results[name].ceiling).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)].toFixed(0);
});

const text = `
${cpu}, ${cores} cores, Node ${node}, one thread, ${clocks[clock]}, medians. ${versions}.
The multiply-add ceiling was ${ceilings[0]} GFLOP/s with relaxed SIMD, ${ceilings[1]} with a multiplication and an addition.

### In WebAssembly

Right of our columns: time of the other ÷ ours with relaxed SIMD; below 1, in bold, ours is slower. A dash: not run, too slow.

${webTable()}

### Natively

${nativeTable()}

### On two threads each

Ours with relaxed SIMD, in a run without the others: ONNX Runtime's threads go on looking for work between calls.

${threadsTable()}

### Memory of \`attention\`, beyond inputs and output

WebAssembly memory where it can be told, and in brackets, or alone, what the largest size of the process grew by: what it had let go of
before the call hides as much.

${memoryTable()}

### Bars

${bars()}
`;

const [begin, end] = ['<!-- measured: written by readme.mjs -->', '<!-- end -->'];
const readme = readFileSync(here('README.md'), 'utf8');
const [before, rest] = readme.split(begin);
const after = rest.split(end)[1];
writeFileSync(here('README.md'), `${before}${begin}\n${text}\n${end}${after}`);
writeFileSync(here('shares.svg'), plotShares(full));
if (sweep) writeFileSync(here('times.svg'), plotTimes(sweep));
