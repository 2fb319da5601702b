// What a call is given, as something that can be built, printed as TypeScript, and made simpler.

/** How the numbers of a tensor lie when it is handed over. */
export type Layout = (typeof layouts)[number];

/** The first ones are fit for any tensor; `bytes` to `bare` only where a mask, lengths or offsets are wanted. */
export const layouts = [
  'flat',
  'nested',
  'subarray',
  'float64',
  'numbers',
  'shared',
  'resizable',
  'bytes',
  'integers',
  'booleans',
  'nested booleans',
  'bare',
] as const;

export class TensorValue {
  /** As they arrive: what the layout cannot hold is rounded already. */
  readonly data: readonly number[];

  readonly shape: readonly number[];
  readonly layout: Layout;

  constructor(shape: readonly number[], data: readonly number[], layout: Layout = 'flat') {
    // What has no such shape cannot be nested.
    this.layout =
      layout.startsWith('nested') && (shape.length === 0 || data.length !== countOf(shape)) ? 'numbers' : layout;
    this.data = held(data, layout);
    this.shape = layout === 'bare' ? [data.length] : shape;
  }
}

function held(data: readonly number[], layout: Layout): readonly number[] {
  switch (layout) {
    case 'flat':
    case 'subarray':
    case 'shared':
    case 'resizable':
      return data.map(Math.fround);
    case 'bytes':
      return [...Uint8Array.from(data)];
    case 'integers':
    case 'bare':
      return [...Int32Array.from(data)];
    case 'booleans':
    case 'nested booleans':
      return data.map((x) => (x ? 1 : 0));
    default:
      return data;
  }
}

/** An expression, for what no table of numbers says. It has to be refused wherever it stands. */
export class Wrong {
  constructor(readonly text: string) {}
}

export type Value =
  | TensorValue
  | Wrong
  | number
  | string
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

export interface Call {
  method: string;
  args: readonly Value[];
  /** Of a layer, which is made for this one call. */
  layer?: { kind: 'selfAttention' | 'multiHeadAttention'; spec: Value } | undefined;
}

export const tensor = (shape: readonly number[], data: readonly number[], layout: Layout = 'flat') =>
  new TensorValue(shape, data, layout);
export const wrong = (text: string) => new Wrong(text);

export const call = (method: string, args: readonly Value[], layer?: Call['layer']): Call => ({ method, args, layer });

export const isTable = (value: Value): value is { readonly [name: string]: Value } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof TensorValue) &&
  !(value instanceof Wrong);

export const countOf = (shape: readonly number[]): number => shape.reduce((product, size) => product * size, 1);

/** The argument itself; what is not shared between two buildings of it may be changed at will. */
export function build(value: Value): unknown {
  if (value instanceof TensorValue) return buildTensor(value);
  if (value instanceof Wrong) return new Function(`return ${value.text};`)();
  if (Array.isArray(value)) return value.map(build);
  if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, build(item)]));
  return value;
}

function buildTensor({ shape, data, layout }: TensorValue): unknown {
  switch (layout) {
    case 'nested':
      return nest([...data], shape);
    case 'nested booleans':
      return nest(
        data.map((x) => x !== 0),
        shape,
      );
    case 'bare':
      return Int32Array.from(data);
    default:
      return { data: buildData(data, layout), shape: [...shape] };
  }
}

function buildData(data: readonly number[], layout: Layout): ArrayLike<unknown> {
  switch (layout) {
    case 'subarray':
      return Float32Array.of(Number.NaN, 7, ...data, 7, Number.NaN).subarray(2, 2 + data.length);
    case 'float64':
      return Float64Array.from(data);
    case 'numbers':
      return [...data];
    case 'booleans':
      return data.map((x) => x !== 0);
    case 'bytes':
      return Uint8Array.from(data);
    case 'integers':
      return Int32Array.from(data);
    case 'shared':
      return filled(new Float32Array(new SharedArrayBuffer(4 * data.length)), data);
    case 'resizable':
      return filled(resizable(data.length), data);
    default:
      return Float32Array.from(data);
  }
}

function filled(array: Float32Array, data: readonly number[]): Float32Array {
  array.set(data);
  return array;
}

/** Its length follows that of its buffer. */
function resizable(length: number): Float32Array {
  const Resizable = ArrayBuffer as unknown as new (bytes: number, options: { maxByteLength: number }) => ArrayBuffer;
  return new Float32Array(new Resizable(4 * length, { maxByteLength: 4 * length + 64 }));
}

function nest(items: unknown[], [, ...inner]: readonly number[]): unknown[] {
  if (inner.length === 0) return items;
  const size = countOf(inner);
  return Array.from({ length: items.length / size }, (_, i) => nest(items.slice(i * size, (i + 1) * size), inner));
}
