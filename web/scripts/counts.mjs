// Reads what test runners report of themselves, in their machine-readable formats.

import { readFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, reason: string }} Skip
 * @typedef {{ passed: number, failed: number, skipped: Skip[] }} Counts
 */

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.flatMap(({ skipped }) => skipped),
});

const noReason = 'no reason given';

/** CTest's JUnit file: Catch2 prints why a test was skipped. @param {string} path @returns {Counts} */
export function readJUnit(path) {
  const cases = readFileSync(path, 'utf8').split('<testcase ').slice(1);
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: [] };
  for (const text of cases) {
    const name = /name="([^"]*)"/.exec(text)?.[1] ?? '';
    const status = /status="([^"]*)"/.exec(text)?.[1];
    if (text.includes('<skipped')) {
      counts.skipped.push({ name, reason: /explicitly with message:\s*(.*)/.exec(text)?.[1]?.trim() ?? noReason });
    } else if (status === 'run') counts.passed += 1;
    else counts.failed += 1;
  }
  return counts;
}

/** Vitest's JSON file. @param {string} path @returns {Counts} */
export function readVitest(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: [] };
  for (const file of report.testResults) {
    // A file that could not even be loaded has no tests to count.
    if (file.status === 'failed' && file.assertionResults.length === 0) counts.failed += 1;
    for (const { status, fullName, meta } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped.push({ name: fullName, reason: meta?.reason ?? noReason });
    }
  }
  return counts;
}

/** Playwright's JSON file. @param {string} path @returns {Counts} */
export function readPlaywright(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  /** @type {Counts} */
  const counts = { passed: 0, failed: report.errors.length, skipped: [] };
  /** @param {any} suite */
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, annotations } of spec.tests) {
        if (status === 'expected' || status === 'flaky') counts.passed += 1;
        else if (status === 'unexpected') counts.failed += 1;
        else {
          const skip = annotations.find((/** @type {any} */ { type }) => type === 'skip' || type === 'fixme');
          counts.skipped.push({ name: spec.title, reason: skip?.description ?? noReason });
        }
      }
    }
    for (const child of suite.suites ?? []) visit(child);
  };
  for (const suite of report.suites) visit(suite);
  return counts;
}
