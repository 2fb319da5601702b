// Objects of WebGPU that an application gives.

import { describe, isRecord, type Reader } from './checks.js';
import { AttentionError } from './errors.js';

export const readGpu: Reader<GPU> = (value, argument) =>
  having('requestAdapter', value, argument, 'a GPU, as navigator.gpu');

export const readDevice: Reader<GPUDevice> = (value, argument) =>
  having('createBuffer', value, argument, 'a GPUDevice');

/** Told by a method: in Node there are no classes to ask. */
function having<T>(method: string, value: unknown, argument: string, expected: string): T {
  if (isRecord(value) && typeof value[method] === 'function') return value as T;
  throw new AttentionError('type', { argument, expected, got: describe(value) });
}
