// TensorFlow.js with its WebAssembly backend: X and the parameters are tensors of its own before anything is timed.

import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { additiveMask } from '../inputs.mjs';

const require = createRequire(import.meta.url);

function attend(tf, workload, Q, K, V, added) {
  const { batchSize, numSteps, numHiddens, numHeads, numKvHeads } = workload;
  const size = numHiddens / numHeads;
  const group = numHeads / numKvHeads;
  const split = (x, heads) => x.reshape([batchSize, numSteps, heads, size]).transpose([0, 2, 1, 3]);
  // Heads that share K and V are rows of one product.
  const shared = split(Q, numHeads).reshape([batchSize, numKvHeads, group * numSteps, size]);
  let scores = tf.matMul(shared, split(K, numKvHeads), false, true).mul(1 / Math.sqrt(size));
  if (added) scores = scores.reshape([batchSize, numHeads, numSteps, numSteps]).add(added);
  const weights = tf.softmax(scores).reshape([batchSize, numKvHeads, group * numSteps, numSteps]);
  const heads = tf.matMul(weights, split(V, numKvHeads)).reshape([batchSize, numHeads, numSteps, size]);
  return heads.transpose([0, 2, 1, 3]).reshape([batchSize, numSteps, numHiddens]);
}

export async function open() {
  const tf = require('@tensorflow/tfjs');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);
  wasm.setThreadsCount(1);
  if (!(await tf.setBackend('wasm'))) throw new Error('its WebAssembly backend does not start');
  await tf.ready();
  return {
    version: tf.version.tfjs,
    mostFlop: 15e9,
    prepare(workload, inputs) {
      const of = ({ data, shape }) => tf.tensor(data, shape);
      tf.engine().startScope(); // what is made from here on goes when the workload is done
      const mask = inputs.attentionBias ?? additiveMask(workload);
      const added = mask && of(mask);
      let compute;
      if (workload.kind === 'attention') {
        const [Q, K, V] = [inputs.Q, inputs.K, inputs.V].map(of);
        compute = () => attend(tf, workload, Q, K, V, added);
      } else {
        const rows = workload.batchSize * workload.numSteps;
        const X = of(inputs.X).reshape([rows, workload.numHiddens]);
        const { W_q, W_k, W_v, W_o } = Object.fromEntries(
          Object.entries(inputs.parameters).map(([name, W]) => [name, of(W)]),
        );
        compute = () =>
          attend(tf, workload, ...[W_q, W_k, W_v].map((W) => tf.matMul(X, W)), added)
            .reshape([rows, workload.numHiddens])
            .matMul(W_o);
      }
      const run = () => {
        const output = tf.tidy(compute);
        const data = output.dataSync();
        output.dispose();
        return data;
      };
      return [{ way: 'matMul and softmax', open: () => ({ run, close: () => tf.engine().endScope() }) }];
    },
  };
}
