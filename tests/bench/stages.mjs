// Times every stage in this process: each kernel variant, one thread, a few shapes.
//   npm run bench -- --stages               a table
//   npm run bench -- --stages --json FILE   the same as JSON
// Results are compared with the reference before anything is timed. Best and median of repeated runs.

import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { loadWasm } from '../../dist/lib/index.js';

/** (batch_size, num_steps, num_hiddens, num_heads) of multi-head self-attention with W_o. */
const workloads = [
  [1, 16, 64, 4],
  [1, 64, 128, 4],
  [1, 128, 256, 8],
  [2, 512, 256, 8],
];

const variants = ['relaxed', 'simd', 'reference'];
const secondsPerFigure = 0.3;

/** Numbers between −1 and 1 that need no generator of their own: the sines of the encoding. */
function inputOf(engine, batchSize, numSteps, numHiddens) {
  const { data } = engine.positionalEncoding(batchSize * numSteps, numHiddens);
  return { data, shape: [batchSize, numSteps, numHiddens] };
}

/** What is timed, by name; each call does one stage or one composition of them. */
function stagesOf(engine, X, numHiddens, numHeads) {
  const layer = engine.multiHeadAttention({ numHiddens, numHeads, seed: 1 });
  const { Q, K, V, scaled } = layer.trace(X);
  const stages = Object.values(engine.trace(Q, K, V));
  return {
    forward: () => layer.forward(X).output,
    'forward, causal': () => layer.forward(X, { causal: true }).output,
    trace: () => layer.trace(X).output,
    'attention(Q, K, V)': () => engine.attention(Q, K, V).output,
    'trace(Q, K, V)': () => engine.trace(Q, K, V).output,
    // What a trace has to do beyond attention at the least.
    'copies of those stages': () => stages.map(({ data, shape }) => ({ data: data.slice(), shape })).at(-1),
    'summarize(Q, K, V)': () => engine.summarize(Q, K, V).rowMax,
    'maskedSoftmax(scaled)': () => engine.maskedSoftmax(scaled),
  };
}

/** Multiply-adds count two; softmax and copies have none worth counting. */
function flopOf(stage, [batchSize, numSteps, numHiddens]) {
  const projections = 4 * 2 * batchSize * numSteps * numHiddens ** 2;
  const pairs = stage.includes('causal') ? (numSteps * (numSteps + 1)) / 2 : numSteps ** 2;
  const attention = 2 * 2 * batchSize * pairs * numHiddens;
  if (/^(masked|copies)/.test(stage)) return undefined;
  if (stage.startsWith('summarize')) return attention / 2;
  return stage.endsWith('(Q, K, V)') ? attention : projections + attention;
}

function check(name, result, expected) {
  result.data.forEach((x, i) => {
    const error = Math.abs(x - expected.data[i]);
    // Unit-scale data, end to end: see the accuracy section of the README.
    if (!(error <= 1e-5 + 1e-4 * Math.abs(expected.data[i])))
      throw new Error(`${name} is wrong at ${i}: ${x}, the reference says ${expected.data[i]}`);
  });
}

function time(call) {
  const times = [];
  const end = performance.now() + secondsPerFigure * 1000;
  while (times.length < 5 || performance.now() < end) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { best: times[0], median: times[Math.floor(times.length / 2)], runs: times.length };
}

async function engines() {
  const loaded = [];
  for (const variant of variants) {
    try {
      loaded.push([variant, await loadWasm({ variant, threads: 1 })]);
    } catch (error) {
      console.log(`${variant}: not timed, ${error.message}`);
    }
  }
  return loaded;
}

const all = await engines();
const [, reference] = all.at(-1);
const rows = [];
for (const workload of workloads) {
  const [batchSize, numSteps, numHiddens, numHeads] = workload;
  const X = inputOf(reference, batchSize, numSteps, numHiddens);
  const expected = stagesOf(reference, X, numHiddens, numHeads);
  for (const [variant, engine] of all) {
    for (const [stage, call] of Object.entries(stagesOf(engine, X, numHiddens, numHeads))) {
      check(`${variant}: ${stage}`, call(), expected[stage]());
      const measured = time(call);
      const flop = flopOf(stage, workload);
      const gflops = flop && flop / measured.median / 1e6;
      rows.push({ workload, stage, variant, ...measured, gflops });
    }
  }
}

console.log(`${os.cpus()[0].model}, Node ${process.version}, one thread; milliseconds, calls and copies included`);
console.log('(batch, steps, hidden, heads)  stage                   variant      best   median  GFLOP/s');
for (const { workload, stage, variant, best, median, gflops } of rows)
  console.log(
    [
      `(${workload})`.padEnd(30),
      stage.padEnd(23),
      variant.padEnd(9),
      best.toFixed(3).padStart(8),
      median.toFixed(3).padStart(8),
      (gflops?.toFixed(1) ?? '').padStart(8),
    ].join(' '),
  );

const jsonAt = process.argv.indexOf('--json');
if (jsonAt > 0) writeFileSync(process.argv[jsonAt + 1], JSON.stringify({ node: process.version, rows }, null, 1));
