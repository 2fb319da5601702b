import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = join(import.meta.dirname, '../../web/page');
const names = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
const sheets = names.map((name) => [name, readFileSync(join(page, name), 'utf8')] as const);

test.each(sheets)('%s: text grows with the size of text that a person has set', (_, css) => {
  const declared = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/^\s*(font|font-size|line-height):([^;]+);/gm);
  const inPixels = [...declared].map(([line]) => line.trim()).filter((line) => /\dpx/.test(line));
  // The root's own least size; and text inside a drawing that grows as a whole.
  const allowed = ['font-size: max(16px, 100%);', 'font: 11px var(--sans);'];
  expect(inPixels.filter((line) => !allowed.includes(line))).toEqual([]);
});
