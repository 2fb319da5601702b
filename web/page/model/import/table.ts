// A table as CSV or from the clipboard: numbers, perhaps with names above and beside them.
import { type Cell, matrixOf, readTable } from '../../files/csv';
import { FileError, quoted } from '../../files/errors';
import { type Found, type Remark, stem } from './found';
import { roleOf } from './roles';

/** Columns that number sentences and heads, as this page writes them. */
const counters = ['batch', 'head'];

export function readTableText(file: string, text: string): Found {
  const table = readTable(text);
  const [first = []] = table;
  if (first.length === 0) throw new FileError('table', 'numbers', 'nothing');
  const hasHeader = isHeader(first, table.slice(1));
  const numbering = hasHeader
    ? first.filter(({ text: name }, i) => name === counters[i] || (i === 0 && name === 'head')).length
    : 0;
  const corner = first[numbering]?.text.trim() ?? '';
  const lines = hasHeader ? table.slice(1) : table;
  const labelled =
    lines.some((line) => isName(line[numbering])) || (hasHeader && (corner === '' || roleOf(corner) !== null));
  const start = { row: hasHeader ? 1 : 0, col: numbering + (labelled ? 1 : 0) };
  const { data, shape } = matrixOf(table, start);
  if (data.length === 0) throw new FileError('table', 'numbers', 'names alone');

  const counts = Array.from({ length: numbering }, (_, col) =>
    lines.reduce((most, line) => Math.max(most, 1 + countOf(line[col])), 0),
  );
  const sheets = counts.reduce((product, count) => product * count, 1);
  const rows = shape[0] / sheets;
  if (!Number.isInteger(rows))
    throw new FileError('table', `the same number of rows for each of ${sheets} heads`, `${shape[0]} rows`);
  const tokens = labelled ? lines.slice(0, rows).map((line) => line[numbering]?.text ?? '') : undefined;
  const above = hasHeader ? first.slice(start.col).map(({ text: name }) => name) : [];
  const keys = above.some((name, i) => name !== String(i)) ? above : undefined;
  const role = hasHeader && labelled ? roleOf(corner) : null;
  const name = role ? corner : stem(file);
  return {
    arrays: [{ file, name, dtype: 'text', shape: [...counts, rows, shape[1]], read: () => data }],
    ...(tokens && { tokens }),
    // Columns are tokens where a row is what one token reads; else they are numbers of a vector.
    ...(keys && roleOf(name) === 'attention_weights' && { keys }),
    remarks: remarksOn(file, table, { header: hasHeader && !role ? first : [], labelled: labelled && !role }),
  };
}

/** What was taken for names, unless it says itself what it is, and what was taken for a decimal comma. */
function remarksOn(
  file: string,
  table: readonly (readonly Cell[])[],
  { header, labelled }: { header: readonly Cell[]; labelled: boolean },
): Remark[] {
  const hasComma = table.some((row) => row.some(({ text, value }) => value !== undefined && text.includes(',')));
  return [
    ...(hasComma ? [{ file, kind: 'decimal comma' } as const] : []),
    ...(header.length > 0 ? [{ file, kind: 'header', names: header.map(({ text }) => text.trim()) } as const] : []),
    ...(labelled ? [{ file, kind: 'labels' } as const] : []),
  ];
}

/** A number as it is written where decimals have a comma: it is refused where it stands, and names nothing. */
const numberLike = /^[-+−]?[\d.,]*\d[\d.,]*\s*%?$/;

const isName = (cell: Cell | undefined): boolean =>
  cell?.value === undefined && !numberLike.test(cell?.text.trim() ?? '');

/** Texts beyond the first column, or the numbers of columns; a text in the first alone may be the name of a row. */
function isHeader(cells: readonly Cell[], lines: readonly (readonly Cell[])[]): boolean {
  const [corner, ...above] = cells;
  if (cells.some(({ text, value }) => value === undefined && numberLike.test(text.trim()))) return false;
  if (above.length === 0) return corner?.value === undefined && lines.every(([only]) => only?.value !== undefined);
  const numbered = corner?.value === undefined && above.every(({ value }, i) => value === i);
  return numbered || above.some(({ value }) => value === undefined);
}

const countOf = (cell: Cell | undefined): number => {
  const { value = Number.NaN } = cell ?? {};
  if (!Number.isInteger(value) || value < 0 || value > 1e6)
    throw new FileError('column head', 'whole numbers from 0', cell ? quoted(cell.text) : 'nothing');
  return value;
};
