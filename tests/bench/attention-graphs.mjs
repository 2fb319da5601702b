// Attention as ONNX graphs, in each of the ways that ONNX Runtime knows: the benchmark takes the one that is right and
// fastest for a workload.

import { validLensOf } from './arithmetic.mjs';
import { additiveMask } from './inputs.mjs';
import { Graph } from './onnx.mjs';

const contrib = 'com.microsoft';

/** Columns of several matrices side by side. */
function beside(...matrices) {
  const rows = matrices[0].shape[0];
  const columns = matrices.reduce((sum, { shape }) => sum + shape[1], 0);
  const data = new Float32Array(rows * columns);
  let at = 0;
  for (const matrix of matrices) {
    const width = matrix.shape[1];
    for (let i = 0; i < rows; i++) data.set(matrix.data.subarray(i * width, (i + 1) * width), i * columns + at);
    at += width;
  }
  return { data, shape: [rows, columns] };
}

/** What is common to all graphs: inputs, and Q, K, V as (batch, steps, heads · size). */
function begin({ kind, batchSize, numSteps, numHiddens, numHeads, mask }, { parameters }) {
  const graph = new Graph();
  const shape = [batchSize, numSteps, numHiddens];
  const bias = mask === 'bias' && graph.input('attentionBias', [1, numHeads, numSteps, numSteps]);
  if (kind === 'attention') return { graph, shape, bias, QKV: ['Q', 'K', 'V'].map((name) => graph.input(name, shape)) };
  return { graph, shape, bias, X: graph.input('X', shape), parameters };
}

function project({ graph, QKV, X, parameters }) {
  if (QKV) return QKV;
  const { W_q, W_k, W_v } = parameters;
  return [W_q, W_k, W_v].map((W) => graph.node('MatMul', [X, graph.constant(W)]));
}

/** One product for all three, then cut. */
function projectAtOnce({ graph, QKV, X, parameters }) {
  if (QKV) return QKV;
  const all = [parameters.W_q, parameters.W_k, parameters.W_v];
  const product = graph.node('MatMul', [X, graph.constant(beside(...all))]);
  const sizes = graph.integers(...all.map(({ shape }) => shape[1]));
  return graph.nodes('Split', [product, sizes], 3, { axis: 2 });
}

function finish({ graph, shape, parameters }, concat) {
  const output = parameters ? graph.node('MatMul', [concat, graph.constant(parameters.W_o)]) : concat;
  return { bytes: graph.model(output, shape), output };
}

/** MatMul, Softmax and the like. Heads that share K and V become rows of one product. */
function decomposed(workload, inputs, projected) {
  const { batchSize, numSteps, numHiddens, numHeads, numKvHeads } = workload;
  const begun = begin(workload, inputs);
  const { graph } = begun;
  const headSize = numHiddens / numHeads;
  const group = numHeads / numKvHeads;
  const split = (x, heads, perm) =>
    graph.node('Transpose', [graph.node('Reshape', [x, graph.integers(batchSize, numSteps, heads, headSize)])], {
      perm,
    });
  const reshape = (x, ...sizes) => (group === 1 ? x : graph.node('Reshape', [x, graph.integers(...sizes)]));

  const [q, k, v] = projected(begun);
  const scale = graph.constant({ data: Float32Array.of(1 / Math.sqrt(headSize)), shape: [] });
  const Q = graph.node('Mul', [split(q, numHeads, [0, 2, 1, 3]), scale]);
  const K = split(k, numKvHeads, [0, 2, 3, 1]);
  const V = split(v, numKvHeads, [0, 2, 1, 3]);
  let scores = graph.node('MatMul', [reshape(Q, batchSize, numKvHeads, group * numSteps, headSize), K]);
  const added = begun.bias || (additiveMask(workload) && graph.constant(additiveMask(workload)));
  if (added) scores = graph.node('Add', [reshape(scores, batchSize, numHeads, numSteps, numSteps), added]);
  const weights = reshape(
    graph.node('Softmax', [scores], { axis: 3 }),
    ...[batchSize, numKvHeads, group * numSteps, numSteps],
  );
  const heads = reshape(graph.node('MatMul', [weights, V]), batchSize, numHeads, numSteps, headSize);
  const concat = graph.node('Reshape', [
    graph.node('Transpose', [heads], { perm: [0, 2, 1, 3] }),
    graph.integers(batchSize, numSteps, numHiddens),
  ]);
  return finish(begun, concat);
}

/** The operator of ONNX itself, since opset 23. */
function standard(workload, inputs) {
  const begun = begin(workload, inputs);
  const { graph } = begun;
  const isCausal = workload.mask === 'causal';
  const mask = !isCausal && additiveMask(workload);
  const expanded = mask && expandTo(mask, workload);
  const added = begun.bias || (expanded && graph.constant(expanded));
  const attributes = {
    q_num_heads: workload.numHeads,
    kv_num_heads: workload.numKvHeads,
    ...(isCausal && { is_causal: 1 }),
  };
  const concat = graph.node('Attention', [...project(begun), ...(added ? [added] : [])], attributes);
  return finish(begun, concat);
}

/** The operator wants the mask with all its rows. */
function expandTo({ data, shape }, { numSteps }) {
  const [batches, , rows] = shape;
  if (rows === numSteps) return { data, shape };
  const all = new Float32Array(batches * numSteps * numSteps);
  for (let b = 0; b < batches; b++)
    for (let i = 0; i < numSteps; i++)
      all.set(data.subarray(b * numSteps, (b + 1) * numSteps), (b * numSteps + i) * numSteps);
  return { data: all, shape: [batches, 1, numSteps, numSteps] };
}

/** ONNX Runtime's own operator, fused: Q, K and V projected before. */
function multiHeadAttention(workload, inputs, projected) {
  const { numHeads, numKvHeads, mask } = workload;
  if (numKvHeads !== numHeads) return undefined;
  const begun = begin(workload, inputs);
  const { graph } = begun;
  const isCausal = mask === 'causal';
  const additive = mask === 'window' && additiveMask(workload);
  const lengths = mask === 'validLens' && Int32Array.from(validLensOf(workload));
  const optional = [
    '', // bias of the projections
    lengths ? graph.constant({ data: lengths, shape: [lengths.length], type: 'int32' }) : '',
    begun.bias || (additive ? graph.constant(additive) : ''),
  ];
  const attributes = { num_heads: numHeads, ...(isCausal && { unidirectional: 1 }) };
  const operands = [...projected(begun), ...optional];
  while (operands.at(-1) === '') operands.pop();
  return finish(begun, graph.node('MultiHeadAttention', operands, attributes, contrib));
}

/** ONNX Runtime's own operator, projections included. */
function attention(workload, inputs) {
  const { kind, numHeads, numKvHeads, numHiddens, mask } = workload;
  if (kind === 'attention' || numKvHeads !== numHeads) return undefined;
  const begun = begin(workload, inputs);
  const { graph, X, parameters } = begun;
  const additive = mask === 'window' && additiveMask(workload);
  const lengths = mask === 'validLens' && Int32Array.from(validLensOf(workload));
  const operands = [
    X,
    graph.constant(beside(parameters.W_q, parameters.W_k, parameters.W_v)),
    graph.constant({ data: new Float32Array(3 * numHiddens), shape: [3 * numHiddens] }),
    lengths ? graph.constant({ data: lengths, shape: [lengths.length], type: 'int32' }) : '',
    '', // past
    begun.bias || (additive ? graph.constant(additive) : ''),
  ];
  while (operands.at(-1) === '') operands.pop();
  const attributes = { num_heads: numHeads, ...(mask === 'causal' && { unidirectional: 1 }) };
  return finish(begun, graph.node('Attention', operands, attributes, contrib));
}

const ways = {
  'MatMul and Softmax': (workload, inputs) => decomposed(workload, inputs, project),
  'MatMul and Softmax, one projection': (workload, inputs) => decomposed(workload, inputs, projectAtOnce),
  'Attention of opset 23': standard,
  MultiHeadAttention: (workload, inputs) => multiHeadAttention(workload, inputs, project),
  'MultiHeadAttention, one projection': (workload, inputs) => multiHeadAttention(workload, inputs, projectAtOnce),
  'Attention of com.microsoft': attention,
};

/**
 * Every way in which the workload can be written: its name, the bytes of the model, the name of its output.
 * @param {import('./workloads.mjs').Workload} workload
 */
export function graphsOf(workload, inputs) {
  const projectsNothing = workload.kind === 'attention';
  return Object.entries(ways).flatMap(([way, build]) => {
    if (projectsNothing && way.includes('one projection')) return [];
    const graph = build(workload, inputs);
    return graph ? [{ way, ...graph }] : [];
  });
}
