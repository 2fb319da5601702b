// Text as spreadsheets and editors save it comes out as it was, whichever encoding they chose; other bytes do not.
import { describe, expect, test } from 'vitest';
import { decodeText, textIn } from '../../../web/page/files/text.js';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, little: boolean) =>
  Array.from(text).flatMap((character) =>
    Array.from({ length: character.length }, (_, i) => character.charCodeAt(i)).flatMap((unit) =>
      little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  );
const read = (...bytes: number[]) => decodeText(Uint8Array.from(bytes));

const table = '词元,权重\r\n猫,0.5\r\n坐,−1\r\n😀,2\r\n';

describe('is read', () => {
  test.each<[string, number[], string]>([
    ['UTF-8', utf8(table), 'UTF-8'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8(table)], 'UTF-8'],
    ['UTF-16, as Excel saves “Unicode text”', [0xff, 0xfe, ...utf16(table, true)], 'UTF-16'],
    ['UTF-16 of the other order', [0xfe, 0xff, ...utf16(table, false)], 'UTF-16'],
    ['UTF-16 without a mark', utf16(table, true), 'UTF-16'],
    ['UTF-16 of the other order without a mark', utf16(table, false), 'UTF-16'],
  ])('%s', (_, bytes, encoding) => {
    expect(read(...bytes)).toEqual({ text: table, encoding });
  });

  test('GBK, as Chinese Excel saves CSV, also its four-byte characters and its euro', () => {
    // 猫,0.5 坐,1 in GBK; 㐀 in four bytes.
    expect(read(0xc3, 0xa8, 0x2c, 0x30, 0x2e, 0x35, 0x0d, 0x0a, 0xd7, 0xf8, 0x2c, 0x31)).toEqual({
      text: '猫,0.5\r\n坐,1',
      encoding: 'GB18030',
    });
    expect(read(0x81, 0x39, 0xee, 0x39, 0x2c, 0x31).text).toBe('㐀,1');
  });

  test.each(['', 'a', '0.5,1', '猫'])('short text: %j', (text) => {
    expect(read(...utf8(text))).toEqual({ text, encoding: 'UTF-8' });
  });

  test('much text with one zero in it is no UTF-16', () => {
    expect(read(...utf8(`${'cat,1\n'.repeat(50)}\0`)).encoding).toBe('UTF-8');
  });
});

test('a long text of Chinese Windows is text, a picture is none', () => {
  expect(textIn(Uint8Array.of(0xc3, 0xa8, 0xd7, 0xf8, 0x0d, 0x0a))).toBe('猫坐\r\n');
  expect(textIn(Uint8Array.from(utf8('a\0b')))).toBeUndefined();
  expect(textIn(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16))).toBeUndefined();
  expect(textIn(Uint8Array.of(137, 80, 78, 71, 0, 255))).toBeUndefined(); // 襐乇ÿ in UTF-16, were it text
});

describe('is refused', () => {
  test.each<[string, number[], string]>([
    [
      'a table of Western Europe',
      [...utf8('caf'), 0xe9, ...utf8(',0.5')],
      'text in another encoding: save it as UTF-8',
    ],
    ['other bytes', [0x01, 0xff, 0x00, 0x80], '.npy, .safetensors, .json or .csv'],
    ['bytes that could be Chinese but for a control character', [0xd7, 0xf8, 0x01], '.npy, .safetensors'],
    ['half a character of UTF-16', [0xff, 0xfe, 0x31], 'expected'],
    ['half a pair of UTF-16', [0xff, 0xfe, 0x00, 0xd8, 0x31, 0x00], 'expected'],
  ])('%s', (_, bytes, message) => {
    expect(() => read(...bytes)).toThrow(message);
    expect(() => read(...bytes)).toThrow(expect.objectContaining({ name: 'FileError' }));
  });
});
