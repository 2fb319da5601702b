// What an engine is given it keeps for as long as it uses it: in Node a process falls with a GPU that is collected.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { gpu, reason } from './adapter.js';

const child = fileURLToPath(new URL('forgotten.mjs', import.meta.url));
const address = new URL('../../dist/lib/index.js', import.meta.url).href;

if (!gpu) test.skip(`WebGPU: ${reason}`, () => {});

describe.runIf(gpu)('a GPU that the caller has forgotten', () => {
  test('is kept by the engine, its layers, its tensors and its pending calls', async () => {
    const args = ['--expose-gc', child, address, process.env.VK_ICD_FILENAMES ?? ''];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toMatch(/ on WebGPU \([^\n]+\n(.*\n)*alive\n$/);
  });
});
