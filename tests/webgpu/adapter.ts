// WebGPU in Node: npm's webgpu over the CPU adapter that Debian's chromium brings along, which needs no GPU.
// Where it cannot be had, `gpu` is undefined and `reason` says why.

import { existsSync } from 'node:fs';
import { constants } from 'node:os';

const chromium = '/usr/lib/chromium';
const icd = `${chromium}/vk_swiftshader_icd.json`;

interface Found {
  gpu?: GPU;
  reason: string;
}

async function findGpu(): Promise<Found> {
  // Read by the Vulkan loader when the first adapter is asked for.
  if (process.env.VK_ICD_FILENAMES === undefined && existsSync(icd)) process.env.VK_ICD_FILENAMES = icd;
  loadVulkan();
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    const gpu = create([]) as GPU;
    const adapter = await gpu.requestAdapter();
    return adapter ? { gpu, reason: '' } : { reason: `no WebGPU adapter (${icd} is Debian's chromium-common)` };
  } catch (error) {
    return { reason: `npm's webgpu does not run here: ${error instanceof Error ? error.message : error}` };
  }
}

/** Chromium's Vulkan loader lies where no linker looks; once loaded, it is found by its name. */
function loadVulkan(): void {
  const library = `${chromium}/libvulkan.so.1`;
  const RTLD_NODELETE = 0x1000; // Node unloads what is no addon
  if (!existsSync(library)) return;
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch {
    // It is no addon, and says so; it stays.
  }
}

export const { gpu, reason } = await findGpu();
