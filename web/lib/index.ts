/**
 * Attention you can look inside: softmax(QKᵀ/√d)V in WebAssembly, with every stage on request.
 *
 * @packageDocumentation
 */

export { computedBy } from './computed-by.js';
export { AttentionError, type AttentionErrorCode } from './errors.js';
export { load, loadWasm, loadWebGpu } from './load.js';
export { tensor } from './tensors.js';
export type * from './types.js';
