// Tensors as they go in and come out.

/** A row-major tensor. Results always own their data: nothing handed out is a view of WebAssembly memory. */
export interface Tensor {
  data: Float32Array;
  shape: number[];
}

/** Element types rounded to float32 on the way in; 64-bit integers are refused. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | readonly number[];

/** Nested arrays of equal length at each depth, e.g. `[[1, 0], [0, 1]]`. */
export type Nested<T> = readonly T[] | readonly Nested<T>[];

/** Anything accepted where a tensor is expected. Size 0 needs `{ data, shape }`. */
export type TensorLike = { readonly data: NumberArray; readonly shape: readonly number[] } | Nested<number>;

/** Booleans, or exactly 0 and 1, broadcast right-aligned to the shape of `scores`. */
export type MaskLike =
  | { readonly data: NumberArray | readonly boolean[]; readonly shape: readonly number[] }
  | Nested<boolean>
  | Nested<number>;

/** Integers of shape (batch_size) or (batch_size, num_queries). */
export type LengthsLike =
  | { readonly data: NumberArray; readonly shape: readonly number[] }
  | NumberArray
  | Nested<number>;
