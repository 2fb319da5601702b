// Every public type of the package, in the vocabulary of the formula softmax(QKᵀ/√d)V.
// Shapes are written (batch_size, num_heads, num_queries, num_kv_pairs) = (B, H, L, S).

export type * from './types/engines.js';
export type * from './types/layers.js';
export type * from './types/loading.js';
export type * from './types/options.js';
export type * from './types/results.js';
export type * from './types/tensors.js';
export type * from './types/webgpu.js';
