// Runs in the page: ours and ONNX Runtime's WebGPU on the same device of the browser, and what each asks of it.
// Counted where the browser is called, alike for both.

const counts = { dispatches: 0, submissions: 0, uploaded: 0, readBack: 0 };

/** Calls `before` with the arguments, then what was there. */
function watch(prototype, name, before) {
  const original = prototype[name];
  prototype[name] = function (...given) {
    before.call(this, ...given);
    return original.apply(this, given);
  };
}

const bytesOf = (data, size) => (size === undefined ? data.byteLength : size * (data.BYTES_PER_ELEMENT ?? 1));
watch(GPUComputePassEncoder.prototype, 'dispatchWorkgroups', () => counts.dispatches++);
watch(GPUComputePassEncoder.prototype, 'dispatchWorkgroupsIndirect', () => counts.dispatches++);
watch(GPUQueue.prototype, 'submit', () => counts.submissions++);
watch(GPUQueue.prototype, 'writeBuffer', (_buffer, _at, data, _from, size) => {
  counts.uploaded += bytesOf(data, size);
});
watch(GPUDevice.prototype, 'createBuffer', ({ mappedAtCreation, size }) => {
  if (mappedAtCreation) counts.uploaded += size;
});
watch(GPUBuffer.prototype, 'mapAsync', function (mode, offset = 0, size = this.size - offset) {
  if (mode === GPUMapMode.READ) counts.readBack += size;
});

/** What one call adds to the counts. */
async function counted(run) {
  const before = { ...counts };
  await run();
  return Object.fromEntries(Object.keys(counts).map((name) => [name, counts[name] - before[name]]));
}

const floats = (base64) => new Float32Array(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);
const bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const tensor = ({ data, shape }) => ({ data: floats(data), shape });

let xattention;
let ort;

export async function start() {
  const { loadWebGpu } = await import('/lib/index.js');
  xattention = await loadWebGpu();
  ort = await import('/ort/ort.webgpu.bundle.min.mjs');
  ort.env.wasm.wasmPaths = '/ort/';
  ort.env.wasm.numThreads = 1;
  return { adapter: xattention.info.adapter, reason: xattention.info.reason, onnxruntime: ort.env.versions.web };
}

async function ourRun({ workload, inputs, options }) {
  const { numHiddens, numHeads, numKvHeads } = workload;
  const parameters = Object.fromEntries(Object.entries(inputs.parameters).map(([name, W]) => [name, tensor(W)]));
  const layer = await xattention.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters });
  const X = tensor(inputs.X);
  return { run: async () => (await layer.forward(X, options)).output.data, close: () => layer.dispose() };
}

async function theirRun({ inputs }, { model, output }) {
  const session = await ort.InferenceSession.create(bytes(model), {
    executionProviders: ['webgpu'],
    logSeverityLevel: 4,
  });
  const X = new ort.Tensor('float32', floats(inputs.X.data), inputs.X.shape);
  return { run: async () => (await session.run({ X }))[output].data, close: () => session.release() };
}

async function timesOf(run, rounds) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

/** Output of a first call, counts of a later one, and the median time of some more. */
async function measure(open, rounds) {
  const { run, close } = await open();
  try {
    const output = Array.from(await run());
    return { output, ...(await counted(run)), time: await timesOf(run, rounds) };
  } finally {
    await close();
  }
}

export async function compare(task, rounds) {
  const ways = [];
  for (const graph of task.graphs) {
    try {
      ways.push({ way: graph.way, ...(await measure(() => theirRun(task, graph), rounds)) });
    } catch (error) {
      ways.push({ way: graph.way, failure: `${error.message ?? error}`.split('\n')[0] });
    }
  }
  return { ours: await measure(() => ourRun(task), rounds), theirs: ways };
}

/** What `times` calls of one new layer upload, its parameters included. */
export async function uploads(task, times) {
  let layer;
  const first = await counted(async () => {
    layer = await ourRun(task);
    await layer.run();
  });
  const later = await counted(async () => {
    for (let i = 1; i < times; i++) await layer.run();
  });
  await layer.close();
  return { first: first.uploaded, later: later.uploaded };
}
