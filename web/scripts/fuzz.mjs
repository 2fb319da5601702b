// npm run fuzz: random calls, files and addresses for a while, each half of the time; a fault ends as the test that shows it.
//   npm run fuzz -- --seconds 600 --seed 7      (or --calls 1000000 instead of --seconds)
//   npm run fuzz -- --native                    the C++ API instead, by libFuzzer under sanitizers

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPackage, buildPreset } from './builds.mjs';
import { runMain } from './failure.mjs';
import { at, bin, root } from './paths.mjs';
import { setUp } from './setup.mjs';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string' },
    calls: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    native: { type: 'boolean', default: false },
  },
});

await runMain(async () => {
  const seconds = given.seconds ?? (given.calls === undefined ? '60' : undefined);
  return given.native ? native(seconds) : everything(seconds);
});

/** @param {string | undefined} seconds */
async function everything(seconds) {
  await setUp('build');
  await buildPackage();
  const env = {
    ...process.env,
    FUZZ_SEED: given.seed,
    ...(seconds !== undefined && { FUZZ_SECONDS: seconds }),
    ...(given.calls !== undefined && { FUZZ_CALLS: given.calls }),
  };
  const tests = ['run', '--config=tests/vitest.config.ts', '--testTimeout=0', 'tests/fuzz'];
  return spawnSync(bin('vitest'), tests, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

/** @param {string | undefined} seconds */
async function native(seconds = '60') {
  await setUp('fuzz');
  await buildPreset('fuzz');
  mkdirSync(at('build/fuzz/found'), { recursive: true });
  const limits = [
    `-max_total_time=${seconds}`,
    `-seed=${given.seed}`,
    '-max_len=4096',
    '-timeout=20',
    '-rss_limit_mb=4096',
  ];
  // What is found goes into the first folder; the second is committed.
  const folders = ['build/fuzz/found', 'tests/fuzz/native/corpus'];
  return (
    spawnSync(at('build/fuzz/xattention_fuzzer'), [...limits, ...folders], { cwd: root, stdio: 'inherit' }).status ?? 1
  );
}
