// npm run consumers: the packed package in projects of every kind, which come from the registry; what follows `--` is
// handed on: `npm run consumers -- -t Next`.

import { spawnSync } from 'node:child_process';
import { buildPackage } from './builds.mjs';
import { checkChromium } from './chromium.mjs';
import { runMain } from './failure.mjs';
import { bin, root } from './paths.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('test');
  await buildPackage();
  await checkChromium();
  const all = ['run', '--config=tests/package/consumers/vitest.config.ts', ...process.argv.slice(2)];
  return spawnSync(bin('vitest'), all, { cwd: root, stdio: 'inherit' }).status ?? 1;
});
