// npm run lint: every check, also after one of them failed.

import { Failure, runMain } from './failure.mjs';
import { checks, findClangFormat } from './lint-checks.mjs';
import { run } from './run.mjs';
import { installPackages } from './setup.mjs';

await runMain(async () => {
  await installPackages();
  const { clangFormat, missing } = findClangFormat();
  let status = 0;
  for (const [name, command] of Object.entries(checks(clangFormat))) {
    await run(name, command).catch((error) => {
      if (!(error instanceof Failure)) throw error;
      console.error(error.message);
      status = 1;
    });
  }
  if (missing) console.log(`C++ was not checked: ${missing}`);
  return status;
});
