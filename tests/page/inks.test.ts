// What is painted has the colours of what is styled.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hues, inks } from '../../web/page/widgets/inks.js';

const css = readFileSync(new URL('../../web/page/css/tokens.css', import.meta.url), 'utf8');
const block = (selector: string): string => css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
const colour = (selector: string, name: string): string | undefined =>
  new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block(selector))?.[1];

test.each([
  ['light', ':root'],
  ['dark', '[data-theme="dark"]'],
] as const)('the inks are those of tokens.css: %s', (scheme, selector) => {
  const { rule, hole, hatch } = inks[scheme];
  expect([rule, hole, hatch]).toEqual(['rule2', 'sunk', 'hatch'].map((name) => colour(selector, name)));
  for (const [hue, ink] of Object.entries(hues[scheme])) expect(ink).toBe(colour(selector, hue));
});
