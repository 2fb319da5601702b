// The stages of a trace as the page needs them: which axes each one has, what colour it is,
// where it lies in the chain. Everything else (shapes, selection, keyboard, inspector) is derived from this table.

export type StageName =
  | 'X'
  | 'queries'
  | 'keys'
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
  | 'dropped'
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
  /** Whether it has a sheet for each head, or for each head of keys and values, which heads may share. */
  sheets: 'one' | 'head' | 'kv head';
  /** Its neighbours for Page Up and Page Down. */
  up?: StageName;
  down?: StageName;
}

export interface Sizes {
  batchSize: number;
  /** Who asks: num_steps, or num_queries where others answer. */
  numSteps: number;
  /** Who answers: num_steps again where a sequence reads itself. */
  numKvPairs: number;
  numHiddens: number;
  numHeads: number;
  /** Heads of K and V; fewer where heads share them. */
  numKvHeads: number;
  /** Whether one sequence reads itself, reads another, or comes as Q, K and V. */
  reads: 'itself' | 'another' | 'given';
  /** Whether weights are dropped after the softmax. */
  drops: boolean;
}

type Row = [Axis, Axis, Kind, Hue, Step, up: StageName | null, down: StageName | null];

// Of W_q, W_k and W_v a sheet is the columns that make this head, so that they stand above their numbers.
const ofHead = new Set<StageName>(['W_q', 'Q', 'scores', 'scaled', 'masked', 'attentionWeights', 'dropped', 'heads']);
const ofKvHead = new Set<StageName>(['W_k', 'W_v', 'K', 'V']);

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
      sheets: ofHead.has(name) ? 'head' : ofKvHead.has(name) ? 'kv head' : 'one',
      ...(up && { up }),
      ...(down && { down }),
    });
  }
  return stages;
}

type Form = Pick<Sizes, 'reads' | 'drops'> & { joins: boolean };

function inputs(reads: Sizes['reads']): Partial<Record<StageName, Row>> {
  switch (reads) {
    case 'itself':
      return { X: ['step', 'input', 'vector', 'x', 'input', null, 'Q'], ...projected('X', 'X') };
    case 'another':
      return {
        queries: ['query', 'input', 'vector', 'x', 'input', null, 'Q'],
        keys: ['key', 'input', 'vector', 'x', 'input', null, 'K'],
        ...projected('queries', 'keys'),
      };
    case 'given':
      return {};
  }
}

const projected = (asks: StageName, answers: StageName): Partial<Record<StageName, Row>> => ({
  W_q: ['input', 'feature', 'parameter', 'q', 'project', asks, 'Q'],
  W_k: ['input', 'feature', 'parameter', 'k', 'project', answers, 'K'],
  W_v: ['input', 'feature', 'parameter', 'v', 'project', answers, 'V'],
});

function chain({ reads, drops, joins }: Form): Map<StageName, Stage> {
  const gathered = joins ? 'heads' : 'output';
  const weighs = drops ? 'dropped' : 'attentionWeights';
  const [asks, answers] = { itself: ['X', 'X'], another: ['queries', 'keys'], given: [null, null] }[reads] as [
    StageName | null,
    StageName | null,
  ];
  return build({
    ...inputs(reads),
    Q: ['query', 'feature', 'vector', 'q', 'project', asks, 'scores'],
    K: ['key', 'feature', 'vector', 'k', 'project', answers, 'scores'],
    V: ['key', 'feature', 'vector', 'v', 'project', answers, gathered],
    scores: ['query', 'key', 'pair', 'x', 'match', 'Q', 'scaled'],
    scaled: ['query', 'key', 'pair', 'x', 'scale', 'scores', 'masked'],
    masked: ['query', 'key', 'pair', 'x', 'mask', 'scaled', 'attentionWeights'],
    attentionWeights: ['query', 'key', 'pair', 't', 'share', 'masked', drops ? 'dropped' : gathered],
    ...(drops && { dropped: ['query', 'key', 'pair', 't', 'drop', 'attentionWeights', gathered] }),
    ...(joins
      ? {
          heads: ['query', 'feature', 'vector', 'v', 'gather', weighs, reads === 'given' ? null : 'concat'],
          ...(reads !== 'given' && {
            concat: ['query', 'hidden', 'vector', 'v', 'join', 'heads', 'output'],
            W_o: ['hidden', 'out', 'parameter', 'v', 'mix', 'concat', 'output'],
            output: ['query', 'out', 'vector', 'v', 'mix', 'concat', null],
          }),
        }
      : { output: ['query', 'feature', 'vector', 'v', 'gather', weighs, null] }),
  });
}

const chains = new Map<string, ReadonlyMap<StageName, Stage>>();

/** The stages of these sizes, in the order of the formula. One head is the lesson's chain, without W_o. */
export function stagesOf({
  numHeads,
  reads,
  drops,
}: Pick<Sizes, 'numHeads' | 'reads' | 'drops'>): ReadonlyMap<StageName, Stage> {
  const form: Form = { reads, drops, joins: numHeads > 1 };
  const key = JSON.stringify(form);
  const known = chains.get(key) ?? chain(form);
  chains.set(key, known);
  return known;
}

/** The stage a stop of the stepper is about; a stop without one is drawn dotted. */
export function stageOfStep(step: Step, sizes: Sizes): Stage | undefined {
  return [...stagesOf(sizes).values()].find((s) => s.step === step && s.kind !== 'parameter');
}

export const headSize = (sizes: Sizes): number => sizes.numHiddens / sizes.numHeads;

export function axisSize(axis: Axis, sizes: Sizes): number {
  switch (axis) {
    case 'step':
    case 'query':
      return sizes.numSteps;
    case 'key':
      return sizes.numKvPairs;
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

/** How many sheets a stage has in each batch. */
export function sheetCount({ sheets }: Stage, { numHeads, numKvHeads }: Sizes): number {
  return { one: 1, head: numHeads, 'kv head': numKvHeads }[sheets];
}

/** Which of them belongs to a head: one for each, or one that several share. */
export function sheetFor(stage: Stage, head: number, sizes: Sizes): number {
  return Math.floor((head * sheetCount(stage, sizes)) / sizes.numHeads);
}

/** The whole stage, batch and heads included; equal to the shape of its tensor in the trace. */
export function shapeOf(stage: Stage, sizes: Sizes): Shape {
  const { numHiddens, numHeads, numKvHeads, batchSize, reads } = sizes;
  const count = sheetCount(stage, sizes);
  const shared = numKvHeads < numHeads && stage.sheets === 'kv head';
  if (stage.kind === 'parameter') {
    const out = stage.sheets === 'one' ? numHiddens : count * headSize(sizes);
    return { names: ['num_hiddens', shared ? 'num_kv_heads·head_size' : 'num_hiddens'], numbers: [numHiddens, out] };
  }
  const nameOf = (axis: Axis): string => {
    const itself = reads === 'itself' && stage.kind !== 'pair';
    if (axis === 'step' || axis === 'query') return itself ? 'num_steps' : 'num_queries';
    if (axis === 'key') return itself ? 'num_steps' : 'num_kv_pairs';
    return axis === 'feature' && numHeads > 1 ? 'head_size' : 'num_hiddens';
  };
  const names = [nameOf(stage.rows), nameOf(stage.cols)];
  const numbers = [axisSize(stage.rows, sizes), axisSize(stage.cols, sizes)];
  if (stage.sheets !== 'one' && numHeads > 1) {
    names.unshift(shared ? 'num_kv_heads' : 'num_heads');
    numbers.unshift(count);
  }
  return { names: ['batch_size', ...names], numbers: [batchSize, ...numbers] };
}
