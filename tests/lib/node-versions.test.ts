// Which versions of Node the set-up takes, by what package.json says.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { satisfies } from '../../web/scripts/setup.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

test.each([
  ['18.20.4', false],
  ['20.15.1', false],
  ['20.16.0', true],
  ['20.20.0', true],
  ['21.7.3', false],
  ['22.2.0', false],
  ['22.3.0', true],
  ['23.0.0', true],
  ['26.1.0', true],
])('Node %s: %s', (version, expected) => {
  expect(satisfies(version, engines.node)).toBe(expected);
});
