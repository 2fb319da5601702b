// npm run build: dist/lib, the npm package, and dist/page, the static page.

import { buildAll } from './builds.mjs';
import { runMain } from './failure.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('build');
  await buildAll();
  console.log('dist/lib: the npm package; dist/page: the static page');
});
