// When the memory behind an object is given back: on dispose(), at the end of `using`, or once the object is forgotten.

/** `Symbol.dispose`, with a stand-in where the engine does not have it yet; nothing global is touched. */
export const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/** Frees the layer of an owner, however its life ends. */
export class Lifetimes {
  readonly #free: (id: number) => void;
  readonly #forgotten: FinalizationRegistry<number>;

  constructor(free: (id: number) => void) {
    this.#free = free;
    this.#forgotten = new FinalizationRegistry(free);
  }

  begin(owner: object, id: number): void {
    this.#forgotten.register(owner, id, owner);
  }

  end(owner: object, id: number): void {
    this.#forgotten.unregister(owner);
    this.#free(id);
  }
}
