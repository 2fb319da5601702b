// A reporter for Vitest: its own JSON file leaves out why a test was skipped.

import { writeFileSync } from 'node:fs';

export default class {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} errors outside of any test
   */
  onTestRunEnd(modules, errors) {
    /** @type {import('./counts.mjs').Counts} */
    const counts = { passed: 0, failed: errors.length, skipped: [] };
    for (const module of modules) {
      counts.failed += module.errors().length; // a file that could not even be loaded has no tests to count
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'skipped')
          counts.skipped.push({ name: test.fullName, reason: result.note ?? 'no reason given' });
        else if (result.state === 'passed') counts.passed += 1;
        else counts.failed += 1;
      }
    }
    writeFileSync(process.env.VITEST_COUNTS ?? 'vitest-counts.json', JSON.stringify(counts));
  }
}
