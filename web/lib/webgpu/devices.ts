// The device of an engine, and after its loss the next one: opened after a pause, which grows with every loss.

import { unref } from '../answered.js';
import type { AttentionError } from '../errors.js';
import { inSeconds, Retries } from '../retries.js';
import type { WebGpuInfo } from '../types.js';
import { disposedError } from '../wasm/handle.js';
import { deviceLostError, messageOf } from './failures.js';
import type { Gpu } from './gpu.js';

/** A device whose numbers are right. */
export interface Ready {
  gpu: Gpu;
  info: WebGpuInfo;
}

export class Devices {
  readonly #open: (() => Promise<Ready>) | undefined;
  readonly #retries = new Retries();
  #latest: Ready;
  /** Why there is no device now. */
  #absence: AttentionError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param open - opens the next one; absent where the application gave the only one */
  constructor(first: Ready, open?: () => Promise<Ready>) {
    this.#latest = first;
    this.#open = open;
    this.#watch(first);
  }

  /** @throws AttentionError `disposed`, or `device-lost` with when there may be another */
  get live(): Ready {
    if (this.#absence) throw this.#absence;
    this.#latest.gpu.check();
    return this.#latest;
  }

  /** The one in use, or the one that was lost last. */
  get latest(): Ready {
    return this.#latest;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#absence = disposedError('engine');
    this.#latest.gpu.dispose();
  }

  #watch({ gpu }: Ready): void {
    if (this.#open) gpu.lost.then(({ got }) => this.#pause(got));
  }

  #pause(reason: string): void {
    if (this.#isDisposed) return;
    const pause = this.#retries.failed();
    this.#absence = deviceLostError(`${reason}; another is tried in ${inSeconds(pause)}`);
    this.#timer = setTimeout(() => this.#replace(reason), pause);
    unref(this.#timer);
  }

  async #replace(reason: string): Promise<void> {
    this.#absence = deviceLostError(`${reason}; another is being opened`);
    try {
      const next = await (this.#open as () => Promise<Ready>)();
      if (this.#isDisposed) return next.gpu.dispose();
      this.#absence = undefined;
      this.#latest = next;
      this.#watch(next);
    } catch (error) {
      this.#pause(messageOf(error));
    }
  }

  get #isDisposed(): boolean {
    return this.#absence?.code === 'disposed';
  }
}
