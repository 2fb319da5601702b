// From a call that fails to the simplest one that still fails in the same way.

import { type Call, countOf, isTable, TensorValue, type Value, Wrong } from './values.js';

/** @param fails - whether a call fails in the way that is looked for */
export async function shrink(call: Call, fails: (call: Call) => Promise<boolean>, most = 2000): Promise<Call> {
  let simplest = call;
  let tries = 0;
  for (let isSimpler = true; isSimpler; ) {
    isSimpler = false;
    for (const candidate of simplerCalls(simplest)) {
      if (tries++ >= most) return simplest;
      if (!(await fails(candidate))) continue;
      simplest = candidate;
      isSimpler = true;
      break;
    }
  }
  return simplest;
}

function* simplerCalls(call: Call): Generator<Call> {
  for (const size of sizesOf(call)) yield* withSizes(call, size);
  yield* withoutBatch(call);
  for (const [at, arg] of call.args.entries())
    for (const simpler of simplerValues(arg))
      yield { ...call, args: call.args.map((old, i) => (i === at ? simpler : old)) };
  if (call.args.length > 1 && isEmpty(call.args.at(-1))) yield { ...call, args: call.args.slice(0, -1) };
  if (call.layer) for (const spec of simplerValues(call.layer.spec)) yield { ...call, layer: { ...call.layer, spec } };
}

const isEmpty = (value: Value): boolean => isTable(value) && Object.keys(value).length === 0;

/** Every axis of this size, wherever it stands, made shorter. */
function* withSizes(call: Call, size: number): Generator<Call> {
  for (const less of new Set([1, Math.ceil(size / 2), size - 1]))
    if (less < size && less > 0) yield mapCall(call, (value) => resized(value, size, less));
}

function withoutBatch(call: Call): Call[] {
  const dropped = (value: Value): Value =>
    value instanceof TensorValue && value.shape.length > 2 && value.shape[0] === 1
      ? new TensorValue(value.shape.slice(1), value.data, value.layout)
      : value;
  return tensorsOf(call).some(({ shape }) => shape.length > 2 && shape[0] === 1) ? [mapCall(call, dropped)] : [];
}

function resized(value: Value, size: number, less: number): Value {
  if (value === size) return less;
  if (!(value instanceof TensorValue)) return value;
  return value.shape.reduce<TensorValue>((t, extent, axis) => (extent === size ? cut(t, axis, less) : t), value);
}

/** The first `less` entries along an axis. */
function cut({ shape, data, layout }: TensorValue, axis: number, less: number): TensorValue {
  const inner = countOf(shape.slice(axis + 1));
  const extent = shape[axis] as number;
  const kept = data.filter((_, i) => Math.floor(i / inner) % extent < less);
  return new TensorValue(
    shape.map((size, i) => (i === axis ? less : size)),
    kept,
    layout,
  );
}

function mapCall(call: Call, change: (value: Value) => Value): Call {
  const map = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(map);
    if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]));
    return change(value);
  };
  return {
    ...call,
    args: call.args.map(map),
    ...(call.layer && { layer: { ...call.layer, spec: map(call.layer.spec) } }),
  };
}

function tensorsOf(call: Call): TensorValue[] {
  const found: TensorValue[] = [];
  mapCall(call, (value) => {
    if (value instanceof TensorValue) found.push(value);
    return value;
  });
  return found;
}

const sizesOf = (call: Call): number[] =>
  [...new Set(tensorsOf(call).flatMap(({ shape }) => shape))].filter((size) => size > 1).sort((a, b) => b - a);

function* simplerValues(value: Value): Generator<Value> {
  if (value instanceof TensorValue) yield* simplerTensors(value);
  else if (isTable(value)) yield* simplerTables(value);
  else if (typeof value === 'number' && ![0, 1].includes(value)) yield* [0, 1];
  else if (value instanceof Wrong) yield null;
}

function* simplerTables(table: { readonly [name: string]: Value }): Generator<Value> {
  for (const name of Object.keys(table)) {
    const { [name]: removed, ...rest } = table;
    yield rest;
    for (const simpler of simplerValues(removed)) yield { ...table, [name]: simpler };
  }
}

function* simplerTensors({ shape, data, layout }: TensorValue): Generator<Value> {
  if (layout !== 'flat') yield new TensorValue(shape, data, 'flat');
  for (const number of [0, 1])
    if (data.some((x) => !Object.is(x, number)))
      yield new TensorValue(
        shape,
        data.map(() => number),
        layout,
      );
  for (const [at, old] of data.entries())
    for (const number of simplerNumbers(old))
      yield new TensorValue(
        shape,
        data.map((x, i) => (i === at ? number : x)),
        layout,
      );
}

/** Never back again, so that shrinking ends. */
function simplerNumbers(x: number): number[] {
  if (Object.is(x, 0)) return [];
  if (x === 1) return [0];
  const rounded = Math.round(x);
  return [0, 1, ...(rounded !== x && Number.isFinite(rounded) ? [rounded] : [])];
}
