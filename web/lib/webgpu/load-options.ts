// The options of loading.

import { readDevice, readGpu } from '../application.js';
import { oneOf, positiveInteger, type Reader } from '../checks.js';
import { AttentionError } from '../errors.js';
import { readGroup } from '../groups.js';
import type { LoadWasmOptions, WebGpuLimits } from '../types.js';
import { readLoadWasmOptions } from '../wasm/load-options.js';
import type { DeviceSource } from './device.js';
import { LIMIT_NAMES } from './limits.js';
import { VARIANT_NAMES } from './variants.js';

const limitReaders = Object.fromEntries(LIMIT_NAMES.map((name) => [name, positiveInteger])) as Record<
  keyof WebGpuLimits,
  Reader<number>
>;

const readers = {
  gpu: readGpu,
  device: readDevice,
  limits: (value: unknown, argument: string) => readGroup<WebGpuLimits>(value, limitReaders, argument, `${argument}.`),
  variant: oneOf(...VARIANT_NAMES),
  filesUrl: (value: unknown) => value,
  wasmUrl: (value: unknown) => value,
  wasmBinary: (value: unknown) => value,
};

/** @throws AttentionError `type` or `option`, naming the option */
export function readLoadWebGpuOptions(options: unknown): { source: DeviceSource; wasm: LoadWasmOptions } {
  const { gpu, device, limits, variant, ...wasm } = readGroup(options, readers);
  if (gpu && device) {
    throw new AttentionError('option', { argument: 'gpu', expected: 'nothing beside device', got: 'both' });
  }
  return { source: { gpu, device, limits, variant }, wasm: readLoadWasmOptions(wasm) };
}
