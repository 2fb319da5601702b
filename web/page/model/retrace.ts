// A recipe, computed again by any engine.
import type { AsyncEngine, LayerTrace, LayerTraceOptions, Replace, Tensor } from 'xattention';
import type { Core } from './core';
import { type Edit, withEdits } from './edits';
import type { Recipe } from './recipe';

export interface Tracing {
  /** Every stage, numbers set by hand included. */
  run(): Promise<Traced>;
  dispose(): void;
}

export async function tracing(engine: AsyncEngine, recipe: Recipe): Promise<Tracing> {
  const { keep, scale, softcap, dropout, edits } = recipe;
  const options = { keep, scale, softcap, ...(dropout && { dropout: { p: dropout.p, seed: dropout.seed } }) };
  const { trace, dispose } = await tracer(engine, recipe);
  return { run: async () => (await continued(trace, options, edits)).trace, dispose };
}

export type Traced = Partial<LayerTrace> & Pick<LayerTrace, 'scores' | 'attentionWeights'>;

interface Continued<T> {
  trace: T;
  /** Stages with numbers set by hand, as they were computed. */
  computed: { scores?: Tensor; attentionWeights?: Tensor };
}

/** A trace, then continued from the scores as edited, then from the weights as edited. */
export async function continued<T extends Traced>(
  trace: (options: LayerTraceOptions) => Promise<T>,
  options: LayerTraceOptions,
  edits: readonly Edit[],
): Promise<Continued<T>> {
  const replace: Pick<Replace, 'scores' | 'attentionWeights'> = {};
  const computed: Continued<T>['computed'] = {};
  let now = await trace(options);
  for (const stage of ['scores', 'attentionWeights'] as const) {
    const edited = withEdits(now[stage], edits, stage);
    if (edited === now[stage]) continue;
    computed[stage] = now[stage];
    replace[stage] = edited;
    now = await trace({ ...options, replace });
  }
  return { trace: now, computed };
}

/** What is gathered is the output, or with heads, of each of them. */
export async function traceGiven(
  engine: Core,
  [Q, K, V]: readonly [Tensor, Tensor, Tensor],
  options: LayerTraceOptions,
): Promise<Traced> {
  const { output, ...trace } = await engine.trace(Q, K, V, options);
  return Q.shape.length === 4 ? { ...trace, heads: output } : { ...trace, output };
}

interface Tracer {
  trace(options: LayerTraceOptions): Promise<Traced>;
  dispose(): void;
}

async function tracer(engine: AsyncEngine, recipe: Recipe): Promise<Tracer> {
  const { inputs, parameters, numHiddens, numHeads, numKvHeads } = recipe;
  const { X, queries, keys, Q, K, V } = inputs;
  if (Q && K && V) return { trace: (options) => traceGiven(engine, [Q, K, V], options), dispose: () => {} };
  if (!parameters) throw new Error('a recipe without Q, K and V needs parameters');
  const { W_o, ...projections } = parameters;
  const layer = W_o
    ? await engine.multiHeadAttention({ numHiddens, numHeads, numKvHeads, parameters: { ...projections, W_o } })
    : await engine.selfAttention({ numHiddens, parameters: projections });
  const input = queries && keys ? { queries, keys, values: keys } : X;
  if (!input) throw new Error('a recipe needs X, or queries and keys');
  return { trace: (options) => layer.trace(input, options), dispose: () => layer.dispose() };
}
