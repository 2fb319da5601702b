// Clocks, and calls timed by them.

/** Milliseconds. `processor` counts the time that this process computed, on a machine that does other things too. */
const clocks = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** @param {keyof typeof clocks} name */
export const clockOf = (name) => clocks[name];

/** Shorter calls are timed several at once, so that reading the clock costs nothing. */
const shortest = 2;

/**
 * Calls `run` for about so many seconds by the clock on the wall, once at least.
 * @returns milliseconds of each sample, divided by its calls, and how many calls a sample had
 */
export async function sampleCalls(run, clock, seconds) {
  const end = performance.now() + seconds * 1000;
  const first = await duration(run, clock, 1);
  const calls = Math.max(1, Math.ceil(shortest / Math.max(first, 1e-3)));
  const times = calls === 1 ? [first] : [];
  while (times.length === 0 || performance.now() < end) times.push((await duration(run, clock, calls)) / calls);
  return { times, calls };
}

async function duration(run, clock, calls) {
  const start = clock();
  for (let i = 0; i < calls; i++) await run();
  return clock() - start;
}

/** @param {number[]} values */
export function summaryOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { best: sorted[0], median: sorted[Math.floor(sorted.length / 2)], samples: sorted.length };
}
