// From options as read to an engine on the GPU, which has shown that its numbers are right before anyone gets it.

import type { LoadWasmOptions, WebGpuEngine, WebGpuInfo } from '../types.js';
import { type LoadedCore, loadCore } from '../wasm/load.js';
import { type DeviceSource, type OpenedDevice, openDevice } from './device.js';
import { Devices, type Ready } from './devices.js';
import { GpuEngine } from './engine.js';
import { messageOf } from './failures.js';
import { testOnDevice } from './self-test.js';
import { type GpuVariant, variantsOf } from './variants.js';

export async function openWebGpu(from: { source: DeviceSource; wasm: LoadWasmOptions }): Promise<WebGpuEngine> {
  const { source, wasm } = from;
  let core: LoadedCore | undefined;
  const load = async () => {
    // Beside the GPU it computes too little to want more than one thread.
    core ??= await loadCore({ ...wasm, threads: 1 });
    return core;
  };
  try {
    const first = await openReady(source, load);
    const next = () => openReady({ ...source, isAside: true }, load);
    return new GpuEngine({ devices: new Devices(first, source.device ? undefined : next), core: await load() });
  } catch (error) {
    core?.handle.dispose();
    throw error;
  }
}

/** @param load - gives the core, once there is a device to be held against it */
async function openReady(source: DeviceSource, load: () => Promise<LoadedCore>): Promise<Ready> {
  const opened = await openDevice(source);
  try {
    const variants = variantsOf(opened.gpu.device, source.variant);
    return await firstThatIsRight(opened, await load(), variants);
  } catch (error) {
    opened.gpu.dispose();
    throw error;
  }
}

/** @throws what the last of the variants had wrong */
async function firstThatIsRight(
  opened: OpenedDevice,
  core: LoadedCore,
  [variant, next, ...rest]: readonly [GpuVariant, ...GpuVariant[]],
): Promise<Ready> {
  const { gpu } = opened;
  gpu.pipelines.subgroup = variant.subgroup;
  gpu.pipelines.float16 = variant.float16;
  const ready = { gpu, info: infoOf(opened, variant) };
  try {
    await testOnDevice(new GpuEngine({ devices: new Devices(ready), core }), core.handle);
    return ready;
  } catch (error) {
    gpu.check();
    if (!next) throw error;
    const [said] = messageOf(error).split('\n');
    const reason = `${next.reason}, as ${variant.name} failed the test here (${said})`;
    return firstThatIsRight(opened, core, [{ ...next, reason }, ...rest]);
  }
}

function infoOf({ gpu, adapter, remarks }: OpenedDevice, { name, reason }: GpuVariant): WebGpuInfo {
  return {
    backend: 'webgpu',
    variant: name,
    threads: 1,
    reason: `WebGPU on ${[adapter, ...remarks].join(', ')}, ${reason}; it agreed with the core on a small example`,
    adapter,
    limits: gpu.limits,
    features: [...gpu.device.features].sort(),
  };
}
