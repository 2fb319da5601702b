// JSON, and what Python writes beyond it.
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../web/page/files/json.js';

test.each<[string, unknown]>([
  ['[1, 2.5, -3e-2]', [1, 2.5, -0.03]],
  ['\uFEFF {"a": null} \n', { a: null }],
  ['[NaN, Infinity, -Infinity]', [Number.NaN, Infinity, -Infinity]],
  ['[nan, inf, -inf, 1.0]', [Number.NaN, Infinity, -Infinity, 1]],
  ['{"NaN": NaN, "Infinity": "Infinity NaN \\" NaN"}', { NaN: Number.NaN, Infinity: 'Infinity NaN " NaN' }],
  ['[-NaN]', [Number.NaN]],
  ['NaN', Number.NaN],
])('%s', (text, value) => expect(parseJson(text)).toEqual(value));

describe('is refused', () => {
  test.each(['', '[1,', '[None]', '[NaN', '[NaNs]', '[xNaN]', '[NaN NaN]', "['a']", '{"a": NaN, }', '["NaN'])(
    '%j',
    (text) => {
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: 'FileError' }));
    },
  );

  // The time limit of a test is the bound: what takes quadratic time takes longer than that.
  test('a megabyte of quotes, of backslashes, of brackets', () => {
    for (const text of ['"'.repeat(1e6), '\\"'.repeat(5e5), `"${'\\'.repeat(1e6)}`, `${'['.repeat(1e6)}NaN`])
      expect(() => parseJson(text)).toThrow(expect.objectContaining({ name: 'FileError' }));
  });
});
