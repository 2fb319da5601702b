// npm run bench: what follows `--` is handed on to the benchmark of the core; `--typing` is that of the page.

import { spawnSync } from 'node:child_process';
import { buildAll, buildLib, buildWasm } from './builds.mjs';
import { runMain } from './failure.mjs';
import { relaxedSimdFlags } from './node-flags.mjs';
import { root } from './paths.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  if (process.argv.includes('--typing')) {
    await setUp('test');
    await buildAll();
    return spawnSync(process.execPath, ['tests/bench/typing.mjs'], { cwd: root, stdio: 'inherit' }).status ?? 1;
  }
  await setUp('build');
  await buildWasm();
  await buildLib();
  const benchmark = [...relaxedSimdFlags, 'tests/bench/stages.mjs', ...process.argv.slice(2)];
  return spawnSync(process.execPath, benchmark, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
