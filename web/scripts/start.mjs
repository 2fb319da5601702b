// npm start: from whatever state the clone is in to a page being served.

import { buildAll } from './builds.mjs';
import { runMain } from './failure.mjs';
import { checkFree, serve, wantedPort } from './server.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const port = wantedPort();
  if (port !== undefined) await checkFree(port);
  await setUp('build');
  await buildAll();
  console.log(`xattention is at ${await serve(port)} (Ctrl-C stops it)`);
});
