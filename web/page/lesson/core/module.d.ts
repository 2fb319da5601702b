// Stands for lesson.js, the glue that Emscripten emits beside lesson.wasm: src/bindings/lesson.cpp, seen from here.
declare module 'lesson-module/lesson.js' {
  import type { Tensor } from 'xattention';

  /** One sequence and the two ways to read it; what they return says nothing, and keeps them from being left out. */
  interface Reading {
    byRnn(times: number): number;
    byAttention(times: number): number;
    delete(): void;
  }

  export interface LessonModule {
    /** X + Y, and its rows normalised: layer normalisation as it starts, γ = 1 and β = 0. */
    addNorm(X: Tensor, Y: Tensor): { sum: Tensor; output: Tensor };
    /** max(0, X W_1 + b_1) W_2 + b_2 with parameters drawn from seed, `width` wide in between. */
    feedForward(X: Tensor, width: number, seed: number): { hidden: Tensor; rectified: Tensor; output: Tensor };
    Reading: new (numSteps: number, numHiddens: number) => Reading;
  }

  const create: (options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }) => Promise<LessonModule>;
  export default create;
}
