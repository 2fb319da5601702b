// The GPU beside the core: tried in the background from the first call on that is large enough, measured, let go where it
// fails, and tried again after a pause. No call waits for any of that.

import { AttentionError } from '../errors.js';
import { inSeconds, Retries } from '../retries.js';
import type { GpuCalls } from './gpu-calls.js';
import type { Rival } from './speeds.js';
import { type Kind, LEAST_WORTHWHILE, type Work } from './work.js';

export interface AcceleratorParts {
  /** Opens a device and tests it. */
  open: () => Promise<GpuCalls>;
  /** What a device is measured against. */
  wasm: Rival;
  /** From so many multiply-adds on a call goes to the GPU; left out, as measured. */
  from?: number | undefined;
}

export class Accelerator {
  readonly #parts: AcceleratorParts;
  readonly #thresholds = new Map<Kind, number>();
  readonly #retries = new Retries();
  #calls: GpuCalls | undefined;
  #isTrying = false;
  #isClosed = false;
  /** Why there is none, or why there is another one by now. */
  #trouble: string | undefined;
  /** For how many milliseconds none is tried after that. */
  #pause = 0;
  /** What last had no room on the GPU. */
  #tooLarge: string | undefined;

  constructor(parts: AcceleratorParts) {
    this.#parts = parts;
    if (parts.from !== undefined)
      for (const kind of ['fused', 'traced'] as const) this.#thresholds.set(kind, parts.from);
  }

  /** The GPU, where it takes such a call. Where that is not known yet, it is tried from now on, and the core computes. */
  take(work: Work): GpuCalls | undefined {
    if (this.#isClosed || !this.#isLarge(work)) return undefined;
    if (this.#calls && this.#thresholds.has(work.kind)) return this.#calls;
    if (!this.#isTrying && this.#retries.areDue) this.#try(work.kind);
    return undefined;
  }

  /** Whether a GPU is being opened or measured. */
  get isTrying(): boolean {
    return this.#isTrying;
  }

  /** What the core is to do instead. @throws the error, where it is one of the caller's */
  failed(calls: GpuCalls, error: unknown): void {
    const code = error instanceof AttentionError ? error.code : 'internal';
    const said = messageOf(error);
    if (code === 'device-lost') this.#lose(calls, said);
    else if (code === 'out-of-memory') this.#tooLarge = said;
    else if (code === 'internal') this.#letGo(calls, `as it failed (${said})`, () => this.#retries.failed());
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
    const calls = this.#calls;
    const after = this.#trouble ? `, after one was let go (${this.#trouble})` : '';
    if (calls && (this.#thresholds.size > 0 || !this.#isTrying)) {
      const but = this.#tooLarge ? `, but not what has no room there (${this.#tooLarge})` : '';
      return `${this.#choice()} on WebGPU (${calls.adapter})${but}${after}`;
    }
    if (this.#isTrying) return `WebGPU is being tried${after}`;
    if (!this.#trouble) return 'WebGPU not before a call is large';
    if (this.#retries.areDue) return `WebGPU again with the next large call (${this.#trouble})`;
    return `without WebGPU, ${this.#trouble}, for ${inSeconds(this.#pause)}`;
  }

  #isLarge({ kind, amount }: Work): boolean {
    return amount >= (this.#thresholds.get(kind) ?? LEAST_WORTHWHILE);
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

  async #try(kind: Kind): Promise<void> {
    this.#isTrying = true;
    try {
      const calls = this.#calls ?? (await this.#open());
      if (calls && !this.#thresholds.has(kind)) await this.#measure(calls, kind);
    } finally {
      this.#isTrying = false;
    }
  }

  async #open(): Promise<GpuCalls | undefined> {
    let calls: GpuCalls;
    try {
      calls = await this.#parts.open();
    } catch (error) {
      this.#note(`as there is none to be had (${messageOf(error)})`, this.#retries.failed());
      return undefined;
    }
    if (this.#isClosed) {
      calls.dispose();
      return undefined;
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
      this.#notMeasured(calls, error);
    }
  }

  /** It is measured again with a large call after the pause; an engine that is disposed of meanwhile asks no more. */
  #notMeasured(calls: GpuCalls, error: unknown): void {
    if (this.#isClosed || this.#calls !== calls) return;
    const code = error instanceof AttentionError ? error.code : 'internal';
    if (code === 'device-lost') this.#lose(calls, messageOf(error));
    else this.#letGo(calls, `as it could not be measured (${messageOf(error)})`, () => this.#retries.failed());
  }

  #lose(calls: GpuCalls, said: string): void {
    this.#letGo(calls, `as it was lost (${said})`, () => this.#retries.broke());
  }

  #letGo(calls: GpuCalls, trouble: string, pause: () => number): void {
    if (this.#calls !== calls || this.#isClosed) return;
    this.#calls = undefined;
    this.#note(trouble, pause());
    calls.dispose();
  }

  #note(trouble: string, pause: number): void {
    this.#trouble = trouble;
    this.#pause = pause;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
