// What a call is put to: engines of every variant, in this thread and behind a port, and what came of it.

import { openLocalChannel } from 'dist/lib/async/channel.js';
import { ChannelEngine } from 'dist/lib/async/engine.js';
import { serve } from 'dist/lib/async/serve.js';
import { WorkerChannel, type WorkerLike } from 'dist/lib/async/worker-channel.js';
import { loadCore } from 'dist/lib/wasm/load.js';
import { type AsyncEngine, AttentionError, type Engine, loadWasm } from 'xattention';
import type { Result } from './numbers.js';
import { build, type Call } from './values.js';

/** A result, or why there is none. */
export type Outcome = { result: Result } | { error: unknown };

export interface Contender {
  name: string;
  engine: Engine | AsyncEngine;
}

type Methods = { readonly [method: string]: (...args: unknown[]) => unknown };

/** Does a call with an engine that answers at once. */
export function perform(engine: Engine, call: Call): Outcome {
  try {
    const args = call.args.map(build);
    if (!call.layer) return { result: (engine as unknown as Methods)[call.method]?.(...args) as Result };
    const layer = engine[call.layer.kind](build(call.layer.spec) as never);
    try {
      return { result: resultOf(layer, call.method, args) as Result };
    } finally {
      layer.dispose();
    }
  } catch (error) {
    return { error };
  }
}

/** The same with one that promises; whatever was given is overwritten while the answer is under way. */
export async function performLater(engine: AsyncEngine, call: Call): Promise<Outcome> {
  try {
    const args = call.args.map(build);
    if (!call.layer)
      return { result: (await overwriting((engine as unknown as Methods)[call.method]?.(...args), args)) as Result };
    const spec = build(call.layer.spec);
    const layer = (await overwriting(engine[call.layer.kind](spec as never), spec)) as object & { dispose(): void };
    try {
      const answer = resultOf(layer, call.method, args);
      return { result: (await overwriting(answer, args)) as Result };
    } finally {
      layer.dispose();
    }
  } catch (error) {
    return { error };
  }
}

const resultOf = (layer: object, method: string, args: unknown[]): unknown =>
  method === 'parameters' ? (layer as { parameters: unknown }).parameters : (layer as Methods)[method]?.(...args);

function overwriting<T>(answer: T, given: unknown): T {
  try {
    if (answer instanceof Promise) overwrite(given);
  } catch {
    // What cannot even be looked at cannot be overwritten either.
  }
  return answer;
}

function overwrite(given: unknown): void {
  if (given instanceof Float32Array) given.fill(Number.NaN);
  else if (Array.isArray(given) && given.length < 1000) given.forEach(overwrite);
  else if (Object.prototype.toString.call(given) === '[object Object]') {
    const { data, shape } = Object.getOwnPropertyDescriptors(given) as { [name: string]: PropertyDescriptor };
    for (const { value } of [data, shape].filter((property) => property !== undefined)) overwrite(value);
    if (Array.isArray(shape?.value)) shape.value.fill(9);
  }
}

/** The code and the argument of a refusal; undefined of anything that no method may throw. */
export function refusalOf(outcome: Outcome): string | undefined {
  if (!('error' in outcome) || !(outcome.error instanceof AttentionError)) return undefined;
  const { code, argument } = outcome.error;
  return ['shape', 'type', 'option'].includes(code) ? `${code} ${argument}` : undefined;
}

export const variants = (await loadWasm()).variants.map(({ name }) => name);

export async function openEngines(): Promise<{ name: string; engine: Engine }[]> {
  const alone = variants.map(async (variant) => ({ name: variant, engine: await loadWasm({ variant, threads: 1 }) }));
  return Promise.all([...alone, loadWasm({ threads: 3 }).then((engine) => ({ name: 'threads', engine }))]);
}

/** In this thread, and behind a port as a worker is. */
export async function openLater(): Promise<{ name: string; engine: AsyncEngine }[]> {
  const { handle, ...loaded } = await loadCore({ threads: 1 });
  const channel = new WorkerChannel(portToCore());
  return [
    { name: 'promised', engine: new ChannelEngine(openLocalChannel(handle), loaded) },
    { name: 'worker', engine: new ChannelEngine(channel, await channel.load({ threads: 1 })) },
  ];
}

/** A port whose other end computes: what a page sees of its worker. */
export function portToCore(): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  serve(port2 as never);
  port2.start();
  port1.start();
  return {
    postMessage: (message, transfer) => port1.postMessage(message, transfer as never),
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type !== 'error') port1.addEventListener(type as 'message', listener as never);
    },
    terminate: () => port1.close(),
  };
}
