// Who is compared: what each is, and how it is opened, in a process of its own.

/**
 * @typedef {object} Opened
 * @property {string} version
 * @property {number} [mostFlop] more would take too long
 * @property {() => number} [ceiling] the multiply-add loop of the same kind of code
 * @property {() => number} [memoryInUse] bytes
 * @property {(workload: import('../workloads.mjs').Workload, inputs: object) => Way[] | Promise<Way[]>} prepare
 *
 * @typedef {{ way: string, open: () => Handle | Promise<Handle> }} Way
 * @typedef {object} Handle
 * @property {() => Float32Array | Promise<Float32Array>} run
 * @property {(seconds: number) => Promise<{ times: number[], calls: number }>} [sample] what times itself
 * @property {() => Promise<{ resident: number }>} [memory]
 * @property {() => void | Promise<void>} [close]
 */

/** @type {Record<string, { title: string, native?: boolean, threads?: number, open: (clock: 'wall' | 'processor') => Promise<Opened> }>} */
export const engines = {
  relaxed: {
    title: 'xattention, relaxed SIMD',
    open: async () => (await import('./xattention.mjs')).open('relaxed', 1),
  },
  simd: { title: 'xattention, plain SIMD', open: async () => (await import('./xattention.mjs')).open('simd', 1) },
  'onnxruntime-web': {
    title: 'ONNX Runtime, wasm',
    open: async () => (await import('./onnxruntime.mjs')).openWeb(1),
  },
  'relaxed-2': {
    title: 'xattention, relaxed SIMD, 2 threads',
    threads: 2,
    open: async () => (await import('./xattention.mjs')).open('relaxed', 2),
  },
  'onnxruntime-web-2': {
    title: 'ONNX Runtime, wasm, 2 threads',
    threads: 2,
    open: async () => (await import('./onnxruntime.mjs')).openWeb(2),
  },
  tfjs: {
    title: 'TensorFlow.js, wasm',
    open: async () => (await import('./tensorflow.mjs')).open(),
  },
  javascript: { title: 'JavaScript loops', open: async () => (await import('./javascript.mjs')).open() },
  native: {
    title: 'xattention, native',
    native: true,
    open: async (clock) => (await import('./program.mjs')).openNative(clock, 1),
  },
  'onnxruntime-node': {
    title: 'ONNX Runtime, native',
    native: true,
    open: async () => (await import('./onnxruntime.mjs')).openNode(),
  },
  pytorch: {
    title: 'PyTorch',
    native: true,
    open: async (clock) => (await import('./program.mjs')).openPyTorch(clock),
  },
};
