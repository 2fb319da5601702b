// npm run bench: what follows `--` is handed on to the benchmark.

import { spawnSync } from 'node:child_process';
import { buildLib, buildWasm } from './builds.mjs';
import { runMain } from './failure.mjs';
import { relaxedSimdFlags } from './node-flags.mjs';
import { root } from './paths.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('build');
  await buildWasm();
  await buildLib();
  const benchmark = [...relaxedSimdFlags, 'tests/bench/stages.mjs', ...process.argv.slice(2)];
  return spawnSync(process.execPath, benchmark, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
