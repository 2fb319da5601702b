// The README as npm shows it: nothing of the repository lies beside it there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './project.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { homepage, repository, bugs } = JSON.parse(read('package.json'));
const home = homepage.replace(/#.*/, '');
/** Targets of Markdown links and pictures, and of HTML's. */
const targets = [...read('README.md').matchAll(/\]\(\s*<?([^)\s>]+)|(?:href|src)="([^"]+)"/g)].map(
  ([, a, b]) => `${a ?? b}`,
);

test('package.json says where the project lives, in one way', () => {
  expect(home).toMatch(/^https:\/\/github\.com\/[^/]+\/[^/]+$/);
  expect(repository.url).toBe(`git+${home}.git`);
  expect(bugs).toBe(`${home}/issues`);
});

test('it says how to install the package', () => {
  expect(read('README.md')).toContain('npm install xattention');
});

describe('every link and picture', () => {
  test('is absolute', () => {
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
  });

  test('into the repository leads to a file that is there', () => {
    const raw = home.replace('github.com', 'raw.githubusercontent.com');
    const paths = targets
      .filter((target) => target.startsWith(home) || target.startsWith(raw))
      .map((target) => target.replace(/#.*/, '').replace(`${home}/blob/HEAD/`, '').replace(`${raw}/HEAD/`, ''));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
