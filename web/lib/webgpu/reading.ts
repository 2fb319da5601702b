// Arguments as this engine takes them: those of every engine, read by the same readers, and handles to what is on the
// GPU already.

import { AttentionError } from '../errors.js';
import { readTensor } from '../tensors.js';
import type { CoreTensor } from '../wasm/core.js';
import type { Gpu } from './gpu.js';
import { HandleOnDevice } from './handles.js';

/** A tensor of the caller's, or one on the GPU. */
export type Operand = CoreTensor | HandleOnDevice;

/** Reads operands for one engine. @param gpu - its device */
export function operandReader(gpu: () => Gpu) {
  return (value: unknown, argument: string): Operand => {
    if (!(value instanceof HandleOnDevice)) return readTensor(value, argument);
    // Of a device that was lost it says so itself.
    value.check();
    if (value.isOf(gpu())) return value;
    throw new AttentionError('type', { argument, expected: 'a handle of this engine', got: 'one of another' });
  };
}

/** The operand as the core can read it, which judges shapes alone: a handle is as good as zeros. */
export function forTheCore(operand: Operand): CoreTensor {
  if (!(operand instanceof HandleOnDevice)) return operand;
  return { data: new Float32Array(operand.shape.reduce((product, size) => product * size, 1)), shape: operand.shape };
}

/** Makes a call during which no handle among its operands loses its buffers. */
export function keeping<T>(operands: Readonly<Record<string, Operand>>, call: () => Promise<T>): Promise<T> {
  return Object.values(operands)
    .filter((operand) => operand instanceof HandleOnDevice)
    .reduce<() => Promise<T>>((inner, handle) => () => handle.during(inner), call)();
}
