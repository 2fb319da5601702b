// npm run format: puts every source file into the layout that `npm run lint` asks for.

import { runMain } from './failure.mjs';
import { formatters, noClangFormat } from './lint-checks.mjs';
import { run } from './run.mjs';
import { installPackages } from './setup.mjs';

await runMain(async () => {
  await installPackages();
  for (const [name, command] of Object.entries(formatters)) await run(`format with ${name}`, command);
  if (noClangFormat) console.log(`C++ was left as it is: ${noClangFormat}`);
});
