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

/** @param {string} text */
const unescapeXml = (text) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** CTest's JUnit file: Catch2 prints why a test was skipped. @param {string} path @returns {Counts} */
export function readJUnit(path) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: [] };
  for (const test of readFileSync(path, 'utf8').split('<testcase ').slice(1)) {
    /** @param {RegExp} pattern */
    const find = (pattern) => unescapeXml(pattern.exec(test)?.[1]?.trim() ?? '');
    if (test.includes('<skipped')) {
      const reason = find(/explicitly with message:\s*(.*)/) || noReason;
      counts.skipped.push({ name: find(/name="([^"]*)"/), reason });
    } else if (find(/status="([^"]*)"/) === 'run') counts.passed += 1;
    else counts.failed += 1;
  }
  return counts;
}

/** What vitest-counts.mjs has written. @param {string} path @returns {Counts} */
export const readVitest = (path) => JSON.parse(readFileSync(path, 'utf8'));

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
