// ONNX Runtime, in WebAssembly or natively: the same graphs, the same calls.

import { graphsOf } from '../attention-graphs.mjs';

/** One thing to time for each way to write the workload as a graph. */
async function waysOf(ort, workload, inputs) {
  const { parameters: _, ...tensors } = inputs;
  const feeds = {};
  for (const [name, { data, shape }] of Object.entries(tensors))
    feeds[name] = new ort.Tensor('float32', data, name === 'attentionBias' ? [1, ...shape] : shape);

  return graphsOf(workload, inputs).map(({ way, bytes, output }) => ({
    way,
    async open() {
      const session = await ort.InferenceSession.create(bytes, {
        executionProviders: [ort.provider],
        graphOptimizationLevel: 'all',
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        logSeverityLevel: 4, // what a way cannot do is told by its failure
      });
      return {
        run: async () => (await session.run(feeds))[output].data,
        close: () => session.release(),
      };
    },
  }));
}

export async function openWeb(threads) {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = new URL('../node_modules/onnxruntime-web/dist/', import.meta.url).href;
  const runtime = { Tensor: ort.Tensor, InferenceSession: ort.InferenceSession, provider: 'wasm' };
  return { version: ort.env.versions.web, prepare: (workload, inputs) => waysOf(runtime, workload, inputs) };
}

export async function openNode() {
  const { default: ort } = await import('onnxruntime-node');
  const runtime = { Tensor: ort.Tensor, InferenceSession: ort.InferenceSession, provider: 'cpu' };
  return { version: ort.env.versions.node, prepare: (workload, inputs) => waysOf(runtime, workload, inputs) };
}
