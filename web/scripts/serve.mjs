// Serves what was built, and does nothing else: the browser tests' server.

import { runMain } from './failure.mjs';
import { serve } from './server.mjs';

await runMain(async () => {
  console.log(await serve());
});
