// Every golden case, through the package, in every variant.

import { describe, expect, test } from 'vitest';
import { AttentionError, type Engine, type LayerInput, type Tensor, tensor } from 'xattention';
import { expectClose, isClose } from './compare.js';
import { engines } from './engines.js';
import { digestOf, type GoldenCase, given, readGolden } from './golden.js';

const files = ['cases.txt', 'lesson.txt', 'masks.txt', 'options.txt', 'layers.txt', 'encoding.txt'];
const goldens = files.flatMap(readGolden);

type Stages = Record<string, Tensor>;

describe.each(engines)('%s', (_, engine) => {
  test.each(goldens.filter(({ throws }) => !throws))('$id: $about', (golden) => {
    const stages = stagesOf(engine, golden);
    for (const [name, expected] of Object.entries(golden.expected)) expectClose(stages[name], expected, name);
    for (const [name, expected] of Object.entries(golden.digests)) {
      const actual = digestOf(stages[name]?.data ?? []);
      expect(actual.count).toBe(expected.count);
      expect(differences(flat(actual), flat(expected)), name).toEqual([]);
    }
  });

  test.each(goldens.filter(({ throws }) => throws))('$id throws and names $throws: $about', (golden) => {
    const error = errorOf(() => stagesOf(engine, golden));
    expect(error.argument).toMatch(new RegExp(`(^|\\.)${golden.throws}\\b`));
    expect(error.message).toBe(`${error.argument}: expected ${error.expected}, got ${error.got}`);
  });

  test('attention alone gives the output of the trace', () => {
    for (const golden of goldens.filter(({ op, throws }) => op === 'attention' && !throws)) {
      const [Q, K, V] = [given(golden, 'Q'), given(golden, 'K'), given(golden, 'V')];
      const { output } = engine.attention(Q, K, V, golden.options);
      expectClose(output, engine.trace(Q, K, V, golden.options).output, golden.id);
    }
  });
});

/** What the package gives for a case. */
function stagesOf(engine: Engine, golden: GoldenCase): Stages {
  const { op, options, tensors, spec } = golden;
  switch (op) {
    case 'attention':
      return { ...engine.trace(given(golden, 'Q'), given(golden, 'K'), given(golden, 'V'), options) };
    case 'maskedSoftmax':
      return { attentionWeights: engine.maskedSoftmax(given(golden, 'scores'), options) };
    case 'additiveAttention': {
      const [queries, keys, values] = [given(golden, 'queries'), given(golden, 'keys'), given(golden, 'values')];
      const [W_q, W_k, w_v] = [given(golden, 'W_q'), given(golden, 'W_k'), given(golden, 'w_v')];
      return { ...engine.additiveAttention(queries, keys, values, { W_q, W_k, w_v, ...options }) };
    }
    case 'selfAttention':
    case 'multiHeadAttention': {
      const { X, queries, keys, values, ...parameters } = tensors;
      // The sizes of a case are those of its parameters: what does not fit is for the layer to find.
      using layer = engine[op]({ ...spec, parameters } as never);
      const input = X ?? { queries, keys, values };
      return { ...layer.trace(input as LayerInput, options) };
    }
    case 'splitHeads': {
      using layer = engine.multiHeadAttention(spec as never);
      const { Q } = layer.trace(tensor(new Float32Array(spec.numHiddens ?? 0), [1, spec.numHiddens ?? 0]));
      return { headSize: tensor([Q.shape.at(-1) ?? 0]) };
    }
    case 'positionalEncoding':
      return { output: engine.positionalEncoding(spec.numSteps ?? 0, spec.numHiddens ?? 0) };
  }
}

function errorOf(call: () => unknown): AttentionError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(AttentionError);
    return error as AttentionError;
  }
  throw new Error('did not throw');
}

function flat({ sum, sumAbs, first, last }: ReturnType<typeof digestOf>): number[] {
  return [sum, sumAbs, ...first, ...last];
}

function differences(actual: number[], expected: number[]): [number, number][] {
  const pairs = actual.map((value, i): [number, number] => [value, expected[i] as number]);
  return pairs.filter(([a, b]) => !isClose(a, b));
}
