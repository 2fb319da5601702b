import { describe, expect, test } from 'vitest';
import { matrixOf, readTable, writeCsv } from '../../../web/page/files/csv.js';
import { chance } from './bytes.js';

const values = (text: string) => readTable(text).map((row) => row.map(({ value }) => value));
const texts = (text: string) => readTable(text).map((row) => row.map((cell) => cell.text));

describe('write', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+x', "'+x"],
    ['-y', "'-y"],
    ['@cmd', "'@cmd"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['line\nbreak', '"line\nbreak"'],
    ['=1,"2"', '"\'=1,""2"""'],
    ['a;b', '"a;b"'],
    ['-', "'-"],
    ['猫', '猫'],
    ['−', '−'],
    ['a=b', 'a=b'],
    ["don't", "don't"],
    ["'tis", "'tis"],
    ['', ''],
  ])('the text %j', (text, cell) => {
    expect(writeCsv([[text]])).toBe(`${cell}\r\n`);
  });

  test.each([
    [-0.5, '-0.5'],
    [1e-7, '1e-7'],
    [0.1, '0.1'],
    [Math.fround(0.1), '0.1'],
    [Math.fround(1 / 3), '0.33333334'],
    [1234567.5, '1234567.5'],
    [-1e21, '-1e+21'],
    [16777216, '16777216'],
    [0, '0'],
    [-0, '-0'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NaN, 'nan'],
  ])('the number %d, never guarded', (number, cell) => {
    expect(writeCsv([[number]])).toBe(`${cell}\r\n`);
  });

  test('as it comes back: any text, every float32', () => {
    const next = chance(3);
    const pieces = ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", ' ', 'a', '猫', '＝', '.', '\r\n'];
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    for (let i = 0; i < 5000; i++) {
      bits[0] = next(2 ** 32);
      const text = Array.from({ length: next(6) }, () => pieces[next(pieces.length)]).join('');
      // A third column, and a first that is no number, so that the commas are beyond doubt.
      const [row] = readTable(writeCsv([['x', text, float[0] as number]]));
      expect(row?.map((cell) => cell.text)[1]).toBe(text);
      expect(Math.fround(row?.[2]?.value as number)).toBe(float[0]);
    }
  });
});

describe('read what is pasted', () => {
  test.each([
    ['from a spreadsheet', '0.1\t-2\r\n3e-2\t.5\r\n'],
    ['CSV', '0.1,-2\n3e-2,.5'],
    ['CSV with blanks', '0.1, -2\n3e-2, .5\n'],
    ['CSV with quotes', '"0.1","-2"\r\n"3e-2",".5"'],
    ['semicolons', '0.1;-2\n3e-2;.5'],
    ['columns of blanks', '  0.1   -2\n\n  3e-2  +.5  \n'],
    ['old line ends, a byte order mark', '\uFEFF0.1 -2\r3e-2 .5\r'],
    ['the minus the page shows', '0.1 −2\n3e−2 .5'],
  ])('%s', (_, text) => {
    expect(values(text)).toEqual([
      [0.1, -2],
      [0.03, 0.5],
    ]);
  });

  test.each([
    '0,5',
    ' 0,5 ',
    '-0,5',
    '−0,5',
    ',5',
    '1.234,5',
    '1,234',
    '1,234.5',
    '1,234,567',
    '0,5e-3',
    '"0,5"',
    '0,5\n1,5',
    '0,5 0,7',
    '0,5\t0,7',
    "'0,5",
    '0,5%',
    '€0,5',
    '(0,5)',
    '0,5 €',
  ])('%j is marked, never guessed at', (text) => {
    expect(
      values(text)
        .flat()
        .every((value) => value === undefined),
    ).toBe(true);
    expect(() => matrixOf(readTable(text))).toThrow('row 1, column 1: expected a number with a dot, as 0.5, got ');
  });

  test('where semicolons separate, a comma is the decimal one, unless some number has a dot', () => {
    expect(values('0,5;0,7')).toEqual([[0.5, 0.7]]);
    expect(values('"0,5";−1,25e-3;,5;3')).toEqual([[0.5, -0.00125, 0.5, 3]]);
    expect(values('1.5;2,5')).toEqual([[1.5, undefined]]);
    expect(values('1.234,5;1,5')).toEqual([[undefined, 1.5]]);
    expect(values('1,2,3;4')).toEqual([[undefined, 4]]);
  });

  test('a first line may say what separates', () => {
    expect(values('sep=;\r\n0,5;1\r\n')).toEqual([[0.5, 1]]);
    expect(values('\uFEFFsep=,\n0.5,1\n')).toEqual([[0.5, 1]]);
    expect(values('"sep=\t"\n0.5\t1')).toEqual([[0.5, 1]]);
    expect(values('SEP=|\n0.5|1')).toEqual([[0.5, 1]]);
    for (const odd of [']', '^', '\\', '-']) expect(values(`sep=${odd}\n1${odd}2\n`)).toEqual([[1, 2]]);
    expect(values('sep=;')).toEqual([]);
    expect(texts('sep=cat\nsep,1')[0]).toEqual(['sep=cat']);
  });

  test('commas that can only separate do', () => {
    expect(values('1,2,3')).toEqual([[1, 2, 3]]);
    expect(values('0.5,1\n0,5')).toEqual([
      [0.5, 1],
      [0, 5],
    ]);
    expect(values('1, 2')).toEqual([[1, 2]]);
    expect(texts('new york,0.5')).toEqual([['new york', '0.5']]);
    expect(values('cat,5\ndog,7')).toEqual([
      [undefined, 5],
      [undefined, 7],
    ]);
  });

  test.each(['', ' ', 'abc', '1a', '0x10', '1_000', '1e', '.', '-', '--1', '1e999', 'Infinite', '½'])(
    '%j is no number',
    (text) => expect(values(`0.5\t${text}`)).toEqual([[0.5, undefined]]),
  );

  test('what the core writes for no number and for infinity', () => {
    expect(values('nan inf -inf −∞ Infinity')).toEqual([[Number.NaN, Infinity, -Infinity, -Infinity, Infinity]]);
  });

  test('quotes hold separators, line breaks and quotes', () => {
    expect(texts('"a,""b""\r\nc",d\r\n"e",f')).toEqual([
      ['a,"b"\r\nc', 'd'],
      ['e', 'f'],
    ]);
  });

  test('a guarded text comes back as it was', () => {
    expect(texts("'=1+1,x\n''=2,'tis")).toEqual([
      ['=1+1', 'x'],
      ["'=2", "'tis"],
    ]);
  });

  test.each(['"a,b', '"a"b,c', 'x,"'])('a quote that does not end its cell is refused: %j', (text) => {
    expect(() => readTable(text)).toThrow('expected a quote to end its cell');
  });

  test('a quote that nothing closes is refused, or is text, at once', () => {
    const long = 'a,b '.repeat(20_000);
    expect(() => readTable(`"${long}`)).toThrow('row 1: expected a quote to end its cell');
    expect(readTable(`1,a"${long}`)[0]?.[1]?.text).toBe('a"a');
  });

  test('nothing is nothing', () => {
    expect(readTable('')).toEqual([]);
    expect(readTable(' \n\r\n\t')).toEqual([]);
    expect(matrixOf([])).toEqual({ data: new Float64Array(), shape: [0, 0] });
  });

  // The time limit of a test is the bound: what takes quadratic time takes longer than that.
  test('a megabyte', () => {
    expect(values(`"${'x'.repeat(1e6)}",1`)).toEqual([[undefined, 1]]);
    expect(values(`${'1'.repeat(1e6)},`)).toHaveLength(1);
    expect(values('1,'.repeat(5e5))[0]).toHaveLength(500_001);
    expect(() => readTable('"'.repeat(999_999))).toThrow('quote');
  });
});

describe('a matrix', () => {
  test('is its numbers row by row', () => {
    expect(matrixOf(readTable('1 2 3\n4 5 6'))).toEqual({ data: Float64Array.of(1, 2, 3, 4, 5, 6), shape: [2, 3] });
  });

  test('with names above and beside is its numbers from there on, and places are those of the table', () => {
    const named = (last: string) => readTable(`X,0,1\r\nthe,1,2\r\ncat,3,${last}\r\n`);
    expect(matrixOf(named('4'), { row: 1, col: 1 })).toEqual({ data: Float64Array.of(1, 2, 3, 4), shape: [2, 2] });
    expect(() => matrixOf(named('four'), { row: 1, col: 1 })).toThrow('row 3, column 3: expected a number');
  });

  test('with rows of different lengths is refused by its row', () => {
    expect(() => matrixOf(readTable('1 2\n3 4\n5'))).toThrow('row 3: expected 2 numbers, as in row 1, got 1');
  });

  test('with a text in it is refused by its place', () => {
    expect(() => matrixOf(readTable('1 2\n3 cat'))).toThrow(
      'row 2, column 2: expected a number with a dot, as 0.5, got "cat"',
    );
  });
});
