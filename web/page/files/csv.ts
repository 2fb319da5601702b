// Tables as text: written as CSV that no spreadsheet mistakes for formulas, read from what a person pastes.

import { shortest } from './digits';
import { FileError, quoted } from './errors';
import { plainNumber } from './written';

/** A formula where a spreadsheet opens it, also in full width and behind blanks; a guarded one may be guarded again. */
const risky = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** RFC 4180: commas, CRLF, quotes doubled. Text is guarded by an apostrophe where it could run; numbers never are. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: string | number): string {
  if (typeof cell === 'number') return writeNumber(cell);
  const text = risky.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** With a dot wherever the reader lives, and no longer than it takes to get the same number back. */
function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0';
  return shortest(value);
}

export interface Cell {
  text: string;
  /** undefined: the text is no number. Nothing is guessed: between commas “0,5” may be 0.5, or 0 and 5. */
  value: number | undefined;
}

/** What a spreadsheet, a CSV file or a program's output puts on the clipboard; blank lines are left out. */
export function readTable(text: string): Cell[][] {
  const { table, separator } = divided(text.replace(/^\uFEFF/, ''));
  const rows = (
    separator === ' ' ? table.split(/\r\n|\r|\n/).map((line) => line.trim().split(/\s+/)) : parse(table, separator)
  ).filter((row) => row.some((cell) => cell.trim() !== ''));
  const read =
    (separator === ';' || separator === '；') && !rows.some((row) => row.some(hasDot)) ? readWithComma : readNumber;
  return rows.map((row) =>
    row.map((cell) => {
      const unguarded = cell.startsWith("'") && risky.test(cell) ? cell.slice(1) : cell;
      return { text: unguarded, value: read(cell) };
    }),
  );
}

/** Excel writes `sep=;` as a first line where it wants to say what separates. */
function divided(text: string): { table: string; separator: string } {
  const [line, separator] = /^"?sep=([^"\r\n])"?[\t ]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  if (line === undefined || separator === undefined) return { table: text, separator: separatorOf(text) };
  return { table: text.slice(line.length), separator };
}

/** A table of semicolons with such a number writes decimals with a dot; with none, a comma can only be the decimal one. */
const hasDot = (cell: string): boolean => /[.．。｡]/.test(cell) && readNumber(cell) !== undefined;

const readWithComma = (cell: string): number | undefined =>
  readNumber(cell.replace(/^([^,.，．。]*)[,，]([^,.，．。]*)$/, '$1.$2'));

/** The numbers of a table from this row and column on, where names may stand before them. */
export function matrixOf(
  table: readonly (readonly Cell[])[],
  { row: firstRow, col: firstCol }: { row: number; col: number } = { row: 0, col: 0 },
): { data: Float64Array<ArrayBuffer>; shape: [number, number] } {
  const width = Math.max(0, (table[0]?.length ?? 0) - firstCol);
  const rows = table.slice(firstRow);
  const data = new Float64Array(rows.length * width);
  for (const [r, row] of rows.entries()) {
    const numbers = row.slice(firstCol);
    const place = `row ${firstRow + r + 1}`;
    if (numbers.length !== width) throw new FileError(place, `${width} numbers, as in row 1`, `${numbers.length}`);
    for (const [c, { text, value }] of numbers.entries()) {
      if (value === undefined)
        throw new FileError(`${place}, column ${firstCol + c + 1}`, 'a number with a dot, as 0.5', quoted(text));
      data[r * width + c] = value;
    }
  }
  return { data, shape: [rows.length, width] };
}

/** One number as it may be written somewhere: 0,5 or ,5 or 1.234,5 or 1,234 or 1,234.5; also −0,5e−3 and 0,5%. */
const numberWithComma =
  /^[^\d.,]*(?:(?<!\p{L}),\d+|\d+,\d+|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+)(?:e[+\-−]?\d+)?[^\d.,]*$/iu;

/** A comma separates only where some of them cannot belong to a number. */
function separatorOf(table: string): string {
  const bare = table.replace(/"[^"]*(?:""[^"]*)*"/g, '""');
  if (bare.includes('\t')) return '\t';
  const semicolon = [';', '；'].find((sign) => bare.includes(sign));
  if (semicolon) return semicolon;
  const comma = bare.includes(',') ? ',' : '，';
  const words = bare.split(/\s+/).filter((word) => word.includes(comma));
  if (words.some((word) => !numberWithComma.test(plainNumber(word)))) return comma;
  return bare.includes('"') ? ',' : ' ';
}

/** Cells may be quoted; inside quotes separators and line breaks are text, and two quotes are one. */
function parse(table: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const end = separator.replace(/[\\\]^-]/, '\\$&');
  const cell = new RegExp(`"([^"]*(?:""[^"]*)*)"[ ]*|((?!")[^${end}\\r\\n]*)`, 'y');
  for (let at = 0; ; ) {
    cell.lastIndex = at;
    const [whole = '', inQuotes, plain = ''] = cell.exec(table) ?? [];
    rows.at(-1)?.push(inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"'));
    at += whole.length;
    if (at >= table.length) return rows;
    if (table[at] !== separator && table[at] !== '\r' && table[at] !== '\n')
      throw new FileError(`row ${rows.length}`, 'a quote to end its cell', quoted(table.slice(at, at + 20)));
    if (table[at] !== separator) rows.push([]);
    at += table.startsWith('\r\n', at) ? 2 : 1;
  }
}

/** Decimals with a dot; the true minus that the page shows is as good as a hyphen. */
function readNumber(cell: string): number | undefined {
  const text = (/\S\s+\S/.test(cell) ? cell : plainNumber(cell)).toLowerCase();
  if (/^[+-]?(?:inf|infinity|∞)$/.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^[+-]?nan$/.test(text)) return Number.NaN;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
