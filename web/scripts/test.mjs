// npm test: everything, or the suites named after `--`; ends with one line of counts.

import { sum } from './counts.mjs';
import { Failure, runMain } from './failure.mjs';
import { setUp } from './setup.mjs';
import { counted, lanes } from './suites.mjs';

await runMain(async () => {
  const names = lanes.flatMap((lane) => Object.keys(lane));
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Failure(`There is no test suite "${unknown}"; there are: ${names.join(', ')}`);

  await setUp('test');
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const counts = [];
      for (const [name, suite] of Object.entries(lane)) if (wanted.includes(name)) counts.push(await counted(suite));
      return sum(counts);
    }),
  );
  const { passed, failed, skipped } = sum(results);
  for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);
  console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
  return failed > 0 || passed === 0 ? 1 : 0;
});
