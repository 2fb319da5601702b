// npm run bench -- --webgpu: small layers in a browser, ours and ONNX Runtime's WebGPU in one page.
//   --json FILE   the same as JSON
//   --hardware    on the GPU of this machine; else on the adapter that Chromium brings along for the processor
// On a processor this shows what is asked of a GPU (dispatches, bytes), not how fast one is.
// Outputs are compared with the reference in float64 before anything is timed.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from '@playwright/test';
import { chromium, chromiumFlags } from '../../../web/scripts/chromium.mjs';
import { graphsOf } from '../attention-graphs.mjs';
import { check, expect } from '../expected.mjs';
import { inputsOf, optionsOf } from '../inputs.mjs';
import { nameOf, workloads } from '../workloads.mjs';

const asked = process.argv.slice(2);
const onProcessor = !asked.includes('--hardware');
const chosen = workloads.filter(
  ({ kind, numSteps, numHiddens, mask }) =>
    kind === 'layer' && ['none', 'causal'].includes(mask) && (!onProcessor || (numSteps <= 128 && numHiddens <= 256)),
);
const rounds = onProcessor ? 5 : 30;
const passes = 64;

const flags = onProcessor
  ? ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']
  : ['--enable-unsafe-webgpu', '--enable-features=Vulkan'];
const origin = 'http://localhost';
const folders = {
  '/lib/': new URL('../../../dist/lib/', import.meta.url),
  '/ort/': new URL('../node_modules/onnxruntime-web/dist/', import.meta.url),
  '/bench/': new URL('./', import.meta.url),
};
const types = { js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm' };

/** The page and its files, without a server. */
async function serve(route) {
  const { pathname } = new URL(route.request().url());
  const folder = Object.keys(folders).find((start) => pathname.startsWith(start));
  if (!folder) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>WebGPU</title>' });
  const path = fileURLToPath(new URL(pathname.slice(folder.length), folders[folder]));
  return route.fulfill({ path, contentType: types[path.split('.').at(-1)] });
}

const base64 = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64');
const sent = ({ data, shape }) => ({ data: base64(data), shape });

function taskOf(workload) {
  const inputs = inputsOf(workload);
  const parameters = Object.fromEntries(Object.entries(inputs.parameters).map(([name, W]) => [name, sent(W)]));
  return {
    workload,
    options: optionsOf(workload),
    inputs: { X: sent(inputs.X), parameters },
    graphs: graphsOf(workload, inputs).map(({ way, bytes, output }) => ({ way, output, model: base64(bytes) })),
  };
}

/** The fastest of the right ways; what the others lack is told. */
function fastest(ways, expected, workload) {
  const right = ways.filter((way) => {
    if (way.failure) return false;
    try {
      check(Float32Array.from(way.output), expected, workload);
    } catch (error) {
      way.failure = error.message;
    }
    return !way.failure;
  });
  return right.sort((a, b) => a.time - b.time)[0];
}

const kib = (bytes) => `${(bytes / 1024).toFixed(bytes < 10240 ? 1 : 0)} KiB`;
const cell = (one) =>
  one
    ? [one.time.toFixed(1), one.dispatches, one.submissions, kib(one.uploaded), kib(one.readBack)]
    : ['–', '', '', '', ''];
const columns = ['ms', 'dispatches', 'submissions', 'uploaded', 'read back'];
const line = (name, cells) => console.log([name.padEnd(30), ...cells.map((text) => `${text}`.padStart(12))].join(''));

const browser = await playwright.launch({
  args: [...chromiumFlags, ...flags],
  ...(chromium && { executablePath: chromium }),
});
try {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, serve);
  await page.goto(`${origin}/`);
  if (!(await page.evaluate(async () => (await navigator.gpu?.requestAdapter()) != null)))
    throw new Error('this Chromium has no WebGPU adapter');
  const call = (name, ...given) =>
    page.evaluate(async ([what, args]) => (await import('/bench/page.js'))[what](...args), [name, given]);
  const about = await call('start');
  console.log(`Chromium ${browser.version()}, ${JSON.stringify(about.adapter)}; ONNX Runtime ${about.onnxruntime}`);
  if (onProcessor) console.log('An adapter of the processor: dispatches and bytes say something, milliseconds do not.');
  line('one call: ours', columns);
  const results = [];
  for (const workload of chosen) {
    const task = taskOf(workload);
    const expected = await expect(workload);
    const { ours, theirs } = await call('compare', task, rounds);
    check(Float32Array.from(ours.output), expected, workload);
    const best = fastest(theirs, expected, workload);
    line(nameOf(workload), cell(ours));
    line(`  ${best?.way ?? 'ONNX Runtime: none is right'}`.slice(0, 30), cell(best));
    for (const { way, failure } of theirs) if (failure) console.log(`    ${way}: ${failure}`);
    const { output: _, ...numbers } = ours;
    results.push({ workload, ours: numbers, theirs: theirs.map(({ output, ...rest }) => rest) });
  }
  const uploaded = await call('uploads', taskOf(chosen[1]), passes);
  console.log(
    `${passes} passes through ${nameOf(chosen[1])}: ${kib(uploaded.first)} uploaded by the first, ` +
      `${kib(uploaded.later / (passes - 1))} by each later one`,
  );
  const json = asked.indexOf('--json');
  if (json >= 0) writeFileSync(asked[json + 1], `${JSON.stringify({ about, results, uploaded }, null, 1)}\n`);
} finally {
  await browser.close();
}
