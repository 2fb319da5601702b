// The GPU beside the core: opened with the first call that is large enough, measured, and given up where it fails.

import { AttentionError } from '../errors.js';
import { disposedError } from '../wasm/handle.js';
import type { GpuCalls } from './gpu-calls.js';
import type { Perform } from './speeds.js';
import { type Kind, LEAST_WORTHWHILE, type Work } from './work.js';

export interface AcceleratorParts {
  /** Opens a device and tests it. */
  open: () => Promise<GpuCalls>;
  /** What a device is measured against. */
  wasm: { perform: Perform; name: string };
  /** From so many multiply-adds on a call goes to the GPU; left out, as measured. */
  from?: number | undefined;
}

/** A device that was lost may be replaced once; one that is lost again is in the way. */
const MOST_LOSSES = 2;

export class Accelerator {
  readonly #parts: AcceleratorParts;
  readonly #thresholds = new Map<Kind, number>();
  #opening: Promise<GpuCalls | undefined> | undefined;
  #calls: GpuCalls | undefined;
  #losses: string[] = [];
  /** Why no GPU is asked any more. */
  #refusal: string | undefined;
  /** What last had no room on the GPU. */
  #tooLarge: string | undefined;
  #isClosed = false;

  constructor(parts: AcceleratorParts) {
    this.#parts = parts;
    if (parts.from !== undefined)
      for (const kind of ['fused', 'traced'] as const) this.#thresholds.set(kind, parts.from);
  }

  /** Whether a call of this size may be one for the GPU, as far as is known without asking it. */
  mayTake({ kind, amount }: Work): boolean {
    if (this.#refusal !== undefined) return false;
    return amount >= (this.#thresholds.get(kind) ?? LEAST_WORTHWHILE);
  }

  /** The GPU that takes such a call, where it is open and measured already. */
  ready(work: Work): GpuCalls | undefined {
    return this.#thresholds.has(work.kind) && this.mayTake(work) ? this.#calls : undefined;
  }

  /** The GPU, where it is to take such a call. Opens and measures it before. */
  async take(work: Work): Promise<GpuCalls | undefined> {
    const calls = await this.#open();
    if (!calls) return undefined;
    if (!this.#thresholds.has(work.kind)) await this.#measure(calls, work.kind);
    return this.#calls === calls && this.mayTake(work) ? calls : undefined;
  }

  /** What the core is to do instead. @throws the error, where it is one of the caller's */
  failed(calls: GpuCalls, error: unknown): void {
    const code = error instanceof AttentionError ? error.code : 'internal';
    const said = error instanceof Error ? error.message : String(error);
    if (code === 'device-lost') this.#lose(calls, said);
    else if (code === 'out-of-memory') this.#tooLarge = said;
    else if (code === 'internal') this.#retire(calls, `as it failed (${said})`);
    // Of the calls that a device takes with it some find it gone, others its engine.
    else if (code !== 'disposed' || this.#isClosed) throw error;
  }

  releaseLayer(id: number): void {
    this.#calls?.releaseLayer(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#calls?.dispose();
  }

  /** What is chosen, and why. */
  get reason(): string {
    if (this.#refusal !== undefined) return `without WebGPU, ${this.#refusal}`;
    const [loss] = this.#losses;
    const calls = this.#calls;
    if (!calls) return loss ? `WebGPU again with the next large call (${loss})` : 'WebGPU not before a call is large';
    const after = loss ? `, after one was lost (${loss})` : '';
    const but = this.#tooLarge ? `, but not what has no room there (${this.#tooLarge})` : '';
    return `${this.#choice()} on WebGPU (${calls.adapter})${but}${after}`;
  }

  #choice(): string {
    if (this.#parts.from !== undefined) return `calls from ${this.#parts.from} multiply-adds on, as asked for,`;
    const names = { fused: 'outputs and summaries', traced: 'traces' };
    const said = Array.from(this.#thresholds, ([kind, threshold]) =>
      threshold === Infinity
        ? `no ${names[kind]}, as measured,`
        : `${names[kind]} from ${Math.ceil(threshold / 1e6)} million multiply-adds on, as measured,`,
    );
    return said.join(' and ') || 'nothing yet';
  }

  #open(): Promise<GpuCalls | undefined> {
    this.#opening ??= this.#parts.open().then(
      (calls) => this.#opened(calls),
      (error: unknown) => {
        this.#refusal = `as there is none to be had (${error instanceof Error ? error.message : error})`;
        return undefined;
      },
    );
    return this.#opening;
  }

  #opened(calls: GpuCalls): GpuCalls {
    if (this.#isClosed) {
      calls.dispose();
      throw disposedError('engine');
    }
    this.#calls = calls;
    calls.lost.then(({ message }) => this.#lose(calls, message));
    return calls;
  }

  async #measure(calls: GpuCalls, kind: Kind): Promise<void> {
    try {
      const threshold = await calls.threshold(kind, this.#parts.wasm);
      this.#thresholds.set(kind, Math.max(threshold, LEAST_WORTHWHILE));
    } catch (error) {
      this.failed(calls, error);
    }
  }

  #lose(calls: GpuCalls, said: string): void {
    if (this.#calls !== calls) return;
    this.#losses.push(said);
    if (this.#losses.length >= MOST_LOSSES) this.#retire(calls, `as it was lost again (${said})`);
    else this.#let(calls);
  }

  #retire(calls: GpuCalls, refusal: string): void {
    if (this.#calls !== calls) return;
    this.#refusal = refusal;
    this.#let(calls);
  }

  #let(calls: GpuCalls): void {
    this.#calls = undefined;
    this.#opening = undefined;
    calls.dispose();
  }
}
