// Times the product kernel alone, beside the multiply-add ceiling: both builds, one thread, in turns.
//   npm run bench -- --kernels               a table
//   npm run bench -- --kernels --json FILE   the same as JSON
// Every product is compared with float64 before it is timed.

import { readFileSync, writeFileSync } from 'node:fs';
import { ceilingLoop } from './ceiling.mjs';
import { clockOf, sampleCalls, summaryOf } from './timing.mjs';

/** (rows, depth, columns): the projections of the workloads, all three at once from 256 hidden on. */
const products = [
  [16, 64, 64],
  [64, 128, 128],
  [128, 256, 256],
  [128, 256, 768],
  [1024, 256, 768],
  [512, 768, 2304],
  [1024, 512, 1536],
];

const rounds = 7;
const seconds = 0.1;

async function open(name) {
  const module = await WebAssembly.compile(
    readFileSync(new URL(`../../build/wasm/kernels-${name}.wasm`, import.meta.url)),
  );
  // Emscripten asks for a few functions of the system, which products do not call.
  const imports = {};
  for (const { module: from, name: what } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][what] = () => {
      throw new Error(`${what} was called`);
    };
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();
  return { name, kernel: exports, ceiling: ceilingLoop(name === 'relaxed') };
}

function check(kernel, size) {
  kernel.multiply(1);
  const worst = kernel.worst_error();
  if (!(worst <= 1)) throw new Error(`the product of ${size} is off by ${worst} times what is allowed`);
}

/** GFLOP/s of the products of one size and of the ceiling, each build, in turns. */
async function timeOf(engines, size, clock) {
  const flop = 2 * size.reduce((a, b) => a * b);
  const times = engines.map(({ kernel }) => {
    kernel.prepare(...size);
    check(kernel, size);
    return { product: [], ceiling: [] };
  });
  for (let round = 0; round < rounds; ++round)
    for (const [i, { kernel, ceiling }] of engines.entries()) {
      times[i].product.push(...(await sampleCalls(() => kernel.multiply(1), clock, seconds)).times);
      let done = 0;
      const loop = await sampleCalls(() => (done = ceiling()), clock, seconds / 5);
      times[i].ceiling.push(...loop.times.map((time) => time / done));
    }
  return engines.map(({ name }, i) => {
    const gflops = flop / summaryOf(times[i].product).median / 1e6;
    const ceiling = 1 / summaryOf(times[i].ceiling).median / 1e6;
    return { name, size, gflops, ceiling, share: gflops / ceiling };
  });
}

const asked = process.argv.slice(2);
const clock = clockOf(asked.includes('--processor') ? 'processor' : 'wall');
const engines = await Promise.all(['relaxed', 'simd'].map(open));
console.log(
  ['(rows, depth, columns)'.padEnd(24), ...engines.map(({ name }) => `${name}: GFLOP/s`.padStart(26))].join(''),
);
const results = [];
for (const size of products) {
  const row = await timeOf(engines, size, clock);
  results.push(...row);
  const cells = row.map(({ gflops, ceiling, share }) =>
    `${gflops.toFixed(1)} of ${ceiling.toFixed(1)}, ${(100 * share).toFixed(0)} %`.padStart(26),
  );
  console.log([`(${size.join(', ')})`.padEnd(24), ...cells].join(''));
}
const json = asked.indexOf('--json');
if (json >= 0) writeFileSync(asked[json + 1], `${JSON.stringify(results, null, 1)}\n`);
