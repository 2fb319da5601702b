// Paints the cells of a large folded matrix on one canvas: thousands of elements would make every change slow.
import type { Ramp } from './ramp';

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
}

interface Inks {
  bar: string;
  rule: string;
  hole: string;
  hatch: string;
}

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { rows, cols, cellWidth, cellHeight } = painting;
  const scale = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(cols * cellWidth * scale));
  canvas.height = Math.max(1, Math.round(rows * cellHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(canvas.width / (cols * cellWidth), canvas.height / (rows * cellHeight));
  const look = getComputedStyle(canvas);
  const ink = (name: string) => look.getPropertyValue(name).trim();
  const inks: Inks = { bar: ink('--hue'), rule: ink('--rule2'), hole: ink('--sunk'), hatch: ink('--hatch') };
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      if (painting.ramp) colour(context, painting, inks, row, col);
      else bar(context, painting, inks, row, col);
    }
  }
}

function colour(context: CanvasRenderingContext2D, painting: Painting, inks: Inks, row: number, col: number): void {
  const { cellWidth: width, cellHeight: height, ramp } = painting;
  const holes = painting.holes(row, col);
  const value = painting.value(row, col);
  const [x, y] = [col * width, row * height];
  const background = holes.length > 0 || Number.isNaN(value) ? inks.hole : (ramp?.paint(value).background ?? inks.hole);
  context.fillStyle = background;
  context.fillRect(x, y, width, height);
  context.strokeStyle = inks.hatch;
  context.lineWidth = 0.7;
  if (holes.includes('padding')) hatch(context, x, y + height, x + width, y);
  if (holes.includes('causal')) hatch(context, x, y, x + width, y + height);
  if (holes.includes('window')) hatch(context, x + width / 2, y, x + width / 2, y + height);
  if (holes.includes('hand')) dot(context, x + width / 2, y + height / 2, Math.min(width, height) / 5);
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

function hatch(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** From a line in the middle of its row: up is positive, down is negative; sideways, right and left. */
function bar(context: CanvasRenderingContext2D, painting: Painting, inks: Inks, row: number, col: number): void {
  const { cellWidth: width, cellHeight: height, extent, sideways } = painting;
  const value = painting.value(row, col);
  const [x, y] = [col * width, row * height];
  const share = Number.isFinite(value) ? Math.max(-1, Math.min(1, value / extent)) * 0.46 : 0;
  context.fillStyle = inks.rule;
  if (sideways) context.fillRect(x + width / 2 - 0.25, y, 0.5, height);
  else context.fillRect(x, y + height / 2 - 0.25, width, 0.5);
  context.fillStyle = inks.bar;
  if (sideways) context.fillRect(x + width / 2, y, share * width, height);
  else context.fillRect(x, y + height / 2, width, -share * height);
}
