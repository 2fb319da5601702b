// WebGPU in a browser, on the adapter that Chromium brings along for the CPU: the package as built, from a plain host.
// Values within 1e-6 + 1e-5·|x|, as everywhere.

import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { isClose } from '../lib/compare';
import { type GoldenCase, given, readGolden } from '../lib/golden';
import { type Host, STRICT_POLICY, serveFolder } from '../package/host';
import { skipWithoutAdapter, withWebGpu } from '../support/webgpu-in-browser';
import { randomExample } from './random';

// A GPU process that was killed on purpose may come back as often as it likes.
test.use(withWebGpu('--disable-domain-blocking-for-3d-apis', '--disable-gpu-process-crash-limit'));
// One after the other: all of it shares one CPU with the adapter.
test.describe.configure({ mode: 'default' });

type Stages = Record<string, { data: number[]; shape: number[] }>;
type Package = typeof import('xattention');

let host: Host;
test.beforeAll(async () => {
  host = await serveFolder(fileURLToPath(new URL('../../dist/lib', import.meta.url)));
});
test.afterAll(() => host.close());

/** A page of that host; `init` runs before anything else there. */
async function visit(page: Page, init = ''): Promise<void> {
  await page.addInitScript(init);
  const html = '<!doctype html><title>A page</title>';
  const headers = { 'content-security-policy': STRICT_POLICY };
  await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', body: html, headers }));
  await page.goto(`${host.url}page.html`);
}

interface Example {
  name: string;
  Q: unknown;
  K: unknown;
  V: unknown;
  options: object;
}

/** Traces and outputs, by the engine that an expression makes of the package. */
function compute(page: Page, engine: 'gpu' | 'routed' | 'reference', examples: Example[]): Promise<Stages[]> {
  return page.evaluate(
    async ([name, all, url]) => {
      const { load, loadWasm, loadWebGpu } = (await import(url)) as Package;
      const opened = {
        gpu: () => loadWebGpu(),
        routed: async () => {
          const routed = await load({ webgpuFrom: 0, softwareGpu: true });
          await routed.attention([[1]], [[1]], [[1]]);
          while (routed.info.reason.includes('being tried')) await new Promise((resolve) => setTimeout(resolve, 10));
          return routed;
        },
        reference: () => loadWasm({ variant: 'reference' }),
      };
      const engine = await opened[name]();
      const results: Stages[] = [];
      for (const { Q, K, V, options } of all) {
        const trace = await engine.trace(Q as never, K as never, V as never, options);
        const { output } = await engine.attention(Q as never, K as never, V as never, options);
        const stages = Object.entries({ ...trace, fused: output });
        results.push(Object.fromEntries(stages.map(([key, { data, shape }]) => [key, { data: [...data], shape }])));
      }
      engine.dispose();
      return results;
    },
    [engine, examples, `${host.url}index.js`] as const,
  );
}

function expectClose(actual: Stages | undefined, expected: Stages, name: string): void {
  for (const [stage, { data, shape }] of Object.entries(expected)) {
    expect(actual?.[stage]?.shape, `${name}: shape of ${stage}`).toEqual(shape);
    const wrong = data.findIndex((x, i) => !isClose(actual?.[stage]?.data[i] as number, x));
    expect(wrong, `${name}: first place where ${stage} differs`).toBe(-1);
  }
}

const exampleOf = (golden: GoldenCase): Example => ({
  name: golden.id,
  ...{ Q: given(golden, 'Q'), K: given(golden, 'K'), V: given(golden, 'V') },
  options: golden.options,
});

/** A dozen from all over the golden cases. */
const goldens = ['cases.txt', 'lesson.txt', 'masks.txt', 'options.txt']
  .flatMap(readGolden)
  .filter(({ op, throws, digests }) => op === 'attention' && !throws && Object.keys(digests).length === 0)
  .filter((_, i, { length }) => i % Math.ceil(length / 12) === 0);

for (const engine of ['gpu', 'routed'] as const) {
  test(`golden values: ${engine === 'gpu' ? 'loadWebGpu()' : 'load(), every call on the GPU'}`, async ({ page }) => {
    await visit(page);
    await skipWithoutAdapter(page);
    expect(goldens.length).toBeGreaterThan(9);
    const results = await compute(page, engine, goldens.map(exampleOf));
    goldens.forEach(({ id, expected }, i) => {
      const stages = Object.entries(expected).map(([name, { data, shape }]) => [name, { data: [...data], shape }]);
      expectClose(results[i], Object.fromEntries(stages), id);
    });
  });
}

test('random shapes and masks agree with the reference', async ({ page }) => {
  await visit(page);
  await skipWithoutAdapter(page);
  // A difference of float32 beside large cancelling terms is for tests/webgpu/random.test.ts, which knows their bounds.
  const seeds = Array.from({ length: 8 }, (_, i) => 100 + i);
  const examples = seeds.map((seed) => ({ name: `seed ${seed}`, ...randomExample(seed) }));
  const [results, expected] = [await compute(page, 'gpu', examples), await compute(page, 'reference', examples)];
  examples.forEach(({ name }, i) => {
    expectClose({ fused: results[i]?.fused as never }, { fused: expected[i]?.fused as never }, name);
  });
});

test('load() measures: an adapter on the CPU is slower than the core, and says so', async ({ page }) => {
  await visit(page);
  await skipWithoutAdapter(page);
  const { before, after, output, right } = await page.evaluate(async (url) => {
    const { load, loadWasm } = (await import(url)) as Package;
    const engine = await load({ softwareGpu: true });
    const before = engine.info.reason;
    const data = Float32Array.from({ length: 300 * 128 }, (_, i) => Math.sin(i));
    const X = { data, shape: [2, 300, 64] };
    const { output } = await engine.attention(X, X, X);
    while (engine.info.reason.includes('being tried')) await new Promise((resolve) => setTimeout(resolve, 10));
    const right = (await loadWasm({ threads: 1 })).attention(X, X, X).output;
    const [first, second] = [output, right].map((tensor) => [...tensor.data.subarray(0, 1000)]);
    return { before, after: engine.info.reason, output: first ?? [], right: second ?? [] };
  }, `${host.url}index.js`);
  expect(before).toMatch(/in a module worker; WebGPU not before a call is large$/);
  expect(after).toMatch(/no outputs and summaries, as measured, on WebGPU \(/);
  expect(output.findIndex((x, i) => !isClose(x, right[i] as number))).toBe(-1);
});

for (const [name, init, reason] of [
  ['no navigator.gpu', 'delete Navigator.prototype.gpu', /without WebGPU, as there is none here$/],
  ['no adapter', 'GPU.prototype.requestAdapter = async () => null', /expected an adapter, got none/],
] as const) {
  test(`${name}: load() computes in WebAssembly, loadWebGpu() says why not`, async ({ page }) => {
    await visit(page, init);
    const { output, said, refusal } = await page.evaluate(async (url) => {
      const { load, loadWebGpu } = (await import(url)) as Package;
      const engine = await load({ webgpuFrom: 0 });
      const { output } = await engine.attention([[1, 0]], [[1, 0]], [[3, 4]]);
      const refusal = await loadWebGpu().catch(({ code }) => code);
      while (engine.info.reason.includes('being tried')) await new Promise((resolve) => setTimeout(resolve, 10));
      return { output: [...output.data], said: engine.info.reason, refusal };
    }, `${host.url}index.js`);
    expect(output).toEqual([3, 4]);
    expect(said).toMatch(reason);
    expect(refusal).toBe('webgpu-unavailable');
  });
}

test('an engine of one variant lists WebGPU beside the others, and only where there is an adapter', async ({
  page,
}) => {
  const listed = () =>
    page.evaluate(async (url) => {
      const { load } = (await import(url)) as Package;
      const engine = await load({ variant: 'reference' });
      engine.dispose();
      return engine.variants.map(({ name }) => name);
    }, `${host.url}index.js`);
  await visit(page);
  await skipWithoutAdapter(page);
  expect(await listed()).toContain('webgpu');
  await page.evaluate(() => {
    GPU.prototype.requestAdapter = async () => null;
  });
  expect(await listed()).not.toContain('webgpu');
});

test('the GPU process is killed while calls are pending: they are answered, and so is the next', async ({ page }) => {
  await visit(page);
  await skipWithoutAdapter(page);
  await page.evaluate(async (url) => {
    const { load } = (await import(url)) as Package;
    const engine = await load({ webgpuFrom: 0, softwareGpu: true });
    const data = Float32Array.from({ length: 256 * 64 }, (_, i) => Math.sin(i));
    const X = { data, shape: [256, 64] };
    await engine.attention([[1, 0]], [[1, 0]], [[3, 4]]);
    while (engine.info.reason.includes('being tried')) await new Promise((resolve) => setTimeout(resolve, 10));
    const pending = Promise.all([engine.attention(X, X, X), engine.trace(X, X, X)]);
    Object.assign(globalThis, { engine, pending });
  }, `${host.url}index.js`);
  const session = await page.context().browser()?.newBrowserCDPSession();
  // Its own answer may go down with it.
  session?.send('Browser.crashGpuProcess').catch(() => {});
  const answers = await page.evaluate(async () => {
    const { engine, pending } = globalThis as unknown as {
      engine: import('xattention').AsyncEngine;
      pending: Promise<[{ output: { data: Float32Array } }, { output: { data: Float32Array } }]>;
    };
    const [{ output: fused }, { output: traced }] = await pending;
    const next = await engine.attention([[1, 0]], [[1, 0]], [[3, 4]]);
    return {
      fused: [...fused.data],
      traced: [...traced.data],
      next: [...next.output.data],
      reason: engine.info.reason,
    };
  });
  expect(answers.fused.findIndex((x, i) => !isClose(x, answers.traced[i] as number))).toBe(-1);
  expect(answers.fused).toHaveLength(256 * 64);
  expect(answers.next).toEqual([3, 4]);
  // Who asks anew gets a new device, once there is a GPU process again.
  await expect(async () => {
    const [result] = await compute(page, 'gpu', [{ name: '', Q: [[1, 0]], K: [[1, 0]], V: [[3, 4]], options: {} }]);
    expect(result?.fused?.data).toEqual([3, 4]);
  }).toPass({ timeout: 15_000 });
});
