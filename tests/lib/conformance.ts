// What every engine has to give for every golden case.

import { describe, expect, test } from 'vitest';
import { type AsyncEngine, AttentionError, type Engine, type LayerInput, type Tensor, tensor } from 'xattention';
import { expectClose, isClose } from './compare.js';
import { digestOf, type GoldenCase, given, readGolden } from './golden.js';

const files = ['cases.txt', 'lesson.txt', 'masks.txt', 'options.txt', 'layers.txt', 'encoding.txt'];
const goldens = files.flatMap(readGolden);

type Stages = Record<string, Tensor>;

/** Every golden case, by an engine whose results may be promises. */
export function describeGolden(name: string, engine: Engine | AsyncEngine): void {
  describe(name, () => {
    test.each(goldens.filter(({ throws }) => !throws))('$id: $about', async (golden) => {
      const stages = await stagesOf(engine, golden);
      for (const [name, expected] of Object.entries(golden.expected)) expectClose(stages[name], expected, name);
      for (const [name, expected] of Object.entries(golden.digests)) {
        const actual = digestOf(stages[name]?.data ?? []);
        expect(actual.count).toBe(expected.count);
        expect(differences(flat(actual), flat(expected)), name).toEqual([]);
      }
    });

    test.each(goldens.filter(({ throws }) => throws))('$id throws and names $throws: $about', async (golden) => {
      const error = await errorOf(() => stagesOf(engine, golden));
      expect(error.argument).toMatch(new RegExp(`(^|\\.)${golden.throws}\\b`));
      expect(error.message).toBe(`${error.argument}: expected ${error.expected}, got ${error.got}`);
    });

    test('attention alone gives the output of the trace', async () => {
      for (const golden of goldens.filter(({ op, throws }) => op === 'attention' && !throws)) {
        const [Q, K, V] = [given(golden, 'Q'), given(golden, 'K'), given(golden, 'V')];
        const { output } = await engine.attention(Q, K, V, golden.options);
        expectClose(output, (await engine.trace(Q, K, V, golden.options)).output, golden.id);
      }
    });
  });
}

/** What the package gives for a case. */
async function stagesOf(engine: Engine | AsyncEngine, golden: GoldenCase): Promise<Stages> {
  const { op, options, tensors, spec } = golden;
  switch (op) {
    case 'attention':
      return { ...(await engine.trace(given(golden, 'Q'), given(golden, 'K'), given(golden, 'V'), options)) };
    case 'maskedSoftmax':
      return { attentionWeights: await engine.maskedSoftmax(given(golden, 'scores'), options) };
    case 'additiveAttention': {
      const [queries, keys, values] = [given(golden, 'queries'), given(golden, 'keys'), given(golden, 'values')];
      const [W_q, W_k, w_v] = [given(golden, 'W_q'), given(golden, 'W_k'), given(golden, 'w_v')];
      return { ...(await engine.additiveAttention(queries, keys, values, { W_q, W_k, w_v, ...options })) };
    }
    case 'selfAttention':
    case 'multiHeadAttention': {
      const { X, queries, keys, values, ...parameters } = tensors;
      // The sizes of a case are those of its parameters: what does not fit is for the layer to find.
      using layer = await engine[op]({ ...spec, parameters } as never);
      const input = X ?? { queries, keys, values };
      return { ...(await layer.trace(input as LayerInput, options)) } as unknown as Stages;
    }
    case 'splitHeads': {
      using layer = await engine.multiHeadAttention(spec as never);
      const { Q } = await layer.trace(tensor(new Float32Array(spec.numHiddens ?? 0), [1, spec.numHiddens ?? 0]));
      return { headSize: tensor([Q.shape.at(-1) ?? 0]) };
    }
    case 'positionalEncoding':
      return { output: await engine.positionalEncoding(spec.numSteps ?? 0, spec.numHiddens ?? 0) };
  }
}

async function errorOf(call: () => Promise<unknown>): Promise<AttentionError> {
  try {
    await call();
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
