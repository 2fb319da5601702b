// What is asked of the kernels, beside what was measured. A bar whose workloads or peers were not run says so.

import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const KB = { name: 'KB', bytes: 1000 };
const MiB = { name: 'MiB', bytes: 2 ** 20 };

const isLayer = ({ workload }) => workload.kind === 'layer';
const from64 = ({ workload }) => isLayer({ workload }) && workload.numSteps >= 64;
const unmasked = ({ workload }) => workload.mask === 'none' && workload.numKvHeads === workload.numHeads;
const whole = (row) => from64(row) && unmasked(row);
const causalOfThree = ({ workload }) =>
  isLayer({ workload }) && workload.mask === 'causal' && workload.numSteps >= 512 && workload.numHiddens !== 768;
const smallest = (row) =>
  isLayer(row) && row.workload.numSteps === 16 && row.workload.numHiddens === 64 && unmasked(row);
const forThreads = (row) => whole(row) && (row.workload.numSteps >= 512 || row.workload.batchSize === 8);
const longest = ({ workload }) => workload.kind === 'attention' && workload.numSteps === 16384;

const share = (engine) => (row) => row.results[engine]?.share;
const ratio = (engine, peer) => (row) => {
  const [ours, theirs] = [row.results[engine]?.median, row.results[peer]?.median];
  return ours && theirs && theirs / ours;
};

/** The lowest of the values and where it is. */
function lowest(rows, get) {
  const known = rows.map((row) => [get(row), row.name]).filter(([value]) => value !== undefined);
  return known.sort(([a], [b]) => a - b)[0];
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);
}

const percent = (x) => `${(100 * x).toFixed(0)} %`;
const times = (x) => `${x.toFixed(2)} ×`;

function everyOne(what, rows, get, format, atLeast, aim) {
  const found = lowest(rows, get);
  const bar = { what, atLeast: format(atLeast), aim: format(aim) };
  if (!found) return { ...bar, got: 'not run', where: '' };
  const [value, name] = found;
  return { ...bar, got: format(value), where: `${verdict(value, atLeast, aim)}, lowest at ${name}` };
}

const verdict = (value, atLeast, aim) => (value >= aim ? 'reached' : value >= atLeast ? 'enough' : 'missed');

/** A geometric mean, and no value below. */
function meanAndLowest(what, rows, get, [mean, lowestAllowed], [meanAim, lowestAim]) {
  const values = rows.map(get).filter((value) => value !== undefined);
  const bar = { what, atLeast: times(mean), aim: times(meanAim) };
  if (values.length === 0) return [{ ...bar, got: 'not run', where: '' }];
  const got = geometricMean(values);
  return [
    { ...bar, got: times(got), where: `${verdict(got, mean, meanAim)}, geometric mean of ${values.length}` },
    everyOne(`${what}, each`, rows, get, times, lowestAllowed, lowestAim),
  ];
}

/** Bytes of the largest build as a web server sends it. */
function brotliSize() {
  const sizes = ['relaxed', 'simd', 'relaxed-threads', 'simd-threads'].map(
    (build) => brotliCompressSync(readFileSync(new URL(`../../dist/lib/wasm/${build}.wasm`, import.meta.url))).length,
  );
  return Math.max(...sizes);
}

/** A number of bytes, the fewer the better; undefined where it was not measured. */
function atMost(what, bytes, unit, most, aim) {
  const format = (x) => `${(x / unit.bytes).toFixed(x % unit.bytes ? 1 : 0)} ${unit.name}`;
  const bar = { what, atLeast: format(most), aim: format(aim) };
  if (bytes === undefined) return { ...bar, got: 'not run', where: '' };
  return { ...bar, got: format(bytes), where: verdict(-bytes, -most, -aim) };
}

export function barsOf(rows) {
  const web = 'onnxruntime-web';
  const wholes = rows.filter(whole);
  const causals = rows.filter(causalOfThree);
  const of = (engine, peer) => ratio(engine, peer);
  const peak = rows.find(longest)?.results.relaxed?.memory?.wasm;
  return [
    everyOne('whole layer from 64 steps, relaxed: share of the ceiling', wholes, share('relaxed'), percent, 0.8, 0.92),
    everyOne('whole layer from 64 steps, plain SIMD: share of the ceiling', wholes, share('simd'), percent, 0.8, 0.92),
    everyOne('causal at three sizes, relaxed: share of the ceiling', causals, share('relaxed'), percent, 0.72, 0.88),
    ...meanAndLowest(
      'whole layer from 64 steps: onnxruntime-web ÷ ours, relaxed',
      wholes,
      of('relaxed', web),
      [1.6, 1.35],
      [1.85, 1.6],
    ),
    ...meanAndLowest(
      'causal at three sizes: onnxruntime-web ÷ ours, relaxed',
      causals,
      of('relaxed', web),
      [2.3, 2.0],
      [2.8, 2.4],
    ),
    ...meanAndLowest(
      'whole layer from 64 steps: onnxruntime-web ÷ ours, plain SIMD',
      wholes,
      of('simd', web),
      [1.25, 1.1],
      [1.4, 1.25],
    ),
    everyOne('(1, 16, 64, 4): onnxruntime-web ÷ ours, relaxed', rows.filter(smallest), of('relaxed', web), times, 1, 2),
    ...meanAndLowest(
      'whole layer from 64 steps: onnxruntime-node ÷ ours, native',
      wholes,
      of('native', 'onnxruntime-node'),
      [0.9, 0],
      [1.15, 0],
    ).slice(0, 1),
    atMost(
      'attention (1, 16384, 64, 1), relaxed: memory beyond inputs and output',
      peak,
      MiB,
      4 * MiB.bytes,
      MiB.bytes,
    ),
    atMost('the largest .wasm, brotli', brotliSize(), KB, 120 * KB.bytes, 60 * KB.bytes),
    ...meanAndLowest(
      '512 steps up or batch 8: onnxruntime-web ÷ ours, relaxed, 2 threads each',
      rows.filter(forThreads),
      of('relaxed-2', 'onnxruntime-web-2'),
      [1.5, 1.3],
      [1.8, 1.5],
    ),
  ];
}

export const mebibytes = (bytes) => `${(bytes / MiB.bytes).toFixed(1)} MiB`;
