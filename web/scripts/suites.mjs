// The test suites: what each one builds, runs, and reads its counts from.

import { existsSync, rmSync } from 'node:fs';
import { buildPackage, buildPage, buildPreset } from './builds.mjs';
import { checkChromium } from './chromium.mjs';
import { readJUnit, readPlaywright, readVitest, sum } from './counts.mjs';
import { Failure } from './failure.mjs';
import { checks, findClangFormat } from './lint-checks.mjs';
import { at, bin } from './paths.mjs';
import { say } from './progress.mjs';
import { logPath, run } from './run.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** @type {Counts} */
const oneFailed = { passed: 0, failed: 1, skipped: [] };

/** What cannot be built or run counts as one failure, and is told. @param {() => Promise<Counts>} work */
export async function counted(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(error.message);
    return oneFailed;
  }
}

/**
 * @param {string} name
 * @param {(report: string) => string[]} command is given the path where the report is to go
 * @param {(report: string) => Counts} read
 */
async function runTests(name, command, read) {
  const report = logPath(name, '.report');
  rmSync(report, { force: true });
  /** @type {Failure | undefined} */
  let failure;
  try {
    await run(name, command(report), { VITEST_COUNTS: report, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failure = error;
  }
  if (!existsSync(report)) throw failure ?? new Failure(`${name} left no report`);
  const counts = read(report);
  if (failure) say(failure.message);
  // The runner was not content, yet names no test: it crashed, or found none.
  if (failure && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {string} preset */
async function ctest(preset) {
  await buildPreset(preset);
  return runTests(`${preset} tests`, (report) => ['ctest', '--preset', preset, '--output-junit', report], readJUnit);
}

async function next() {
  if (existsSync(at('.toolchain/xtensor-next/usr/include/xtensor'))) return ctest('next');
  const reason = 'a newer xtensor could not be had, see .toolchain/setup.log';
  return { passed: 0, failed: 0, skipped: [{ name: 'native tests with a newer xtensor', reason }] };
}

async function lint() {
  const { clangFormat, missing } = findClangFormat();
  const passed = { passed: 1, failed: 0, skipped: [] };
  const skipped = missing ? [{ name: 'clang-format', reason: missing }] : [];
  const all = [{ passed: 0, failed: 0, skipped }];
  for (const [name, command] of Object.entries(checks(clangFormat)))
    all.push(await counted(() => run(name, command).then(() => passed)));
  return sum(all);
}

/** @type {Promise<void> | undefined} */
let package_;
/** All suites of the web need it; it is built, or fails, once. */
const packageBuilt = () => {
  package_ ??= buildPackage();
  return package_;
};

/** @param {string} name @param {string[]} which of the tests */
async function vitest(name, which) {
  await packageBuilt();
  const reporters = ['--reporter=default', '--reporter=./web/scripts/vitest-counts.mjs'];
  return runTests(
    `${name} tests`,
    () => [bin('vitest'), 'run', '--config=tests/vitest.config.ts', ...reporters, ...which],
    readVitest,
  );
}

async function page() {
  await packageBuilt();
  await buildPage();
  await checkChromium();
  return runTests(
    'page tests',
    () => [bin('playwright'), 'test', '--config=tests/playwright.config.ts', '--reporter=line,json'],
    readPlaywright,
  );
}

/** Those in one lane run one after the other, the lanes beside each other. @type {Record<string, () => Promise<Counts>>[]} */
export const lanes = [
  { native: () => ctest('native'), asan: () => ctest('asan'), next, webgpu: () => vitest('webgpu', ['tests/webgpu']) },
  { lint, lib: () => vitest('lib', ['--exclude=tests/webgpu/**']), page },
];
