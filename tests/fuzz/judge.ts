// What a call has to come to: to be refused, or to give a result that passes.

import { Refused, readAttention } from './contract.js';
import { checkTrace, expectedOutput } from './judge-attention.js';
import { readLayerCall } from './judge-layer.js';
import { type Check, readAdditive, readEncoding, readMaskedSoftmax, readSummary } from './judge-more.js';
import { checkNames, checkStage } from './numbers.js';
import type { Call } from './values.js';

export function expectationOf(call: Call): Check | 'refusal' {
  try {
    return checkOf(call);
  } catch (error) {
    if (error instanceof Refused) return 'refusal';
    throw error;
  }
}

function checkOf(call: Call): Check {
  const { method, args, layer } = call;
  if (layer) return readLayerCall(call);
  switch (method) {
    case 'attention': {
      const attention = readAttention(args, false);
      return (result) =>
        checkNames(result, ['output']) ??
        checkStage('output', result.output, attention.outputShape, expectedOutput(attention));
    }
    case 'trace': {
      const attention = readAttention(args, true);
      return (result) => checkTrace(attention, result);
    }
    case 'summarize':
      return readSummary(readAttention(args.slice(0, 4), false), args[4]);
    case 'maskedSoftmax':
      return readMaskedSoftmax(args);
    case 'additiveAttention':
      return readAdditive(args);
    default:
      return readEncoding(args);
  }
}
