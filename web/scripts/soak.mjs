// npm run soak: ten minutes of pressing everything on the page; WALK_SECONDS and WALK_SEED say otherwise.

import { spawnSync } from 'node:child_process';
import { buildAll } from './builds.mjs';
import { checkChromium } from './chromium.mjs';
import { runMain } from './failure.mjs';
import { bin, root } from './paths.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('test');
  await buildAll();
  await checkChromium();
  const walk = ['test', '--config=tests/playwright.config.ts', 'walk.spec.ts', '--reporter=line'];
  const env = { WALK_SECONDS: '600', ...process.env };
  return spawnSync(bin('playwright'), walk, { cwd: root, stdio: 'inherit', env }).status ?? 1;
});
