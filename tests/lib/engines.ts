// One synchronous engine for each variant that runs here, and each build of it: for one thread, and for more. Node 20 runs relaxed SIMD only with a flag, which the
// configuration of the tests sets.

import { type Engine, loadWasm } from 'xattention';

const { variants } = await loadWasm();

/** For describe.each: `[name, engine]`. */
export const engines: [string, Engine][] = await Promise.all(
  variants.flatMap(({ name: variant }) =>
    [2, 1].map(
      async (threads): Promise<[string, Engine]> => [
        `${variant}, threads: ${threads}`,
        await loadWasm({ variant, threads }),
      ],
    ),
  ),
);

/** The engine that a user gets who asks for nothing. */
export const engine = (engines[0] as [string, Engine])[1];
