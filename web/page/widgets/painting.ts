// Paints the cells of a large folded matrix on one canvas: thousands of elements would make every change slow.
import { hues, type Inks, inks } from './inks';
import type { Ramp, Scheme } from './ramp';

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
  const scale = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(cols * cellWidth * scale));
  canvas.height = Math.max(1, Math.round(rows * cellHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(canvas.width / (cols * cellWidth), canvas.height / (rows * cellHeight));
  if (painting.ramp) colours(context, painting, painting.ramp, inks[painting.scheme]);
  else bars(context, painting);
}

/** A pixel for each cell, then drawn as large as the cells are. */
function colours(context: CanvasRenderingContext2D, painting: Painting, ramp: Ramp, own: Inks): void {
  const { rows, cols, cellWidth, cellHeight } = painting;
  const pixels = new ImageData(cols, rows);
  const whole = new Uint32Array(pixels.data.buffer);
  const sunk = pixelOf(own.hole);
  const hatched: [row: number, col: number, holes: readonly string[]][] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const holes = painting.holes(row, col);
      const value = painting.value(row, col);
      if (holes.length > 0) hatched.push([row, col, holes]);
      whole[row * cols + col] = holes.length > 0 || Number.isNaN(value) ? sunk : pixelOf(ramp.paint(value).background);
    }
  }
  const small = new OffscreenCanvas(cols, rows);
  small.getContext('2d')?.putImageData(pixels, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(small, 0, 0, cols * cellWidth, rows * cellHeight);
  context.strokeStyle = own.hatch;
  context.lineWidth = 0.7;
  context.beginPath();
  for (const [row, col, holes] of hatched) hatch(context, painting, row, col, holes);
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

/**
 * From a line in the middle of its row: up is positive, down is negative; sideways, right and left. Set pixel by pixel:
 * thousands of rectangles with edges between pixels take a browser much longer.
 */
function bars(context: CanvasRenderingContext2D, painting: Painting): void {
  const { rows, cols, extent, sideways, scheme, hue } = painting;
  const { width, height } = context.canvas;
  const image = new ImageData(width, height);
  const whole = new Uint32Array(image.data.buffer);
  const fill = (left: number, top: number, right: number, bottom: number, pixel: number) => {
    for (let y = top * width; y < bottom * width; y += width)
      for (let at = y + left; at < y + right; at += 1) whole[at] = pixel;
  };
  const [bar, rule] = [pixelOf(hues[scheme][hue] ?? inks[scheme].rule), pixelOf(inks[scheme].rule)];
  const x = (col: number) => Math.round((col / cols) * width);
  const y = (row: number) => Math.round((row / rows) * height);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const value = painting.value(row, col);
      const share = Number.isFinite(value) ? Math.max(-1, Math.min(1, value / extent)) * 0.46 : 0;
      if (sideways) {
        const [base, end] = [x(col + 0.5), x(col + 0.5 + share)];
        fill(base, y(row), base + 1, y(row + 1), rule);
        fill(Math.min(base, end), y(row), Math.max(base, end), y(row + 1), bar);
      } else {
        const [base, end] = [y(row + 0.5), y(row + 0.5 - share)];
        fill(x(col), base, x(col + 1), base + 1, rule);
        fill(x(col), Math.min(base, end), x(col + 1), Math.max(base, end), bar);
      }
    }
  }
  context.putImageData(image, 0, 0);
}
