// npm run format: puts every source file into the layout that `npm run lint` asks for.

import { runMain } from './failure.mjs';
import { findClangFormat, formatters } from './lint-checks.mjs';
import { run } from './run.mjs';
import { installPackages } from './setup.mjs';

await runMain(async () => {
  await installPackages();
  const { clangFormat, missing } = findClangFormat();
  for (const [name, command] of Object.entries(formatters(clangFormat))) await run(`format with ${name}`, command);
  if (missing) console.log(`C++ was left as it is: ${missing}`);
});
