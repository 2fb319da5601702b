// Engines and layers in any order: made, used, disposed of, used again, disposed of twice, many calls at once, and the
// end of the engine in the midst of them. What was asked in time is right; the rest rejects with code `disposed`.

import { expect, test } from 'vitest';
import { type AsyncEngine, type AsyncLayer, type Engine, type Layer, loadWasm, type Output } from 'xattention';
import { Random } from '../support/random.js';
import { openLater } from './engines.js';

const seed = Number(process.env.FUZZ_SEED ?? 1);
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const reference = await loadWasm({ threads: 1 });
const disposed = expect.objectContaining({ name: 'AttentionError', code: 'disposed' });

/** As what was asked comes out: the very numbers, or a refusal that nothing can be asked any more. */
async function expectOutcome(asked: Promise<Output>, right: () => Output, wasAlive: boolean, mayEnd: () => boolean) {
  try {
    const { output } = await asked;
    expect(wasAlive, 'alive when it was asked').toBe(true);
    expect(output).toEqual(right().output);
  } catch (error) {
    if (!wasAlive || mayEnd()) expect(error).toEqual(disposed);
    else throw error;
  }
}

interface Pair {
  layer: AsyncLayer;
  right: Layer;
  isAlive: boolean;
}

async function playLater(engine: AsyncEngine, random: Random): Promise<void> {
  const [pairs, outcomes]: [Pair[], Promise<void>[]] = [[], []];
  let isAlive = true;
  const mayEnd = () => !isAlive;
  const input = () => random.tensor(random.integer(1, 4), 4);
  for (let step = random.integer(3, 25); step > 0; step--) {
    const pair = random.pick<Pair | undefined>(undefined, ...pairs);
    const deed = random.pick('make', 'attend', 'forward', 'forward', 'forward', 'dispose', 'dispose', 'wait', 'end');
    if (deed === 'make') {
      const spec = { numHiddens: 4, seed: random.integer(0, 9) };
      const made = engine.selfAttention(spec);
      if (isAlive) pairs.push({ layer: await made, right: reference.selfAttention(spec), isAlive: true });
      else await expect(made).rejects.toEqual(disposed);
    } else if (deed === 'attend') {
      const X = input();
      const copy = structuredClone(X);
      outcomes.push(
        expectOutcome(engine.attention(X, X, X), () => reference.attention(copy, copy, copy), isAlive, mayEnd),
      );
      X.data.fill(Number.NaN);
    } else if (deed === 'forward' && pair) {
      const [X, alive] = [input(), isAlive && pair.isAlive];
      const copy = structuredClone(X);
      outcomes.push(expectOutcome(pair.layer.forward(X), () => pair.right.forward(copy), alive, mayEnd));
      X.data.fill(Number.NaN);
    } else if (deed === 'dispose' && pair) {
      pair.layer.dispose();
      pair.isAlive = false;
      expect(() => pair.layer.parameters).toThrow(disposed);
    } else if (deed === 'wait') {
      await Promise.all(outcomes);
    } else if (deed === 'end' && random.chance(0.3)) {
      engine.dispose();
      isAlive = false;
    }
  }
  await Promise.all(outcomes);
  engine.dispose();
  engine.dispose();
  await expect(engine.attention([[1]], [[1]], [[1]])).rejects.toEqual(disposed);
  for (const { right } of pairs) right.dispose();
}

function play(engine: Engine, random: Random): void {
  const layers: { layer: Layer; isAlive: boolean }[] = [];
  let isAlive = true;
  for (let step = random.integer(3, 25); step > 0; step--) {
    const made = random.pick<(typeof layers)[number] | undefined>(undefined, ...layers);
    const X = random.tensor(2, 4);
    const ask = made ? () => made.layer.forward(X) : () => engine.attention(X, X, X);
    switch (random.pick('make', 'use', 'use', 'dispose', 'end')) {
      case 'make':
        if (isAlive) layers.push({ layer: engine.selfAttention({ numHiddens: 4 }), isAlive: true });
        else expect(() => engine.selfAttention({ numHiddens: 4 })).toThrow(disposed);
        break;
      case 'use':
        if (isAlive && made?.isAlive !== false) expect(ask().output.shape).toEqual([2, 4]);
        else expect(ask).toThrow(disposed);
        break;
      case 'dispose':
        made?.layer.dispose();
        if (made) made.isAlive = false;
        break;
      default:
        if (random.chance(0.2)) {
          engine.dispose();
          isAlive = false;
        }
    }
  }
  engine.dispose();
}

/** So many sequences, or as many as there is time for. */
async function forSequences(count: number, sequence: (random: Random) => Promise<void>): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  for (let n = seed; n < seed + count || Date.now() < end; n++) {
    await sequence(new Random(n)).catch((cause: unknown) => {
      throw new Error(`seed ${n}: ${cause}`, { cause });
    });
  }
}

test('engines that promise, in this thread and behind a port', async () => {
  await forSequences(40, async (random) => {
    for (const { engine } of await openLater()) await playLater(engine, random);
  });
});

test('engines that answer at once', async () => {
  await forSequences(40, async (random) => play(await loadWasm({ threads: 1 }), random));
});
