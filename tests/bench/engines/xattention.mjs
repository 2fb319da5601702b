// This project, as its users get it: what is timed has arguments checked, data copied in and the output copied out.

import { loadWasm } from '../../../dist/lib/index.js';
import { ceilingLoop } from '../ceiling.mjs';
import { optionsOf } from '../inputs.mjs';
import { watchMemory } from '../memory.mjs';

/** @param {'relaxed' | 'simd' | 'reference'} variant @param {number} threads */
export async function open(variant, threads) {
  const memory = watchMemory();
  const engine = await loadWasm({ variant, threads });
  if (engine.info.threads !== threads) throw new Error(engine.info.reason);
  return {
    version: threads === 1 ? '1 thread' : `${threads} threads`,
    // The ceiling is that of one core, and shared memory is not what the module exports.
    ...(threads === 1 && { ceiling: ceilingLoop(variant === 'relaxed'), memoryInUse: memory.inUse }),
    prepare(workload, inputs) {
      const options = optionsOf(workload, inputs);
      if (workload.kind === 'attention') {
        const { Q, K, V } = inputs;
        return [{ way: 'attention', open: () => ({ run: () => engine.attention(Q, K, V, options).output.data }) }];
      }
      return [{ way: 'forward', open: () => openLayer(engine, workload, inputs, options) }];
    },
  };
}

function openLayer(engine, { numHiddens, numHeads, numKvHeads }, { X, parameters }, options) {
  const layer = engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters });
  return { run: () => layer.forward(X, options).output.data, close: () => layer.dispose() };
}
