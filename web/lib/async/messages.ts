// What the page and its worker say to each other, and how tensors travel between them.

import { isRecord } from '../checks.js';
import { AttentionError, type AttentionErrorCode, type Complaint } from '../errors.js';
import type { EngineInfo, LoadWasmOptions, Variant } from '../types.js';
import type { Method } from './channel.js';

/** Page to worker: first `load`, then any number of calls. */
export type Request =
  | { id: number; method: 'load'; args: readonly [LoadWasmOptions] }
  | { id: number; method: Method; args: readonly unknown[] };

/** Worker to page, one for each request. */
export type Reply = { id: number; result: unknown } | { id: number; error: SentError };

/** What `load` is answered with. */
export interface Loaded {
  /** Of the moment: what is chosen can change with what is found out. */
  readonly info: EngineInfo;
  variants: readonly Variant[];
}

/** An AttentionError in transit: structured clone would keep nothing but its message. */
export type SentError = Complaint & { code: AttentionErrorCode };

export function packError(error: unknown): SentError {
  if (error instanceof AttentionError) {
    const { code, argument, expected, got } = error;
    return { code, argument, expected, got };
  }
  const got = error instanceof Error ? error.message : String(error);
  return { code: 'internal', argument: 'worker', expected: 'an answer', got };
}

export function unpackError({ code, ...complaint }: SentError): AttentionError {
  return new AttentionError(code, complaint);
}

/**
 * Copies every typed array, so that it can be transferred without the caller losing the original. Structured clone would
 * copy too, but a subarray would take its whole buffer along, and shared memory could still change under way.
 */
export function ownCopies(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Float32Array).slice();
  if (Array.isArray(value)) return value.map(ownCopies);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, ownCopies(item)]));
  return value;
}

/** The buffers of all typed arrays, to be transferred. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (Array.isArray(value)) return value.flatMap(buffersOf);
  if (isRecord(value)) return Object.values(value).flatMap(buffersOf);
  return [];
}
