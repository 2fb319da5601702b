// A random call from a seed: small shapes mostly, every option, wild numbers, and now and then something wrong.

import { Random } from '../support/random.js';
import { spoil } from './spoil.js';
import { type Call, countOf, type Layout, TensorValue, type Value } from './values.js';

type Options = { [name: string]: Value };

export function generate(seed: number): Call {
  const random = new Random(seed);
  const call = new Generator(random).call();
  return random.chance(0.25) ? spoil(call, random) : call;
}

/** Around the sizes of vectors and tiles, and below. */
const edges = [7, 8, 9, 12, 13, 15, 16, 17, 31, 32, 33];
const specials = [Number.NaN, Infinity, -Infinity, 0, -0, 1e-45, -1e-39, 3.4e38, -3.4e38, 1e30, -1e19, 1e-30, 88, -104];

class Generator {
  readonly #random: Random;
  /** The kind of numbers of this call. */
  readonly #number: () => number;

  constructor(random: Random) {
    this.#random = random;
    const unit = () => random.next() * 2 - 1;
    const tie = () => random.integer(-2, 2);
    this.#number = random.pick<() => number>(
      ...[unit, unit, unit, unit, tie, tie],
      () => (random.chance(0.1) ? random.pick(...specials) : unit()),
      () => (random.chance(0.02) ? random.pick(...specials) : tie()),
      () => unit() * 10 ** random.integer(-45, 38),
      () => unit() * 40,
    );
  }

  call(): Call {
    const random = this.#random;
    const method = random.pick(
      'attention',
      'attention',
      'trace',
      'trace',
      'maskedSoftmax',
      'summarize',
      'additive',
      'layer',
      'encoding',
    );
    switch (method) {
      case 'maskedSoftmax':
        return this.#maskedSoftmax();
      case 'additive':
        return this.#additive();
      case 'layer':
        return this.#layer();
      case 'encoding':
        return { method: 'positionalEncoding', args: [this.#size(), Math.max(1, this.#size())] };
      default:
        return this.#attention(method);
    }
  }

  #attention(method: 'attention' | 'trace' | 'summarize'): Call {
    const random = this.#random;
    const [kvHeads, group] = random.chance(0.5) ? [1, 1] : [random.integer(1, 2), random.integer(1, 3)];
    const [B, H, L, S] = [this.#few(), kvHeads * group, this.#size(), this.#size()];
    const [d, dv] = [Math.max(1, this.#size()), Math.max(1, this.#size())];
    const rank = H === 1 ? random.integer(2, 4) : random.integer(3, 4);
    const [hasBatch, isSplit] = [rank > 2, rank < 4 && (H > 1 || random.chance(0.2))];
    const shape = (heads: number, steps: number, size: number) => {
      if (rank === 4) return [B, heads, steps, size];
      return [...(hasBatch ? [B] : []), steps, heads * size];
    };
    const options = this.#options([hasBatch ? B : 1, H, L, S], hasBatch, rank === 4 || isSplit);
    if (isSplit) {
      options.numHeads = H;
      if (kvHeads !== H || random.chance(0.2)) options.numKvHeads = kvHeads;
    }
    if (method === 'trace' && random.chance(0.2))
      options.replace = this.#replace([hasBatch ? B : 1, H, L, S], hasBatch, rank === 4 || isSplit);
    const tensors = [
      this.#tensor(shape(H, L, d)),
      this.#tensor(shape(kvHeads, S, d)),
      this.#tensor(shape(kvHeads, S, dv)),
    ];
    return this.#withOptions(method, tensors, options, S);
  }

  #withOptions(method: string, tensors: Value[], options: Options, S: number): Call {
    if (method === 'summarize') return { method, args: [...tensors, options, this.#request(S)] };
    return {
      method,
      args: Object.keys(options).length === 0 && this.#random.chance(0.5) ? tensors : [...tensors, options],
    };
  }

  #request(S: number): Options {
    const random = this.#random;
    const request: Options = {};
    if (random.chance(0.7)) request.topK = random.integer(1, 5);
    if (random.chance(0.5)) request.mapRows = random.integer(1, 6);
    if (random.chance(0.5)) request.mapCols = random.integer(1, 6);
    if (random.chance(0.5)) request.reduce = random.pick('max', 'mean');
    if (S > 0 && random.chance(0.3)) {
      const from = random.integer(0, S - 1);
      request.mapKeys = [from, random.integer(from + 1, S)];
    }
    return request;
  }

  #maskedSoftmax(): Call {
    const random = this.#random;
    const rank = random.integer(2, 4);
    const full = [rank > 2 ? this.#few() : 1, rank > 3 ? random.integer(1, 3) : 1, this.#size(), this.#size()];
    const shape = full.filter((_, axis) => axis > 3 - rank);
    return {
      method: 'maskedSoftmax',
      args: [
        this.#tensor(rank === 3 ? [full[0] as number, ...full.slice(2)] : shape),
        this.#masks(full, rank > 2, rank > 3),
      ],
    };
  }

  #additive(): Call {
    const random = this.#random;
    const rank = random.integer(2, 4);
    const full = [rank > 2 ? this.#few() : 1, 1, this.#size(), this.#size()];
    const [B, , L, S] = full as [number, number, number, number];
    const [q, k, v, hiddens] = [random.integer(1, 6), random.integer(1, 6), random.integer(1, 6), random.integer(1, 9)];
    const shape = (steps: number, size: number) => [[], [], [], [B], [B, 1]][rank]?.concat(steps, size) as number[];
    const options = this.#masks(full, rank > 2, rank > 3);
    if (random.chance(0.2)) options.dropout = this.#dropout();
    Object.assign(options, {
      W_q: this.#tensor([q, hiddens]),
      W_k: this.#tensor([k, hiddens]),
      w_v: this.#tensor([hiddens]),
    });
    return {
      method: 'additiveAttention',
      args: [this.#tensor(shape(L, q)), this.#tensor(shape(S, k)), this.#tensor(shape(S, v)), options],
    };
  }

  #layer(): Call {
    const random = this.#random;
    const isMulti = random.chance(0.7);
    const [kvHeads, group, headSize] = isMulti
      ? [random.integer(1, 2), random.integer(1, 2), random.integer(1, 5)]
      : [1, 1, random.integer(1, 9)];
    const [H, size] = [kvHeads * group, kvHeads * group * headSize];
    const isOwn = isMulti && random.chance(0.3);
    const [q, k, v] = isOwn ? [random.integer(1, 6), random.integer(1, 6), random.integer(1, 6)] : [size, size, size];
    const spec: Options = { numHiddens: size };
    if (isMulti) spec.numHeads = H;
    if (kvHeads !== H) spec.numKvHeads = kvHeads;
    if (isOwn) Object.assign(spec, { querySize: q, keySize: k, valueSize: v });
    if (isMulti && random.chance(0.3)) spec.bias = random.chance(0.5);
    if (random.chance(0.4)) {
      const kv = headSize * kvHeads;
      spec.parameters = {
        ...{ W_q: this.#tensor([q, size]), W_k: this.#tensor([k, kv]), W_v: this.#tensor([v, kv]) },
        ...(isMulti && { W_o: this.#tensor([size, size]) }),
        ...(spec.bias === true && {
          b_q: this.#tensor([size]),
          b_k: this.#tensor([kv]),
          b_v: this.#tensor([kv]),
          b_o: this.#tensor([size]),
        }),
      };
    } else {
      if (random.chance(0.7)) spec.seed = random.integer(0, 2 ** 30) * random.pick(1, 2 ** 22);
      if (random.chance(0.3)) spec.init = random.pick('linear', 'xavier');
    }
    const layer = { kind: isMulti ? 'multiHeadAttention' : 'selfAttention', spec } as const;
    const method = random.pick('forward', 'trace', 'summarize', 'parameters');
    if (method === 'parameters') return { method, args: [], layer };
    const hasBatch = random.chance(0.5);
    const isSelf = !isOwn && random.chance(0.6);
    const [B, L] = [hasBatch ? this.#few() : 1, this.#size()];
    const S = isSelf ? L : this.#size();
    const input = (steps: number, width: number) => this.#tensor([...(hasBatch ? [B] : []), steps, width]);
    const inputs: Value = isSelf ? input(L, size) : { queries: input(L, q), keys: input(S, k), values: input(S, v) };
    const options = this.#options([B, H, L, S], hasBatch, isMulti);
    if (method === 'trace' && random.chance(0.2)) options.replace = this.#replace([B, H, L, S], hasBatch, isMulti);
    return { method, args: method === 'summarize' ? [inputs, options, this.#request(S)] : [inputs, options], layer };
  }

  #options(full: readonly number[], hasBatch: boolean, hasHeads: boolean): Options {
    const random = this.#random;
    const options = this.#masks(full, hasBatch, hasHeads);
    if (random.chance(0.2)) options.scale = random.pick(0, -0, 1, -0.7, 2, 1e-30, -1e10, 1e-42, 3e38);
    if (random.chance(0.15)) options.softcap = random.pick(0, 0.5, 2, 30, 1e-30, 1e30, 1e-44);
    if (random.chance(0.2)) options.dropout = this.#dropout();
    return options;
  }

  #dropout(): Options {
    const random = this.#random;
    const p = random.pick(0, 0.1, 0.5, 0.9, 1, 2 ** -24, 1 - 2 ** -53, 1e-300);
    return random.chance(0.3)
      ? { p }
      : { p, seed: random.pick(0, 7, 2 ** 32, 2 ** 53 - 1, random.integer(0, 2 ** 30)) };
  }

  #masks(full: readonly number[], hasBatch: boolean, hasHeads: boolean): Options {
    const random = this.#random;
    const [B, , L, S] = full as [number, number, number, number];
    const options: Options = {};
    const offset = () => random.pick(random.integer(-L - 2, S + 2), random.integer(-L, S), 2 ** 31 - 1, -(2 ** 31));
    if (random.chance(0.25)) options.causal = random.pick<Value>(true, true, false, 'top-left', 'bottom-right');
    if (random.chance(0.2))
      options.window = random.chance(0.1)
        ? new TensorValue([2], [random.integer(-1, S), random.integer(-1, S)], 'bare')
        : [random.pick(random.integer(-1, S), 2 ** 31 - 1), random.integer(-1, S)];
    if (
      (options.causal === true || options.window) &&
      typeof options.causal !== 'string' &&
      (L !== S || random.chance(0.5))
    ) {
      const each = () => Array.from({ length: B }, offset);
      options.queryOffset = random.pick<() => Value>(
        () => 'top-left',
        () => 'bottom-right',
        offset,
        each,
        () => new TensorValue([B], each(), 'bare'),
      )();
    }
    if (random.chance(0.2)) options.validLens = this.#lengths(B, L, S);
    if (random.chance(0.15)) options.keep = this.#mask(full, hasBatch, hasHeads, 0.7);
    if (random.chance(0.15)) options.drop = this.#mask(full, hasBatch, hasHeads, 0.3);
    if (random.chance(0.2)) {
      const { shape } = this.#mask(full, hasBatch, hasHeads, 1);
      const bias = Array.from({ length: countOf(shape) }, () => (random.chance(0.2) ? -Infinity : this.#number()));
      options.attentionBias = new TensorValue(
        shape,
        bias,
        this.#layout(shape, ['flat', 'subarray', 'float64', 'numbers', 'nested', 'resizable']),
      );
    }
    if (random.chance(0.15)) options.emptyRow = random.pick('zero', 'uniform');
    for (const name of ['causal', 'scale', 'keep', 'dropout'])
      if (random.chance(0.01) && options[name] === undefined && name !== 'scale')
        options[name] = random.pick(null, undefined);
    return options;
  }

  #lengths(B: number, L: number, S: number): TensorValue {
    const random = this.#random;
    const shape = random.chance(0.5) ? [B] : [B, L];
    const data = Array.from({ length: countOf(shape) }, () => random.integer(0, S));
    const flat: Layout[] = ['flat', 'float64', 'numbers', 'integers', 'subarray', 'nested'];
    return new TensorValue(shape, data, this.#layout(shape, shape.length === 1 ? [...flat, 'bare'] : flat));
  }

  #mask(full: readonly number[], hasBatch: boolean, hasHeads: boolean, share: number): TensorValue {
    const random = this.#random;
    const visible = full.filter((_, axis) => (axis !== 0 || hasBatch) && (axis !== 1 || hasHeads));
    const shape = visible.map((extent) => (random.chance(0.4) ? 1 : extent)).slice(random.integer(0, visible.length));
    const data = Array.from({ length: countOf(shape) }, () => (random.chance(share) ? 1 : 0));
    return new TensorValue(
      shape,
      data,
      this.#layout(shape, ['booleans', 'nested booleans', 'bytes', 'flat', 'nested', 'numbers', 'integers']),
    );
  }

  #replace(full: readonly number[], hasBatch: boolean, hasHeads: boolean): Options {
    const shape = full.filter((_, axis) => (axis !== 0 || hasBatch) && (axis !== 1 || hasHeads));
    const names = ['scores', 'masked', 'attentionWeights'].filter(() => this.#random.chance(0.4));
    return Object.fromEntries(names.map((name) => [name, this.#tensor(shape)]));
  }

  #tensor(shape: readonly number[]): TensorValue {
    const data = Array.from({ length: countOf(shape) }, this.#number);
    return new TensorValue(
      shape,
      data,
      this.#layout(shape, ['flat', 'nested', 'subarray', 'float64', 'numbers', 'shared', 'resizable']),
    );
  }

  #layout(shape: readonly number[], choices: readonly Layout[]): Layout {
    const layout = this.#random.chance(0.5) ? (choices[0] as Layout) : this.#random.pick(...choices);
    return layout.startsWith('nested') && (shape.length === 0 || shape.includes(0)) ? 'numbers' : layout;
  }

  #few(): number {
    return this.#random.pick(1, 1, 1, 2, 2, 3, 0);
  }

  #size(): number {
    const random = this.#random;
    if (random.chance(0.002)) return random.pick(64, 65, 100, 255, 256, 257, 300);
    if (random.chance(0.05)) return random.pick(...edges);
    return random.chance(0.03) ? 0 : random.integer(1, 5);
  }
}
