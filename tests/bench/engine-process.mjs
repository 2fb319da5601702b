// The process of one engine: does what it is told over the channel to its parent, and knows one workload at a time.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { engines } from './engines/index.mjs';
import { check } from './expected.mjs';
import { inputsOf } from './inputs.mjs';
import { clockOf, sampleCalls } from './timing.mjs';

const [, , name, clockName] = process.argv;
const engine = await engines[name].open(clockName);
const clock = clockOf(clockName);

let handle;

const requests = {
  about: () => ({ version: engine.version, mostFlop: engine.mostFlop, pid: process.pid }),

  /** Of the ways that give the right output, or of the one that is wanted, keeps the fastest of a few calls. */
  async prepare({ workload, expected, wanted }) {
    await handle?.close?.();
    handle = undefined;
    let best;
    const refused = {};
    for (const { way, open } of await engine.prepare(workload, inputsOf(workload))) {
      if (wanted !== undefined && way !== wanted) continue;
      let opened;
      try {
        opened = await open();
        const error = check(await opened.run(), expected, workload);
        const { times } = await sampleOf(opened, 0.05);
        const time = Math.min(...times);
        if (!best || time < best.time) {
          await best?.opened.close?.();
          best = { way, time, error, opened };
        } else await opened.close?.();
      } catch (failure) {
        refused[way] = `${failure.message}`.slice(0, 200);
        await opened?.close?.();
      }
    }
    if (!best) return { refused };
    handle = best.opened;
    return { way: best.way, milliseconds: best.time, error: best.error, refused };
  },

  /** Times of calls, in milliseconds, for about so many seconds; beside them, how fast the ceiling is now. */
  async time({ seconds }) {
    const { times, calls } = await sampleOf(handle, seconds);
    return { times, calls, ...(engine.ceiling && { ceiling: ceilingNow() }) };
  },

  /** Memory that one call takes, in a process that has done nothing else. */
  async memory({ workload, way }) {
    const inputs = inputsOf(workload);
    const ways = await engine.prepare(workload, inputs);
    const opened = await ways.find((one) => one.way === way).open();
    if (opened.memory) {
      const memory = await opened.memory();
      await opened.close();
      return memory;
    }
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const wasmBefore = engine.memoryInUse?.();
    const before = process.memoryUsage().rss;
    await opened.run();
    const resident = process.resourceUsage().maxRSS * 1024 - before;
    return { resident, ...(wasmBefore !== undefined && { wasm: engine.memoryInUse() - wasmBefore }) };
  },
};

/** A program of its own times its own calls. */
const sampleOf = (opened, seconds) => opened.sample?.(seconds) ?? sampleCalls(opened.run, clock, seconds);

/** GFLOP/s of each of a few loops. */
function ceilingNow() {
  return Array.from({ length: 3 }, () => {
    const start = clock();
    const flop = engine.ceiling();
    return flop / (clock() - start) / 1e6;
  });
}

process.on('message', async ({ request, ...operands }) => {
  try {
    process.send({ result: await requests[request](operands) });
  } catch (failure) {
    process.send({ failure: `${failure.message}` });
  }
});
process.on('disconnect', async () => {
  await handle?.close?.();
  process.exit();
});
process.send({ result: 'ready' });
