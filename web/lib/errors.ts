// The one error class of the package.

/**
 * What went wrong, stable across versions:
 * - `shape`: sizes that do not fit each other, ragged nesting, data of another length than its shape
 * - `type`: a value of the wrong kind, as a string where a number belongs
 * - `option`: a value out of range, an unknown option, options that exclude each other
 * - `disposed`: an engine or layer used after `dispose()`
 * - `webgpu-unavailable`, `device-lost`: no GPU, or no longer
 * - `out-of-memory`: the call needs more memory than there is; smaller calls still work
 * - `internal`: a fault of the package or of what it was loaded from
 */
export type AttentionErrorCode =
  | 'shape'
  | 'type'
  | 'option'
  | 'disposed'
  | 'webgpu-unavailable'
  | 'device-lost'
  | 'out-of-memory'
  | 'internal';

/** What an error is about: `argument: expected …, got …`. */
export interface Complaint {
  /** The argument, with the place inside it where there is one: `validLens`, `Q[1][2]`. */
  argument: string;
  expected: string;
  got: string;
}

/** Thrown, or rejected with, by everything in the package. */
export class AttentionError extends Error implements Complaint {
  override readonly name = 'AttentionError';
  readonly code: AttentionErrorCode;
  readonly argument: string;
  readonly expected: string;
  readonly got: string;

  constructor(code: AttentionErrorCode, { argument, expected, got }: Complaint, options?: { cause?: unknown }) {
    super(`${argument}: expected ${expected}, got ${got}`, options);
    this.code = code;
    this.argument = argument;
    this.expected = expected;
    this.got = got;
  }
}
