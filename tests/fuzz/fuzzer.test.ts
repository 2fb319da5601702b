// The fuzzer finds what is wrong with an engine that is wrong on purpose, makes it small, and prints it as it is.

import { expect, test } from 'vitest';
import { AttentionError, type Engine, loadWasm, type Tensor } from 'xattention';
import { expectRight } from './expect-right.js';
import { Court } from './faults.js';
import { generate } from './generate.js';
import { printTest } from './print.js';
import { fuzz } from './run.js';
import { build, call, countOf, TensorValue, tensor, type Value, Wrong, wrong } from './values.js';

type Method = (...args: never[]) => unknown;

const right = await loadWasm({ variant: 'reference', threads: 1 });

/** The right engine, one of whose methods is put into other hands. */
function wrongBy(name: keyof Engine, change: (method: Method) => Method): Engine {
  const method = (right[name] as Method).bind(right);
  return new Proxy(right, {
    get: (engine, key) => {
      if (key === name) return change(method);
      const value = Reflect.get(engine, key, engine);
      return typeof value === 'function' ? value.bind(engine) : value;
    },
  });
}

async function findIn(engine: Engine): Promise<string> {
  const court = new Court({
    engines: [
      { name: 'right', engine: right },
      { name: 'wrong', engine },
    ],
  });
  const [found] = await fuzz(court, { seed: 1, calls: 40_000 });
  return found ?? 'nothing';
}

/** Every array in a printed test. */
const longest = (printed: string): number =>
  Math.max(...Array.from(printed.matchAll(/\[([^[\]]*)\]/g), ([, items = '']) => items.split(',').length));

test('nothing is wrong with the right engine', async () => {
  expect(await findIn(right)).toBe('nothing');
});

test('an empty list of booleans is an empty list', async () => {
  const scores = tensor([0, 1, 1, 1], []);
  await expectRight(call('maskedSoftmax', [scores, { queryOffset: tensor([0], [], 'nested booleans') }]));
});

test('a causal mask that adds a large number instead is found and shrunk', async () => {
  const engine = wrongBy('trace', (trace) => (Q, K, V, options) => {
    const result = trace(Q, K, V, options) as { masked: Tensor };
    if ((options as { causal?: unknown } | undefined)?.causal !== true) return result;
    result.masked.data = result.masked.data.map((x) => (x === -Infinity ? -1e6 : x));
    return result;
  });
  const found = await findIn(engine);
  expect(found).toMatch(/wrong: masked\[\d+\]: expected -Infinity/);
  expect(found).toContain('causal: true');
  expect(longest(found)).toBeLessThanOrEqual(6);
});

test('a NaN that spreads is found', async () => {
  const engine = wrongBy('attention', (attention) => (...args) => {
    const result = attention(...args) as { output: Tensor };
    if (result.output.data.some(Number.isNaN)) result.output.data.fill(Number.NaN);
    return result;
  });
  expect(await findIn(engine)).toMatch(/wrong: output\[\d+\]: expected [-\d.e]+ ± [-\d.e]+, got NaN/);
});

test('a weight of almost 0 where it is forbidden is found', async () => {
  const engine = wrongBy('maskedSoftmax', (softmax) => (...args) => {
    const result = softmax(...args) as Tensor;
    return { ...result, data: result.data.map((weight) => weight || 1e-30) };
  });
  expect(await findIn(engine)).toMatch(/wrong: attentionWeights\[\d+\]: expected 0.*, got 1\.0/);
});

test.each([
  [
    'another argument',
    () => new AttentionError('shape', { argument: 'tensor', expected: '', got: '' }),
    /wrong: refused \w+ tensor, where/,
  ],
  ['an error of another class', () => new TypeError('no'), /wrong: threw TypeError/],
  [
    'a fault of its own',
    () => new AttentionError('internal', { argument: 'x', expected: '', got: '' }),
    /wrong: threw internal/,
  ],
])('a refusal with %s is found', async (_, error, fault) => {
  const engine = wrongBy('attention', (attention) => (...args) => {
    try {
      return attention(...args);
    } catch {
      throw error();
    }
  });
  expect(await findIn(engine)).toMatch(fault);
});

test('a call that spoils the next one is found', async () => {
  let isSpoilt = false;
  const engine = wrongBy('attention', (attention) => (...args) => {
    const result = attention(...args) as { output: Tensor };
    isSpoilt ||= result.output.data.length === 3;
    if (isSpoilt) result.output.data.fill(9);
    return result;
  });
  expect(await findIn(engine)).toMatch(/wrong: (the next call differs|output)/);
});

test('what is printed is the call', () => {
  const names = { call, tensor, wrong };
  for (let seed = 0; seed < 500; seed++) {
    const original = generate(seed);
    const [, line] = printTest('any', original).split('\n') as [string, string];
    const expression = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
    const read = new Function(...Object.keys(names), `return ${expression};`)(...Object.values(names));
    expect(read).toEqual({ layer: undefined, ...original });
  }
});

test('a tensor has the same numbers in every layout', () => {
  const numbers = [1, 0, 1, 1];
  for (const layout of [
    'flat',
    'subarray',
    'float64',
    'numbers',
    'shared',
    'resizable',
    'bytes',
    'integers',
  ] as const) {
    const built = build(tensor([2, 2], numbers, layout)) as Tensor;
    expect([Array.from(built.data), built.shape], layout).toEqual([numbers, [2, 2]]);
  }
  expect(build(tensor([2, 2], numbers, 'nested'))).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect(build(tensor([2, 2], numbers, 'nested booleans'))).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('whatever has no meaning is counted as wrong once it is built', () => {
  const all: Value[] = Array.from({ length: 2000 }, (_, seed) => generate(seed)).flatMap(({ args }) => [...args]);
  const tensors = all.filter((value) => value instanceof TensorValue);
  expect(tensors.some(({ shape, data }) => countOf(shape) !== data.length)).toBe(true);
  expect(all.some((value) => value instanceof Wrong)).toBe(true);
});
