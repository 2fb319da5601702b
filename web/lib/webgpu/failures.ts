// What a GPU says went wrong, as the one error class of the package.

import { AttentionError } from '../errors.js';

export function gpuMemoryError(label: string, expected: string, got: string): AttentionError {
  return new AttentionError('out-of-memory', { argument: label, expected, got });
}

export function deviceLostError(got: string): AttentionError {
  return new AttentionError('device-lost', { argument: 'device', expected: 'a live GPU device', got });
}

export function unavailable(expected: string, got: string, cause?: unknown): AttentionError {
  return new AttentionError('webgpu-unavailable', { argument: 'gpu', expected, got }, { cause });
}

/** What an error scope caught. */
export function caughtError(label: string, error: GPUError): AttentionError {
  // The classes are globals of browsers and not of Node; their names are the same everywhere.
  const isOutOfMemory = error.constructor.name === 'GPUOutOfMemoryError';
  return isOutOfMemory
    ? gpuMemoryError(label, 'room on the GPU', error.message || 'none')
    : new AttentionError('internal', { argument: label, expected: 'work that the GPU accepts', got: error.message });
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
