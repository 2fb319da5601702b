// A program whose GPUs only the engines have, collecting garbage all the time. Prints 'alive' at its end.
// node --expose-gc forgotten.mjs <package> <icd>

import { existsSync } from 'node:fs';
import { constants } from 'node:os';

const [address = '', icd = ''] = process.argv.slice(2);
process.env.VK_ICD_FILENAMES ??= icd;
const loader = '/usr/lib/chromium/libvulkan.so.1';
try {
  const RTLD_NODELETE = 0x1000;
  if (existsSync(loader)) process.dlopen({ exports: {} }, loader, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
} catch {
  // It is no addon, and says so; it stays.
}
const { create } = await import('webgpu');
const { load, loadWebGpu } = await import(address);

const X = [
  [1, 2],
  [3, 4],
];
/** @param {number} milliseconds */
const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** @param {() => Promise<unknown>} call */
const often = async (call) => {
  for (let i = 0; i < 10; i++) {
    await call();
    await rest(20);
  }
};
const open = () => loadWebGpu({ gpu: create([]) });

/** @param {import('xattention').WebGpuEngine} engine */
async function disposeOfPending(engine) {
  const pending = [engine.attention(X, X, X), engine.trace(X, X, X)];
  engine.dispose();
  await Promise.allSettled(pending);
}

setInterval(() => globalThis.gc?.(), 20).unref();
const layer = await (await open()).selfAttention({ numHiddens: 2 });
const tensor = await (await open()).upload(X);
const routed = await load({ gpu: create([]), webgpuFrom: 0, softwareGpu: true });
await Promise.all([often(() => layer.forward(X)), often(() => tensor.read()), often(() => routed.attention(X, X, X))]);
console.log(routed.info.reason);
await disposeOfPending(await open());
await rest(500);
console.log('alive');
process.exit();
