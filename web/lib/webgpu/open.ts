// From options as read to an engine on the GPU, which has shown that its numbers are right before anyone gets it.

import type { LoadWasmOptions, WebGpuEngine, WebGpuInfo } from '../types.js';
import { type LoadedCore, loadCore } from '../wasm/load.js';
import { type DeviceSource, type OpenedDevice, openDevice } from './device.js';
import { GpuEngine } from './engine.js';
import { messageOf } from './failures.js';
import { testOnDevice } from './self-test.js';
import { type GpuVariant, variantsOf } from './variants.js';

/** The core beside the GPU computes too little to want more than one thread. */
export async function openWebGpu(from: { source: DeviceSource; wasm: LoadWasmOptions }): Promise<WebGpuEngine> {
  const opened = await openDevice(from.source);
  let core: LoadedCore | undefined;
  try {
    const variants = variantsOf(opened.gpu.device, from.source.variant);
    core = await loadCore({ ...from.wasm, threads: 1 });
    return await firstThatIsRight(opened, core, variants);
  } catch (error) {
    opened.gpu.dispose();
    core?.handle.dispose();
    throw error;
  }
}

/** @throws what the last of the variants had wrong */
async function firstThatIsRight(
  opened: OpenedDevice,
  core: LoadedCore,
  [variant, next, ...rest]: readonly [GpuVariant, ...GpuVariant[]],
): Promise<WebGpuEngine> {
  const { gpu } = opened;
  gpu.pipelines.subgroup = variant.subgroup;
  gpu.pipelines.float16 = variant.float16;
  const { handle, info: coreInfo, variants } = core;
  const engine = new GpuEngine({ gpu, core: handle, coreInfo, info: infoOf(opened, variant), variants });
  try {
    await testOnDevice(engine, handle);
    return engine;
  } catch (error) {
    gpu.check();
    if (!next) throw error;
    const [said] = messageOf(error).split('\n');
    const reason = `${next.reason}, as ${variant.name} failed the test here (${said})`;
    return firstThatIsRight(opened, core, [{ ...next, reason }, ...rest]);
  }
}

function infoOf({ gpu, adapter }: OpenedDevice, { name, reason }: GpuVariant): WebGpuInfo {
  return {
    backend: 'webgpu',
    variant: name,
    threads: 1,
    reason: `WebGPU on ${adapter}, ${reason}; it agreed with the core on a small example`,
    adapter,
    limits: gpu.limits,
    features: [...gpu.device.features].sort(),
  };
}
