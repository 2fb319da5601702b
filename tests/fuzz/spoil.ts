// A call with something wrong in it: a value of another kind, a shape that does not fit, an option that nobody knows.

import type { Random } from '../support/random.js';
import { type Call, isTable, TensorValue, type Value, Wrong } from './values.js';

/** Wrong wherever they stand. */
const expressions = [
  'new Float32Array(4)[Symbol.iterator]()',
  "'1,2'",
  '1n',
  'Symbol("x")',
  '() => 1',
  'new Map()',
  'new Date(0)',
  '/x/',
  'Promise.resolve([[1]])',
  'new Proxy({}, { get() { throw new Error("no"); }, has() { throw new Error("no"); }, ownKeys() { throw new Error("no"); } })',
  '(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy; })()',
  '(() => { const list = []; list[0] = list; return list; })()',
  '(() => { let list = [1]; for (let i = 0; i < 10000; i++) list = [list]; return list; })()',
  'new Array(3)',
  'new Array(2 ** 32 - 1)',
  '[[1, , 3]]',
  '[[1n]]',
  '[["1"]]',
  '[[Symbol("x")]]',
  '[[{ valueOf: () => 1 }]]',
  '[[new Number(1)]]',
  '[[]]',
  '[[1, 2], [3]]',
  '[[1], [[2]]]',
  'Object.defineProperty([[1]], 0, { get() { throw new Error("no"); } })',
  '{ data: [1n], shape: [1, 1] }',
  '{ data: ["1"], shape: [1, 1] }',
  '{ data: new BigInt64Array(1), shape: [1, 1] }',
  '{ data: new DataView(new ArrayBuffer(4)), shape: [1, 1] }',
  '{ data: new ArrayBuffer(4), shape: [1, 1] }',
  '{ data: new Float32Array(1), shape: [1n, 1] }',
  '{ data: new Float32Array(1), shape: "11" }',
  '{ data: new Float32Array(1), shape: Int32Array.of(1, 1) }',
  '{ data: new Float32Array(1), shape: [1, Number.NaN] }',
  '{ data: new Float32Array(1), shape: [-1, -1] }',
  '{ data: new Float32Array(1), shape: [0.5, 2] }',
  '{ data: new Float32Array(1), shape: [1, 1, 1, 1, 1] }',
  '{ data: new Float32Array(0), shape: [2 ** 32, 0] }',
  '{ data: new Float32Array(1), shape: [65536, 65536] }',
  '{ data: new Float32Array(1), shape: [2147483647, 2147483647] }',
  '{ data: [1, , 3], shape: [1, 3] }',
  '{ data: { length: 1, 0: 1 }, shape: [1, 1] }',
  '{ get data() { throw new Error("no"); }, shape: [1, 1] }',
  '{ data: [1], get shape() { throw new Error("no"); } }',
  '{ data: Object.defineProperty([1], 0, { get() { throw new Error("no"); } }), shape: [1, 1] }',
  '{ data: new Float32Array(2), shape: new Proxy([1, 2], { get() { throw new TypeError("no"); } }) }',
  '(() => { const data = new Float32Array(2); structuredClone(data, { transfer: [data.buffer] }); return { data, shape: [1, 2] }; })()',
  '(() => { const buffer = new ArrayBuffer(8, { maxByteLength: 16 }); const data = new Float32Array(buffer, 0, 2); buffer.resize(4); return { data, shape: [1, 2] }; })()',
];

const oddNumbers: Value[] = [
  Number.NaN,
  Infinity,
  -Infinity,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 40),
  1e300,
  -0,
  0,
  1,
  2,
  7,
  1e-300,
];
const oddWords: Value[] = [
  '',
  'top-left',
  'bottom',
  'zero',
  'uniform',
  'max',
  true,
  false,
  '2',
  null,
  undefined,
  [],
  {},
  [[]],
  [1],
  [1, 2],
  [1, 2, 3],
  ['1', '2'],
  [-1, -1],
  [-2, 0],
  [0, Infinity],
];
const known = [
  'causal',
  'queryOffset',
  'window',
  'validLens',
  'keep',
  'drop',
  'attentionBias',
  'emptyRow',
  'scale',
  'softcap',
  'dropout',
  'numHeads',
  'numKvHeads',
  'replace',
  'topK',
  'mapRows',
  'mapCols',
  'reduce',
  'mapKeys',
  'seed',
  'init',
  'bias',
  'parameters',
  'p',
  'W_q',
  'b_o',
  'scores',
];
const unknown = ['mask', 'cuasal', 'scales', 'constructor', 'toString', 'Scale', ''];

/** Something else in one or two places, which may or may not be wrong there. */
export function spoil(call: Call, random: Random): Call {
  let spoilt = call;
  for (let n = random.pick(1, 1, 1, 2); n > 0; n--) spoilt = spoilOnce(spoilt, random);
  return spoilt;
}

function spoilOnce(call: Call, random: Random): Call {
  if (call.layer && random.chance(0.4))
    return { ...call, layer: { ...call.layer, spec: within(call.layer.spec, random) } };
  if (call.args.length === 0) return call;
  if (random.chance(0.03)) return { ...call, args: call.args.slice(0, -1) };
  const at = random.integer(0, call.args.length - 1);
  return { ...call, args: call.args.map((arg, i) => (i === at ? within(arg, random) : arg)) };
}

function within(value: Value, random: Random): Value {
  if (isTable(value) && random.chance(0.8)) {
    const names = Object.keys(value);
    if (names.length > 0 && random.chance(0.6)) {
      const name = random.pick(...names);
      return { ...value, [name]: within(value[name], random) };
    }
    return { ...value, [random.chance(0.85) ? random.pick(...known) : random.pick(...unknown)]: odd(random) };
  }
  if (value instanceof TensorValue && random.chance(0.7)) return bent(value, random);
  return odd(random);
}

/** The same numbers in a shape or a layout that may not fit. */
function bent({ shape, data, layout }: TensorValue, random: Random): TensorValue {
  const axis = random.integer(0, Math.max(0, shape.length - 1));
  switch (random.integer(0, 5)) {
    case 0:
      return new TensorValue([...shape].reverse(), data, layout);
    case 1:
      return new TensorValue(shape.slice(1), data, layout);
    case 2:
      return new TensorValue([1, ...shape], data, layout);
    case 3:
      return new TensorValue(
        shape.map((size, i) => (i === axis ? size + 1 : size)),
        data,
        layout,
      );
    case 4:
      return new TensorValue(
        shape,
        data.map((x) => random.pick(x, 2, 0.5, -1, Number.NaN)),
        layout,
      );
    default:
      return new TensorValue(
        shape,
        data,
        random.pick('bare', 'bytes', 'integers', 'booleans', 'nested', 'nested booleans'),
      );
  }
}

function odd(random: Random): Value {
  const kind = random.next();
  if (kind < 0.4) return random.pick<Value>(...oddNumbers);
  if (kind < 0.65) return random.pick<Value>(...oddWords);
  return new Wrong(random.pick(...expressions));
}
