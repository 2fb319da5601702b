// Variants that the adapter of the other tests cannot run, on one that can: subgroups that hold the eight threads of a
// row, and shader-f16. Its compiler is another one too.

import { describe, expect, test, vi } from 'vitest';
import { loadWebGpu, type Tensor, type WebGpuEngine } from 'xattention';
import { describeGolden } from '../lib/conformance.js';
import { Random } from '../support/random.js';
import { gpu, reason } from './llvmpipe.js';
import { randomExample } from './random.js';
import { expectEndToEnd, expectRight, reference } from './right.js';
import { miscompilingGpu } from './tampered.js';

// A shader that comes up for the first time is compiled for seconds.
vi.setConfig({ testTimeout: 180_000 });

if (!gpu) test.skip(`WebGPU with shader-f16: ${reason}`, () => {});

const engine = gpu && (await loadWebGpu({ gpu }));
const COUNT = 30;
const FIRST = Number(process.env.WEBGPU_SEED ?? Math.floor(Math.random() * 1e6));

describe.runIf(engine)('a device with everything', () => {
  test('gets the variant that uses all of it, and says so', () => {
    expect(engine?.info).toMatchObject({
      variant: 'subgroups+f16',
      reason: expect.stringContaining(', with subgroups and shader-f16; it agreed with the core'),
      features: expect.arrayContaining(['shader-f16', 'subgroups']),
    });
  });

  if (engine) describeGolden('golden values', engine);

  describe(`random shapes and masks, ${FIRST} to ${FIRST + COUNT - 1} (WEBGPU_SEED=${FIRST} repeats them)`, () => {
    test.each(Array.from({ length: COUNT / 10 }, (_, i) => FIRST + 10 * i))('from %i', async (first) => {
      for (let seed = first; seed < first + 10; seed++)
        await expectRight(engine as WebGpuEngine, randomExample(seed), `seed ${seed}`);
    });
  });

  const random = new Random(FIRST);
  const [numHiddens, numHeads] = [20, 4];
  const X = random.tensor(2, 9, numHiddens);
  const parameter = () => random.tensor(numHiddens, numHiddens);
  const sixteenths = ({ data, shape }: Tensor): Tensor => ({ data: data.map((x) => Math.round(16 * x) / 16), shape });

  test.each([
    ['parameters that float16 holds take half as many bytes', () => sixteenths(parameter()), 2],
    ['parameters that it does not hold take all of theirs', parameter, 4],
  ])('%s, and both give the numbers of the core', async (_, make, bytes) => {
    const parameters = { W_q: make(), W_k: make(), W_v: make(), W_o: make() };
    using layer = await (engine as WebGpuEngine).multiHeadAttention({ numHiddens, numHeads, parameters });
    const uploaded = async () => {
      const before = engine?.counters.bytesUploaded ?? 0;
      const { output } = await layer.forward(X);
      return { output, bytes: (engine?.counters.bytesUploaded ?? 0) - before };
    };
    const [first, later] = [await uploaded(), await uploaded()];
    // Heads of 5 numbers are padded to 8: 20 × 32 for each parameter. The first upload has a uniform block more or less.
    expect(Math.abs(first.bytes - later.bytes - bytes * 4 * 20 * 32)).toBeLessThanOrEqual(256);
    using right = reference.multiHeadAttention({ numHiddens, numHeads, parameters });
    expectEndToEnd(first.output, right.forward(X).output, 'output');
  });
});

describe.runIf(engine)('a device that binds the least that WebGPU promises, 128 MiB', () => {
  // Scores of 134,189,056 bytes, which are fewer than 2²⁷, and of 134,235,396, which are more.
  test.each([5792, 5793])('scores of that many rows and columns, kept there: %i', async (S) => {
    expect(engine?.info.limits.maxStorageBufferBindingSize).toBe(2 ** 27);
    const zeros = { data: new Float32Array(S), shape: [S, 1] };
    const V = { data: Float32Array.from({ length: S }, (_, j) => j), shape: [S, 1] };
    const { output } = await (engine as WebGpuEngine).attention(zeros, zeros, V);
    using trace = await (engine as WebGpuEngine).traceOnDevice(zeros, zeros, V);
    const row = await trace.attentionWeights.readRow(S - 1);
    expect(row.data.every((weight) => Math.abs(weight - 1 / S) <= 1e-6)).toBe(true);
    for (const { data } of [output, await trace.output.read()]) {
      expect(data.length).toBe(S);
      for (const mean of data) expect(Math.abs(mean - (S - 1) / 2)).toBeLessThanOrEqual(1e-5 * S);
    }
  });
});

describe.runIf(engine)('shader-f16 that a device does wrong', () => {
  const swapping = (code: string) => code.replace('vec4<f32>(W[vector])', 'vec4<f32>(W[vector]).yxzw');

  test('is found out, the next best computes, and the reason is given', async () => {
    using fallen = await loadWebGpu({ gpu: miscompilingGpu(gpu as GPU, swapping) });
    expect(fallen.info.variant).toBe('subgroups');
    expect(fallen.info.reason).toMatch(
      /, with subgroups, as subgroups\+f16 failed the test here \([^\n]+layer\)\); it/,
    );
  });

  test('but asked for by name it is refused, not replaced', async () => {
    const refusal = { code: 'webgpu-unavailable', got: expect.stringContaining('other numbers') };
    await expect(loadWebGpu({ gpu: miscompilingGpu(gpu as GPU, swapping), variant: 'f16' })).rejects.toMatchObject(
      refusal,
    );
  });
});
