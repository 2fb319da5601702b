// Random calls against every engine in this thread and behind a port. A short share with a fixed seed; `npm run fuzz`
// goes on for longer, from a seed of its own.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openEngine } from '../lib/inside.js';
import { openEngines, openLater } from './engines.js';
import { Court } from './faults.js';
import { fuzz } from './run.js';

const seconds = Number(process.env.FUZZ_SECONDS ?? Infinity);
const calls = Number(process.env.FUZZ_CALLS ?? (seconds < Infinity ? Infinity : 40_000));
const seed = Number(process.env.FUZZ_SEED ?? 1);
const most = Number(process.env.FUZZ_MOST ?? 1);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test(
  `calls from seed ${seed} are refused everywhere or right everywhere`,
  async () => {
    const court = new Court({ engines: await openEngines(), later: await openLater() });
    const found = await fuzz(court, { seed, seconds, calls }, most);
    console.log(`${court.calls} calls, ${court.refused} refused by all, the last of seed ${court.seed}`);
    expect(found.join('\n\n')).toBe('');
  },
  2 ** 31 - 1,
);

test('memory is where it was after 20,000 calls', async () => {
  const { engine, module } = await openEngine();
  const court = new Court({ engines: [{ name: 'alone', engine }] });
  const bytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  await fuzz(court, { seed: seed + 1e9, calls: 5000 });
  const [heap, all] = [module.heapInUse(), bytes()];
  await fuzz(court, { seed: seed + 2e9, calls: 25_000 });
  expect(module.heapInUse() - heap).toBe(0);
  expect(bytes() - all).toBeLessThan(8e6);
});
