// Paints the cells of a large folded matrix on one canvas: thousands of elements would make every change slow.
import { hues, inks } from './inks';
import type { Ramp, Scheme } from './ramp';
import { density } from './screen';

export interface Painting {
  rows: number;
  cols: number;
  cellWidth: number;
  cellHeight: number;
  value(row: number, col: number): number;
  /** The hatches over a cell; one with any is a hole. */
  holes(row: number, col: number): readonly string[];
  /** Colours of cells; without one, cells are bars. */
  ramp: Ramp | undefined;
  /** The |value| of a full bar, and whether bars lie on their side. */
  extent: number;
  sideways: boolean;
  hue: string;
  scheme: Scheme;
}

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { rows, cols, cellWidth, cellHeight } = painting;
  const scale = density();
  const width = Math.max(1, Math.round(cols * cellWidth * scale));
  const height = Math.max(1, Math.round(rows * cellHeight * scale));
  // To set a size, even the same, has the browser make a new canvas.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return;
  const pixels = blank(width, height);
  const { ramp } = painting;
  if (ramp) colours(pixels, painting, ramp);
  else bars(pixels, painting);
  context.putImageData(new ImageData(pixels.bytes, width, height), 0, 0);
  if (ramp) hatches(context, painting);
}

/** An image, set pixel by pixel: thousands of rectangles with edges between pixels take a browser much longer. */
interface Pixels {
  width: number;
  height: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
  /** A number for each pixel. */
  whole: Uint32Array;
}

// One image after another is drawn in the same memory: megabytes for every change would soon be garbage.
let memory = new ArrayBuffer(0);

function blank(width: number, height: number): Pixels {
  const size = width * height * Uint32Array.BYTES_PER_ELEMENT;
  if (memory.byteLength < size) memory = new ArrayBuffer(size);
  const whole = new Uint32Array(memory, 0, width * height).fill(0);
  return { width, height, bytes: new Uint8ClampedArray(memory, 0, size), whole };
}

function fill({ whole, width }: Pixels, left: number, top: number, right: number, bottom: number, pixel: number): void {
  for (let y = top * width; y < bottom * width; y += width)
    for (let at = y + left; at < y + right; at += 1) whole[at] = pixel;
}

/** Where each of `count` cells begins, and the last one ends, in whole pixels. */
const edges = (count: number, size: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => Math.round((i / count) * size));

function colours(pixels: Pixels, painting: Painting, ramp: Ramp): void {
  const { rows, cols } = painting;
  const [x, y] = [edges(cols, pixels.width), edges(rows, pixels.height)] as [number[], number[]];
  const sunk = pixelOf(inks[painting.scheme].hole);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const value = painting.value(row, col);
      const isHole = Number.isNaN(value) || painting.holes(row, col).length > 0;
      const pixel = isHole ? sunk : pixelOf(ramp.paint(value).background);
      fill(pixels, x[col] as number, y[row] as number, x[col + 1] as number, y[row + 1] as number, pixel);
    }
  }
}

function hatches(context: CanvasRenderingContext2D, painting: Painting): void {
  const { rows, cols, cellWidth, cellHeight } = painting;
  const { width, height } = context.canvas;
  context.setTransform(width / (cols * cellWidth), 0, 0, height / (rows * cellHeight), 0, 0);
  context.strokeStyle = inks[painting.scheme].hatch;
  context.lineWidth = 0.7;
  context.beginPath();
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) hatch(context, painting, row, col, painting.holes(row, col));
  context.stroke();
}

const known = new Map<string, number>();

/** #rrggbb as the bytes of an image have it, little-endian: alpha, blue, green, red. */
function pixelOf(colour: string): number {
  const pixel = known.get(colour) ?? makePixel(colour);
  known.set(colour, pixel);
  return pixel;
}

function makePixel(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function hatch(
  context: CanvasRenderingContext2D,
  { cellWidth: width, cellHeight: height }: Painting,
  row: number,
  col: number,
  holes: readonly string[],
): void {
  const [x, y] = [col * width, row * height];
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  };
  if (holes.includes('padding')) line(x, y + height, x + width, y);
  if (holes.includes('causal')) line(x, y, x + width, y + height);
  if (holes.includes('window')) line(x + width / 2, y, x + width / 2, y + height);
  if (!holes.includes('hand')) return;
  const radius = Math.min(width, height) / 5;
  context.moveTo(x + width / 2 + radius, y + height / 2);
  context.arc(x + width / 2, y + height / 2, radius, 0, 2 * Math.PI);
}

/** From a line in the middle of its row: up is positive, down is negative; sideways, right and left. */
function bars(pixels: Pixels, painting: Painting): void {
  const { rows, cols, extent, sideways, scheme, hue } = painting;
  const { width, height } = pixels;
  const [bar, rule] = [pixelOf(hues[scheme][hue] ?? inks[scheme].rule), pixelOf(inks[scheme].rule)];
  const x = (col: number) => Math.round((col / cols) * width);
  const y = (row: number) => Math.round((row / rows) * height);
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom, line] = [y(row), y(row + 1), y(row + 0.5)];
    if (!sideways) fill(pixels, 0, line, width, line + 1, rule);
    for (let col = 0; col < cols; col += 1) {
      const value = painting.value(row, col);
      const share = Number.isFinite(value) ? Math.max(-1, Math.min(1, value / extent)) * 0.46 : 0;
      if (sideways) {
        const [base, end] = [x(col + 0.5), x(col + 0.5 + share)];
        fill(pixels, base, top, base + 1, bottom, rule);
        fill(pixels, Math.min(base, end), top, Math.max(base, end), bottom, bar);
      } else {
        const end = y(row + 0.5 - share);
        fill(pixels, x(col), Math.min(line, end), x(col + 1), Math.max(line, end), bar);
      }
    }
  }
}
