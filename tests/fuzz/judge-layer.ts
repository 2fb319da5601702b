// Layers: their parameters, and every stage between X and the output.

import { attentionOf, type Four, fourOf, groupOf, integerOf, readLayerOptions, refuse, tensorOf } from './contract.js';
import { checkStages, expectedOutput } from './judge-attention.js';
import { type Check, readSummary } from './judge-more.js';
import { checkExact, checkNames, checkStage, firstOf, type Numbers, type Result } from './numbers.js';
import { newStage, type Stage, Sum, uniform } from './reference.js';
import { type Call, isTable, TensorValue, tensor, type Value } from './values.js';

interface Layer {
  isMulti: boolean;
  heads: number;
  kvHeads: number;
  headSize: number;
  parameters: { readonly [name: string]: TensorValue };
}

const weightNames = ['W_q', 'W_k', 'W_v', 'W_o'];
const biasNames = ['b_q', 'b_k', 'b_v', 'b_o'];
const stageNames = ['scores', 'scaled', 'masked', 'attentionWeights'];

export function readLayerCall({ method, args, layer }: Call): Check {
  const { kind, spec } = layer as NonNullable<Call['layer']>;
  const made = kind === 'selfAttention' ? readSelf(spec) : readMulti(spec);
  switch (method) {
    case 'parameters':
      return (result) => checkParameters(made, result);
    case 'forward':
      return readForward(made, args);
    case 'trace':
      return readTrace(made, args);
    default:
      return readLayerSummary(made, args);
  }
}

function readSelf(given: Value): Layer {
  const spec = groupOf(given, ['numHiddens', 'seed', 'init', 'parameters']);
  const size = integerOf(spec.numHiddens, 1);
  const shapes = Object.fromEntries(['W_q', 'W_k', 'W_v'].map((name) => [name, [size, size]]));
  return { isMulti: false, heads: 1, kvHeads: 1, headSize: size, parameters: readParameters(spec, shapes) };
}

function readMulti(given: Value): Layer {
  const known = ['numHiddens', 'numHeads', 'numKvHeads', 'querySize', 'keySize', 'valueSize', 'bias', 'seed', 'init'];
  const spec = groupOf(given, [...known, 'parameters']);
  const [size, heads] = [integerOf(spec.numHiddens, 1), integerOf(spec.numHeads, 1)];
  const of = (value: Value, otherwise: number) => (value === undefined ? otherwise : integerOf(value, 1));
  const kvHeads = of(spec.numKvHeads, heads);
  const [q, k, v] = [of(spec.querySize, size), of(spec.keySize, size), of(spec.valueSize, size)];
  if (size % heads !== 0 || heads % kvHeads !== 0) refuse('heads');
  const kv = (size / heads) * kvHeads;
  const shapes = {
    ...{ W_q: [q, size], W_k: [k, kv], W_v: [v, kv], W_o: [size, size] },
    ...(isBiased(spec) && { b_q: [size], b_k: [kv], b_v: [kv], b_o: [size] }),
  };
  return { isMulti: true, heads, kvHeads, headSize: size / heads, parameters: readParameters(spec, shapes) };
}

type Group = { readonly [name: string]: Value };

function isBiased({ bias, parameters }: Group): boolean {
  if (bias !== undefined && typeof bias !== 'boolean') refuse('bias');
  const given = isTable(parameters) ? biasNames.some((name) => (parameters[name] ?? undefined) !== undefined) : false;
  return (bias as boolean | undefined) ?? given;
}

function readParameters({ seed, init, parameters }: Group, shapes: { [name: string]: number[] }) {
  if (init !== undefined && init !== 'linear' && init !== 'xavier') refuse('init');
  const from = seed === undefined ? 0 : integerOf(seed, 0, Number.MAX_SAFE_INTEGER);
  if (parameters === undefined)
    return Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [name, drawn(name, shape, shapes, from, init === 'xavier')]),
    );
  if (seed !== undefined || init !== undefined) refuse('parameters and where they come from');
  const names = 'W_o' in shapes ? [...weightNames, ...biasNames] : weightNames.slice(0, 3);
  const given = groupOf(
    parameters,
    Object.keys(shapes),
    names.filter((name) => !(name in shapes)),
  );
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const parameter = tensorOf(given[name], [shape.length]);
      if (parameter.shape.join() !== shape.join()) refuse(`${name} of another shape`);
      return [name, parameter];
    }),
  );
}

function drawn(name: string, shape: number[], shapes: { [name: string]: number[] }, seed: number, isXavier: boolean) {
  const isBias = name.startsWith('b');
  const [fanIn, fanOut] = (isBias ? shapes[name.replace('b', 'W')] : shape) as [number, number];
  const bound = isXavier ? (isBias ? 0 : Math.sqrt(6 / (fanIn + fanOut))) : 1 / Math.sqrt(fanIn);
  const stream = 1 + [...weightNames, ...biasNames].indexOf(name);
  const count = shape.reduce((product, size) => product * size, 1);
  const draw = (_: unknown, i: number) => Math.fround(bound * (2 * uniform(seed, i, stream) - 1)) + 0;
  return tensor(shape, Array.from({ length: count }, draw));
}

function checkParameters({ parameters }: Layer, result: Result): string | undefined {
  return firstOf(
    () => checkNames(result, Object.keys(parameters)),
    ...Object.entries(parameters).map(
      ([name, { shape, data }]) =>
        () =>
          checkExact(name, result[name], shape, data),
    ),
  );
}

interface Inputs {
  names: string[];
  tensors: [TensorValue, TensorValue, TensorValue];
}

function readInputs(given: Value, { parameters }: Layer): Inputs {
  const isGroup = isTable(given) && !('data' in given || 'shape' in given);
  const group = isGroup
    ? groupOf(given, ['queries', 'keys', 'values'])
    : { queries: given, keys: given, values: given };
  const tensors = [group.queries, group.keys, group.values].map((value) =>
    tensorOf(value, [2, 3]),
  ) as Inputs['tensors'];
  const [first] = tensors;
  tensors.forEach(({ shape }, n) => {
    const [size] = (parameters[weightNames[n] as string] as TensorValue).shape;
    if (shape.at(-1) !== size || shape.length !== first.shape.length) refuse('the size or rank of an input');
    if (shape.length === 3 && shape[0] !== first.shape[0]) refuse('batches differ');
  });
  if (tensors[1].shape.at(-2) !== tensors[2].shape.at(-2)) refuse('num_kv_pairs');
  return { names: isGroup ? ['queries', 'keys', 'values'] : ['X'], tensors };
}

/** x W + b, each row by itself. */
function project(X: Numbers, W: TensorValue, b: TensorValue | undefined): Stage {
  const [depth, width] = W.shape as [number, number];
  const rows = X.shape.slice(0, -1).reduce((product, size) => product * size, 1);
  const stage = newStage(rows * width);
  for (let at = 0; at < stage.exact.length; at++) {
    const [row, n] = [Math.floor(at / width), at % width];
    const sum = new Sum();
    for (let m = 0; m < depth; m++) sum.add(X.data[row * depth + m] as number, W.data[m * width + n] as number);
    if (b) sum.add(b.data[n] as number, 1);
    sum.store(stage, at);
  }
  return stage;
}

/** (batch, steps, heads · size), or without batch, as four axes. */
function split(shape: readonly number[], data: ArrayLike<number>, heads: number): Four {
  return fourOf(new TensorValue(shape, data as number[]), heads);
}

function projectedFours(layer: Layer, { tensors }: Inputs): { stages: Stage[]; fours: { Q: Four; K: Four; V: Four } } {
  const stages = tensors.map((X, n) =>
    project(X, layer.parameters[weightNames[n] as string] as TensorValue, layer.parameters[biasNames[n] as string]),
  );
  const [Q, K, V] = stages.map(({ exact }, n) => {
    const heads = n === 0 ? layer.heads : layer.kvHeads;
    const { shape } = tensors[n] as TensorValue;
    return split([...shape.slice(0, -1), heads * layer.headSize], exact, heads);
  }) as [Four, Four, Four];
  return { stages, fours: { Q, K, V } };
}

function attentionWithin(layer: Layer, inputs: Inputs, options: Group, fours: { Q: Four; K: Four; V: Four }) {
  const hasBatch = inputs.tensors[0].shape.length === 3;
  return attentionOf(fours, { hasBatch, hasHeads: layer.isMulti, isSplit: false }, options);
}

function readForward(layer: Layer, [given, options]: readonly Value[]): Check {
  const group = readLayerOptions(options, false);
  const inputs = readInputs(given, layer);
  const { fours } = projectedFours(layer, inputs);
  const attention = attentionWithin(layer, inputs, group, fours);
  return (result) => checkNames(result, ['output']) ?? checkOutput(layer, inputs, expectedOutput(attention), result);
}

/** Of unit scale: what is not has errors of projections that nobody can follow through a softmax. */
const isTame = ({ parameters }: Layer, { tensors }: Inputs): boolean =>
  [...tensors, ...Object.values(parameters)].every(({ data }) => data.every((x) => Math.abs(x) <= 2));

/** From end to end where the numbers are of unit scale; where they are wild, the shape alone. */
function checkOutput(layer: Layer, inputs: Inputs, heads: Stage, { output }: Result): string | undefined {
  const { W_o, b_o } = layer.parameters;
  const rows = inputs.tensors[0].shape.slice(0, -1);
  const shape = [...rows, layer.heads * layer.headSize];
  const [steps = 1, batch = 1] = [...rows].reverse();
  const tame = isTame(layer, inputs) && heads.bound.every((bound) => bound < 1e-3);
  const exact = new Float64Array(heads.exact.length);
  heads.exact.forEach((x, from) => {
    const [e, i] = [from % layer.headSize, Math.floor(from / layer.headSize) % steps];
    const [h, b] = [
      Math.floor(from / layer.headSize / steps) % layer.heads,
      Math.floor(from / layer.headSize / steps / layer.heads),
    ];
    if (b < batch) exact[((b * steps + i) * layer.heads + h) * layer.headSize + e] = x;
  });
  const stage = W_o ? project({ data: exact, shape }, W_o, b_o) : { exact, bound: newStage(exact.length).bound };
  stage.exact.forEach((x, i) => {
    stage.bound[i] = tame ? 1e-5 + 1e-4 * Math.abs(x) : Number.NaN;
  });
  return checkStage('output', output, shape, stage);
}

function readTrace(layer: Layer, [given, options]: readonly Value[]): Check {
  const group = readLayerOptions(options, true);
  const inputs = readInputs(given, layer);
  const { stages, fours } = projectedFours(layer, inputs);
  const attention = attentionWithin(layer, inputs, group, fours);
  const isDropping = (attention.scoring.dropout?.p ?? 0) > 0;
  const later = [...stageNames, ...(isDropping ? ['dropped'] : []), ...(layer.isMulti ? ['heads', 'concat'] : [])];
  const names = [...inputs.names, ...Object.keys(layer.parameters), 'Q', 'K', 'V', ...later, 'output'];
  return (result) =>
    firstOf(
      () => checkNames(result, names),
      ...inputs.names.map((name, n) => () => {
        const { shape, data } = inputs.tensors[n] as TensorValue;
        return checkExact(name, result[name], shape, data);
      }),
      () =>
        checkParameters(layer, Object.fromEntries(Object.keys(layer.parameters).map((name) => [name, result[name]]))),
      ...['Q', 'K', 'V'].map((name, n) => () => checkProjected(name, n, layer, inputs, stages[n] as Stage, result)),
      () => checkTraced(layer, inputs, group, result),
    );
}

function checkProjected(name: string, n: number, layer: Layer, { tensors }: Inputs, stage: Stage, result: Result) {
  const heads = n === 0 ? layer.heads : layer.kvHeads;
  const rows = (tensors[n] as TensorValue).shape.slice(0, -1);
  const shape = layer.isMulti
    ? [...rows.slice(0, -1), heads, rows.at(-1) as number, layer.headSize]
    : [...rows, layer.headSize];
  const order = (data: Float64Array) => byHead(data, rows, heads, layer.headSize);
  return checkStage(name, result[name], shape, { exact: order(stage.exact), bound: order(stage.bound) });
}

/** (batch, steps, heads · size) as (batch, heads, steps, size). */
function byHead(data: ArrayLike<number>, rows: readonly number[], heads: number, size: number): Float64Array {
  const steps = rows.at(-1) as number;
  return Float64Array.from(data, (_, to) => {
    const [e, i] = [to % size, Math.floor(to / size) % steps];
    const [h, b] = [Math.floor(to / size / steps) % heads, Math.floor(to / size / steps / heads)];
    return data[((b * steps + i) * heads + h) * size + e] as number;
  });
}

/** The stages after the projections, from Q, K and V as they came. */
function checkTraced(layer: Layer, inputs: Inputs, options: Group, result: Result): string | undefined {
  const [Q, K, V] = ['Q', 'K', 'V'].map((name) => fourOfStage(result[name] as Numbers, layer.isMulti)) as [
    Four,
    Four,
    Four,
  ];
  const attention = attentionWithin(layer, inputs, options, { Q, K, V });
  if (!layer.isMulti) return checkStages(attention, result);
  const { heads, concat, output } = result as { heads: Numbers; concat: Numbers; output: Numbers };
  const rows = inputs.tensors[0].shape.slice(0, -1);
  const width = layer.heads * layer.headSize;
  const { W_o, b_o } = layer.parameters as { W_o: TensorValue; b_o?: TensorValue };
  return firstOf(
    () => checkStages(attention, { ...result, output: heads }),
    () => (concat.shape.join() === [...rows, width].join() ? undefined : `concat: shape ${concat.shape}`),
    () =>
      checkExact(
        'heads',
        heads,
        attention.outputShape,
        Array.from(byHead(concat.data, rows, layer.heads, layer.headSize)),
      ),
    () => checkStage('output', output, [...rows, width], project(concat, W_o, b_o)),
  );
}

const fourOfStage = ({ data, shape }: Numbers, isMulti: boolean): Four =>
  fourOf(new TensorValue(isMulti && shape.length === 3 ? [1, ...shape] : shape, data as number[]), undefined);

function readLayerSummary(layer: Layer, [given, options, request]: readonly Value[]): Check {
  const group = readLayerOptions(options, false);
  const inputs = readInputs(given, layer);
  const { fours } = projectedFours(layer, inputs);
  const check = readSummary(attentionWithin(layer, inputs, group, fours), request);
  return isTame(layer, inputs) ? check : (result) => checkNames(result, ['rowMax', 'entropy', 'topK', 'map']);
}
