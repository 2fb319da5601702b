// The stages of a trace as the page needs them: which axes each one has, what colour it is,
// where it lies in the chain. Everything else (shapes, selection, keyboard, inspector) is derived from this table.

export type StageName =
  | 'X'
  | 'W_q'
  | 'W_k'
  | 'W_v'
  | 'Q'
  | 'K'
  | 'V'
  | 'scores'
  | 'scaled'
  | 'masked'
  | 'attentionWeights'
  | 'heads'
  | 'concat'
  | 'W_o'
  | 'output';

/**
 * What a row or a column of a stage counts. `feature` runs within one head, `hidden` over all heads side by side:
 * hidden = head · head_size + feature.
 */
export type Axis = 'step' | 'query' | 'key' | 'input' | 'feature' | 'hidden' | 'out';
export type Hue = 'x' | 'q' | 'k' | 'v' | 't';
/** Vectors are drawn as bars, pairs and parameters as colour. */
export type Kind = 'vector' | 'pair' | 'parameter';

export const steps = ['input', 'project', 'match', 'scale', 'mask', 'share', 'drop', 'gather', 'join', 'mix'] as const;
export type Step = (typeof steps)[number];

export interface Stage {
  name: StageName;
  /** The name in formulas and code. */
  code: string;
  rows: Axis;
  cols: Axis;
  kind: Kind;
  hue: Hue;
  /** The stop of the stepper that makes this stage. */
  step: Step;
  /** Has a sheet per head when there are heads. */
  perHead: boolean;
  /** Its neighbours for Page Up and Page Down. */
  up?: StageName;
  down?: StageName;
}

export interface Sizes {
  numSteps: number;
  numHiddens: number;
  numHeads: number;
}

type Row = [Axis, Axis, Kind, Hue, Step, up: StageName | null, down: StageName | null];

// Of W_q, W_k and W_v a sheet is the columns that make this head, so that they stand above their numbers.
const perHead = new Set<StageName>([
  'W_q',
  'W_k',
  'W_v',
  'Q',
  'K',
  'V',
  'scores',
  'scaled',
  'masked',
  'attentionWeights',
  'heads',
]);

function build(table: Partial<Record<StageName, Row>>): Map<StageName, Stage> {
  const stages = new Map<StageName, Stage>();
  for (const [key, row] of Object.entries(table)) {
    const name = key as StageName;
    const [rows, cols, kind, hue, step, up, down] = row;
    const code = name === 'attentionWeights' ? 'attention_weights' : name;
    stages.set(name, {
      name,
      code,
      rows,
      cols,
      kind,
      hue,
      step,
      perHead: perHead.has(name),
      ...(up && { up }),
      ...(down && { down }),
    });
  }
  return stages;
}

function chain(multi: boolean): Map<StageName, Stage> {
  const gathered = multi ? 'heads' : 'output';
  return build({
    X: ['step', 'input', 'vector', 'x', 'input', null, 'Q'],
    W_q: ['input', 'feature', 'parameter', 'q', 'project', 'X', 'Q'],
    W_k: ['input', 'feature', 'parameter', 'k', 'project', 'X', 'K'],
    W_v: ['input', 'feature', 'parameter', 'v', 'project', 'X', 'V'],
    Q: ['query', 'feature', 'vector', 'q', 'project', 'X', 'scores'],
    K: ['key', 'feature', 'vector', 'k', 'project', 'X', 'scores'],
    V: ['key', 'feature', 'vector', 'v', 'project', 'X', gathered],
    scores: ['query', 'key', 'pair', 'x', 'match', 'Q', 'scaled'],
    scaled: ['query', 'key', 'pair', 'x', 'scale', 'scores', 'masked'],
    masked: ['query', 'key', 'pair', 'x', 'mask', 'scaled', 'attentionWeights'],
    attentionWeights: ['query', 'key', 'pair', 't', 'share', 'masked', gathered],
    ...(multi
      ? {
          heads: ['query', 'feature', 'vector', 'v', 'gather', 'attentionWeights', 'concat'],
          concat: ['query', 'hidden', 'vector', 'v', 'join', 'heads', 'output'],
          W_o: ['hidden', 'out', 'parameter', 'v', 'mix', 'concat', 'output'],
          output: ['query', 'out', 'vector', 'v', 'mix', 'concat', null],
        }
      : { output: ['query', 'feature', 'vector', 'v', 'gather', 'attentionWeights', null] }),
  });
}

const oneHead = chain(false);
const manyHeads = chain(true);

/** The stages of this many heads, in the order of the formula. One head is the lesson's chain, without W_o. */
export const stagesOf = (numHeads: number): ReadonlyMap<StageName, Stage> => (numHeads > 1 ? manyHeads : oneHead);

/** The stage a stop of the stepper is about; a stop without one is drawn dotted. */
export function stageOfStep(step: Step, numHeads: number): Stage | undefined {
  return [...stagesOf(numHeads).values()].find((s) => s.step === step && s.kind !== 'parameter');
}

export const headSize = (sizes: Sizes): number => sizes.numHiddens / sizes.numHeads;

export function axisSize(axis: Axis, sizes: Sizes): number {
  switch (axis) {
    case 'step':
    case 'query':
    case 'key':
      return sizes.numSteps;
    case 'feature':
      return headSize(sizes);
    default:
      return sizes.numHiddens;
  }
}

export interface Shape {
  /** In the lesson's names. */
  names: string[];
  numbers: number[];
}

/** The whole stage, batch and heads included; equal to the shape of its tensor in the trace. */
export function shapeOf(stage: Stage, sizes: Sizes): Shape {
  const nameOf = (axis: Axis): string => {
    if (axis === 'step') return 'num_steps';
    if (axis === 'query') return stage.kind === 'pair' ? 'num_queries' : 'num_steps';
    if (axis === 'key') return stage.kind === 'pair' ? 'num_kv_pairs' : 'num_steps';
    return axis === 'feature' && sizes.numHeads > 1 ? 'head_size' : 'num_hiddens';
  };
  if (stage.kind === 'parameter') {
    return { names: ['num_hiddens', 'num_hiddens'], numbers: [sizes.numHiddens, sizes.numHiddens] };
  }
  const names = [nameOf(stage.rows), nameOf(stage.cols)];
  const numbers = [axisSize(stage.rows, sizes), axisSize(stage.cols, sizes)];
  if (stage.perHead && sizes.numHeads > 1) {
    names.unshift('num_heads');
    numbers.unshift(sizes.numHeads);
  }
  return { names: ['batch_size', ...names], numbers: [1, ...numbers] };
}
