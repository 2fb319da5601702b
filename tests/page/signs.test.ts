import { describe, expect, test } from 'vitest';
import { readTable } from '../../web/page/files/csv';
import { readOneNumber } from '../../web/page/files/written';
import { directionOf, visible } from '../../web/page/model/signs';
import { seedOf, tokenize, tokenNames } from '../../web/page/model/tokens';

test.each([
  ['０．５', 0.5],
  ['－１２', -12],
  ['−1.5', -1.5],
  ['＋3。25', 3.25],
  ['0，5', 0.5],
  ['0,125', 0.125],
  ['1e－3', 0.001],
  [' .5 ', 0.5],
  ['\u200b7', 7],
])('%j is the number %d', (text, value) => expect(readOneNumber(text)).toBe(value));

test.each(['', '1,234', '1 2', '0x10', 'Infinity', '五', '3²', '1.2.3'])('%j is no number', (text) =>
  expect(readOneNumber(text)).toBeUndefined(),
);

test.each([
  ['１，２\n３，－４', [1, 2, 3, -4]],
  ['1；2\n3；４', [1, 2, 3, 4]],
  ['０。５ １．５', [0.5, 1.5]],
  ['0，5；1，5', [0.5, 1.5]],
])('a table in full width: %j', (text, numbers) =>
  expect(readTable(text).flatMap((row) => row.map(({ value }) => value))).toEqual(numbers),
);

describe('tokens', () => {
  test('that look alike are alike', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'].map((text) => tokenize(text, 'word'));
    expect(decomposed).toEqual(composed);
    expect(tokenize('co\u00adoperate', 'word')).toEqual(['cooperate']);
    expect(seedOf(decomposed?.[0] ?? '')).toBe(seedOf('caf\u00e9'));
  });

  test.each([
    ['\u200b', '‹ZWSP›'],
    ['\u202eabc', '‹RLO›abc'],
    ['a\u200bb', 'a‹ZWSP›b'],
    ['\u2066x\u2069', '‹LRI›x‹PDI›'],
    ['\u3164', '‹U+3164›'],
    ['\u0007', '‹U+0007›'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['❤\ufe0f', '❤\ufe0f'],
    ['cat', 'cat'],
  ])('%j is seen as %s', (token, seen) => {
    expect(visible(token)).toBe(seen);
    expect(tokenNames([token])).toEqual([seen]);
  });

  test.each([
    [['قرأ', 'الولد'], 'rtl'],
    [['<pad>', '12', 'שלום', 'a'], 'rtl'],
    [['the', 'שלום'], 'ltr'],
    [['猫'], 'ltr'],
    [[], 'ltr'],
  ] as const)('%j is written %s', (tokens, direction) =>
    expect(directionOf(tokens, (token) => token === '<pad>')).toBe(direction),
  );
});
