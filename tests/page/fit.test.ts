// How large matrices are drawn: wherever a number is printed, there is room for it.
import { describe, expect, test } from 'vitest';
import type { Sizes, StageName } from '../../web/page/model/stages.js';
import { fitNarrow, fitWide, type Look } from '../../web/page/panels/figure/fit.js';

const counts = [1, 2, 7, 8, 13, 16, 17, 24, 32, 33, 40, 64];
const heads = [1, 2, 4, 8];
const hiddens = [1, 4, 8, 12, 16, 24, 32, 64];

function* everySize(): Generator<Sizes> {
  for (const numSteps of counts)
    for (const numHiddens of hiddens)
      for (const numHeads of heads.filter((count) => numHiddens % count === 0))
        for (const reads of ['itself', 'another'] as const)
          yield {
            batchSize: 1,
            numSteps,
            numKvPairs: numSteps,
            numHiddens,
            numHeads,
            numKvHeads: numHeads,
            reads,
            drops: false,
          };
}

/** A line of 11 px takes 14; a bar and a number over it take 26. */
const leastHeight = (name: string): number =>
  /^(W_|scores|scaled|masked|attention|dropped|lower weights)/.test(name) ? 18 : 26;

function check(looks: Record<string, Look>, sizes: Sizes): void {
  for (const [name, { width, height, digits }] of Object.entries(looks)) {
    const said = `${name} of ${JSON.stringify(sizes)}`;
    if (width <= 0 || height <= 0) expect(said).toBe('drawn');
    if (digits > 0 && (width < 26 || height < leastHeight(name)))
      expect(`${said}: ${width} × ${height}`).toBe('room for digits');
  }
}

describe('a number has room, or is not printed', () => {
  const focuses: StageName[] = ['X', 'scores', 'scaled', 'masked', 'attentionWeights', 'output'];
  test.each([1200, 1280, 1920])('on a wide page: %i', (width) => {
    for (const sizes of everySize())
      for (const focus of focuses) check(fitWide(Math.min(1280, width) - 96, sizes, focus).looks, sizes);
  });

  test.each([320, 390, 720])('on a narrow one: %i', (width) => {
    for (const sizes of everySize()) check(fitNarrow(width - 32, sizes), sizes);
  });
});
