// One input through every way the engine has of computing it: how far each is from the reference, and how long it takes.
import type { AsyncEngine, LoadOptions, Tensor, Variant } from 'xattention';
import type { Recipe } from './recipe';
import { type Tracing, tracing } from './retrace';
import { type StageName, stagesOf } from './stages';

/** What one variant computed. */
export interface Finding {
  /** Largest |Δ| of each stage from the reference; empty for the reference itself. */
  differences: ReadonlyMap<StageName, number>;
  /** The smallest and the largest sum of a row of attention weights, empty rows aside; undefined when all are empty. */
  rowSums: readonly [number, number] | undefined;
  /** Rows whose weights are all exactly 0. */
  emptyRows: number;
  /** Median over some runs of `trace`, from the call to its result. */
  milliseconds: number;
}

export interface Entry {
  variant: Variant;
  finding: Finding | undefined;
  /** Why there is no finding. */
  failure: unknown;
}

export type Load = (options: LoadOptions) => Promise<AsyncEngine>;

const runs = 7;

/** The reference first, then whatever variants it lists, one after the other: each is loaded and let go of again. */
export async function* prove(recipe: Recipe, load: Load): AsyncGenerator<Entry> {
  const variants: Variant[] = [];
  const measure = async (name: Variant['name']) => {
    const engine = await load({ variant: name });
    try {
      variants.push(...(variants.length === 0 ? engine.variants : []));
      return await timed(engine, recipe);
    } finally {
      engine.dispose();
    }
  };

  const reference = await measure('reference');
  const others = variants.filter(({ name }) => name !== 'reference');
  const own = variants.find(({ name }) => name === 'reference') ?? { name: 'reference', description: '' };
  yield { variant: own, finding: judge(recipe, reference), failure: undefined };
  for (const variant of others) {
    try {
      const finding = judge(recipe, await measure(variant.name), reference.trace);
      yield { variant, finding, failure: undefined };
    } catch (error) {
      yield { variant, finding: undefined, failure: error };
    }
  }
}

interface Timed {
  trace: Awaited<ReturnType<Tracing['run']>>;
  milliseconds: number;
}

async function timed(engine: AsyncEngine, recipe: Recipe): Promise<Timed> {
  const { run, dispose } = await tracing(engine, recipe);
  try {
    let trace = await run(); // the first run also warms up
    const times: number[] = [];
    for (let i = 0; i < runs; i += 1) {
      const start = performance.now();
      trace = await run();
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    return { trace, milliseconds: times[Math.floor(runs / 2)] ?? 0 };
  } finally {
    dispose();
  }
}

function judge(recipe: Recipe, { trace, milliseconds }: Timed, reference?: Timed['trace']): Finding {
  const differences = new Map<StageName, number>();
  for (const { name, kind } of stagesOf(recipe).values()) {
    const [now, before] = [trace[name], reference?.[name]];
    if (kind !== 'parameter' && !(name in recipe.inputs) && now && before)
      differences.set(name, largestDifference(now, before));
  }
  return { differences, milliseconds, ...sumsOf(trace.attentionWeights) };
}

/** Infinite where one has a number and the other has none. */
export function largestDifference({ data: a }: Tensor, { data: b }: Tensor): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const [i, x] of a.entries()) {
    const y = b[i] as number;
    if (x === y || (Number.isNaN(x) && Number.isNaN(y))) continue; // also −∞ and −∞
    const difference = Math.abs(x - y);
    largest = Math.max(largest, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  }
  return largest;
}

function sumsOf({ data, shape }: Tensor): Pick<Finding, 'rowSums' | 'emptyRows'> {
  const width = shape.at(-1) ?? 0;
  const sums: number[] = [];
  let emptyRows = 0;
  for (let start = 0; start < data.length; start += width) {
    const row = data.subarray(start, start + width);
    if (row.every((weight) => weight === 0)) emptyRows += 1;
    else sums.push(row.reduce((sum, weight) => sum + weight, 0));
  }
  return { emptyRows, rowSums: sums.length > 0 ? [Math.min(...sums), Math.max(...sums)] : undefined };
}
