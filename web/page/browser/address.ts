// The address holds the state. Where the browser refuses to change it, as in a frame that belongs to nobody, it stays.

/** Safari takes 100 addresses in 30 seconds and then throws: twenty in a row, then one in 400 ms. */
const each = 400;
const credit = 20 * each;

export class Address {
  /** The part after # of what the state should read as. */
  readonly #wanted: () => string;
  readonly #gone: () => void;
  #paidUntil = 0;
  #known = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param gone - another address was gone to, by hand or by going back */
  constructor(wanted: () => string, gone: () => void) {
    this.#wanted = wanted;
    this.#gone = gone;
    addEventListener('hashchange', this.#moved);
    addEventListener('pagehide', this.write);
  }

  writeSoon(): void {
    this.#timer ??= setTimeout(this.write, Math.max(0, this.#paidUntil - credit - performance.now()));
  }

  readonly write = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#paidUntil = Math.max(this.#paidUntil, performance.now()) + each;
    if (location.hash !== this.#known) return; // another one was gone to, and is about to be restored
    const hash = this.#wanted();
    if (hash === this.#known) return;
    try {
      history.replaceState(null, '', hash);
    } catch {
      // Whoever wants a link takes it from the panel that offers one.
    }
    this.#known = location.hash; // as the browser writes it
  };

  readonly #moved = (): void => {
    this.#known = location.hash;
    this.#gone();
  };
}
