// A matrix as a drawing that stands by itself: every mark a shape, every number a text, the selection included.
import type { Ramp } from '../../widgets/ramp';

export interface Drawing {
  title: string;
  /** Below the brackets. */
  caption: string;
  rows: number;
  cols: number;
  value(row: number, col: number): number;
  print(value: number): string;
  rowNames: readonly string[];
  colNames: readonly string[];
  /** Colours of cells; without them each is a bar of at most `extent`. */
  ramp: Ramp | undefined;
  extent: number;
  /** Names of colours, as the page has them: what a bar is drawn with, and what marks a row and a column. */
  hue: string;
  row?: { index: number; hue: string } | undefined;
  col?: { index: number; hue: string } | undefined;
  /** The selected cell. */
  cell?: { row: number; col: number } | undefined;
  /** The masks over a cell; one with any is a hole, which prints `holeText`. */
  holes(row: number, col: number): readonly string[];
  holeText: string;
}

/** The page's colour of this name, such as `paper`. */
export type Ink = (name: string) => string;

const width = 36;
const height = 30;
const sans = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', sans-serif";
const serif = "Palatino, P052, Georgia, 'Songti SC', 'Noto Serif CJK SC', serif";
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** Room for a name in a proportional face nobody can measure here. */
const room = (name: string): number =>
  Array.from(name).reduce((sum, character) => sum + (wide.test(character) ? 14.5 : 8), 0);

export function toSvg(drawing: Drawing, ink: Ink): string {
  const { rows, cols, rowNames, colNames, caption, title } = drawing;
  const left = 20 + Math.ceil(Math.max(16, ...rowNames.map(room)));
  const top = 22 + Math.ceil(Math.max(16, ...colNames.map((name) => room(name) * 0.67)));
  const [right, bottom] = [left + cols * width, top + rows * height];
  // A leaning name over the last column reaches beyond it; so may a caption.
  const full = Math.ceil(Math.max(right + 20 + top * 1.1, left + caption.length * 7.6));
  const bracket = (x: number, way: 1 | -1) =>
    `<path d="M${x + 6 * way},${top - 5} h${-6 * way} V${bottom + 5} h${6 * way}" fill="none" stroke="${ink(drawing.hue)}" stroke-width="1.4"/>`;

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${full}" height="${bottom + 40}" viewBox="0 0 ${full} ${bottom + 40}" role="img">
<title>${escapeXml(title)}</title>
<defs>${patterns(ink)}</defs>
<rect width="100%" height="100%" fill="${ink('paper')}"/>
<g font-family="${sans}" font-size="11" text-anchor="middle">
${band(drawing, ink, left, top)}${cells(drawing, ink, left, top)}${rules(drawing, ink, left, top)}</g>
${bracket(left - 7, 1)}${bracket(right + 7, -1)}
<g font-family="${serif}" font-size="14" fill="${ink('ink2')}">
${rowNames.map((name, i) => `<text x="${left - 14}" y="${top + (i + 0.65) * height}" text-anchor="end"${marked(drawing.row, i, ink)}>${escapeXml(name)}</text>`).join('\n')}
${colNames.map((name, i) => columnName(name, left + (i + 0.5) * width, top - 10, marked(drawing.col, i, ink))).join('\n')}
</g>
<text x="${left - 7}" y="${bottom + 26}" font-family="${sans}" font-size="12.5" fill="${ink('ink2')}">${escapeXml(caption)}</text>
</svg>
`;
}

const marked = (mark: Drawing['row'], index: number, ink: Ink): string =>
  mark?.index === index ? ` fill="${ink(mark.hue)}" font-weight="700"` : '';

/** Latin names lean; a leaning 一 would read as a slash. */
function columnName(name: string, x: number, y: number, mark: string): string {
  const stands = Array.from(name).every((character) => wide.test(character)) || room(name) <= width - 8;
  const place = stands ? `text-anchor="middle"` : `transform="rotate(-42 ${x} ${y})"`;
  return `<text x="${x}" y="${y}" ${place}${mark}>${escapeXml(name)}</text>`;
}

/** Vectors lie on a band of their row. */
function band({ row, ramp, cols }: Drawing, ink: Ink, left: number, top: number): string {
  if (!row || ramp) return '';
  return `<rect x="${left}" y="${top + row.index * height}" width="${cols * width}" height="${height}" fill="${ink(`${row.hue}-tint`)}"/>\n`;
}

function cells(drawing: Drawing, ink: Ink, left: number, top: number): string {
  const all: string[] = [];
  for (let row = 0; row < drawing.rows; row += 1) {
    for (let col = 0; col < drawing.cols; col += 1) {
      const [x, y] = [left + col * width, top + row * height];
      const holes = drawing.holes(row, col);
      if (holes.length > 0) all.push(hole(drawing, ink, holes, x, y));
      else if (drawing.ramp) all.push(colour(drawing, ink, drawing.value(row, col), x, y));
      else all.push(bar(drawing, ink, drawing.value(row, col), x, y));
    }
  }
  return all.join('');
}

const box = (x: number, y: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

const number = (text: string, x: number, y: number, fill: string): string =>
  text === '' ? '' : `<text x="${x + width / 2}" y="${y}" fill="${fill}">${escapeXml(text)}</text>`;

function colour({ ramp, print }: Drawing, ink: Ink, value: number, x: number, y: number): string {
  const paint = Number.isNaN(value) || !ramp ? { background: ink('sunk'), text: ink('ink') } : ramp.paint(value);
  return `${box(x, y, paint.background)}${number(print(value), x, y + 19, paint.text)}\n`;
}

/** Up from the middle of the cell is positive; the number stands above. */
function bar({ hue, extent, print }: Drawing, ink: Ink, value: number, x: number, y: number): string {
  const base = y + height - 8;
  const size = Number.isNaN(value) ? 0 : Math.min(1, Math.abs(value) / extent) * 7;
  const from = value < 0 ? base : base - size;
  return `${number(print(value), x, y + 12, ink('ink'))}<rect x="${x + 3}" y="${from.toFixed(2)}" width="${width - 6}" height="${size.toFixed(2)}" fill="${ink(hue)}"/><path d="M${x},${base} h${width}" stroke="${ink('rule2')}" stroke-width="0.5"/>\n`;
}

const hatches = ['padding', 'causal', 'window', 'hand'];

function hole({ holeText }: Drawing, ink: Ink, holes: readonly string[], x: number, y: number): string {
  const overlaid = holes.map((name) => box(x, y, `url(#${hatches.includes(name) ? name : 'padding'})`));
  return `${box(x, y, ink('sunk'))}${overlaid.join('')}${number(holeText, x, y + 19, ink('ink2'))}\n`;
}

/** One hatch for each kind of mask, so that overlapping ones cross. */
function patterns(ink: Ink): string {
  const stroke = `fill="none" stroke="${ink('hatch')}" stroke-width="0.9"`;
  const pattern = (name: string, shape: string) =>
    `<pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse">${shape}</pattern>`;
  return [
    pattern('padding', `<path d="M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5" ${stroke}/>`),
    pattern('causal', `<path d="M-1,-1 L7,7 M5,-1 L7,1 M-1,5 L1,7" ${stroke}/>`),
    pattern('window', `<path d="M3,0 V6" ${stroke}/>`),
    pattern('hand', `<circle cx="3" cy="3" r="1.2" fill="${ink('hatch')}"/>`),
  ].join('');
}

/** The row, the column, and a ring with a gap of paper round the cell. */
function rules({ row, col, cell, rows, cols, ramp }: Drawing, ink: Ink, left: number, top: number): string {
  const lines: string[] = [];
  const line = (d: string, hue: string) => lines.push(`<path d="${d}" stroke="${ink(hue)}" stroke-width="1.6"/>\n`);
  if (row && ramp)
    for (const y of [row.index, row.index + 1]) line(`M${left},${top + y * height} h${cols * width}`, row.hue);
  if (col) for (const x of [col.index, col.index + 1]) line(`M${left + x * width},${top} v${rows * height}`, col.hue);
  if (cell) {
    const ring = (inset: number, stroke: string, thick: number) =>
      `<rect x="${left + cell.col * width + inset}" y="${top + cell.row * height + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${stroke}" stroke-width="${thick}"/>`;
    lines.push(`${ring(2, ink('paper'), 2)}${ring(0, ink('ink'), 2)}\n`);
  }
  return lines.join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** What XML cannot hold at all, half a surrogate pair among it, becomes the character for what cannot be shown. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] as string);
}
