// WebGPU in Node: npm's webgpu over a Vulkan driver that needs no GPU. A process has one driver, the first it asks for.

import { existsSync } from 'node:fs';
import { constants } from 'node:os';

export interface Driver {
  name: string;
  /** Where it says what it is, for the Vulkan loader. */
  icd: string;
  /** Its own library, where no linker would look for it. */
  library?: string;
  /** The package that brings it. */
  from: string;
}

/** `gpu`, or the reason why there is none. */
export interface Found {
  gpu?: GPU;
  reason: string;
}

export async function findGpu({ name, icd, library, from }: Driver): Promise<Found> {
  // Read by the Vulkan loader when the first adapter is asked for.
  if (existsSync(icd)) process.env.VK_ICD_FILENAMES ??= icd;
  loadLibrary('/usr/lib/chromium/libvulkan.so.1');
  if (library) loadLibrary(library);
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    const gpu = create([]) as GPU;
    const adapter = await gpu.requestAdapter();
    return adapter ? { gpu, reason: '' } : { reason: `no adapter of ${name} (${icd} is of ${from})` };
  } catch (error) {
    return { reason: `npm's webgpu does not run here: ${error instanceof Error ? error.message : error}` };
  }
}

/** A library that lies where no linker looks; once loaded, it is found by its name. */
function loadLibrary(path: string): void {
  const RTLD_NODELETE = 0x1000; // Node unloads what is no addon
  if (!existsSync(path)) return;
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch {
    // It is no addon, and says so; it stays.
  }
}
