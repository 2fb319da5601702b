// A channel to the core with a second way in, for what may wait until nobody else has anything computed.

import type { Channel, Method } from '../async/channel.js';

export class IdleChannel implements Channel {
  readonly #channel: Channel;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #begun = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  async send(method: Method, args: readonly unknown[]): Promise<unknown> {
    this.#begun++;
    this.#underWay++;
    try {
      return await this.#channel.send(method, args);
    } finally {
      this.#underWay--;
      // Before whoever waits for the call can make the next one.
      if (this.#underWay === 0) this.#wake();
    }
  }

  /** Computes once nothing else is being computed, so that the time it takes is its own. */
  async whenIdle(method: Method, args: readonly unknown[]): Promise<unknown> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#channel.send(method, args);
  }

  /** So many calls have begun. */
  get begun(): number {
    return this.#begun;
  }

  close(): void {
    this.#channel.close();
    this.#wake();
  }

  #wake(): void {
    for (const goOn of this.#waiting.splice(0)) goOn();
  }
}

/** Lets whatever else this thread has to do come first: answers of a GPU, too. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
