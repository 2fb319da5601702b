// Strokes over the cells of a matrix. The first cell decides whether a stroke sets the hatch or takes it away;
// with Shift, a stroke is the rectangle from where the last one began.
import type { MatrixCell } from './matrix';

/** Which cells a stroke has passed since the last event, and what becomes of them. */
export type StrokeEvent = CustomEvent<{ cells: readonly MatrixCell[]; set: boolean }>;

export class Brush {
  readonly #host: HTMLElement;
  readonly #cellAt: (target: Element) => MatrixCell | null;
  /** Whether a cell has the hatch now. */
  readonly #has: (cell: MatrixCell) => boolean;
  #first: MatrixCell | null = null;
  #set: boolean | null = null;

  constructor(host: HTMLElement, cellAt: (target: Element) => MatrixCell | null, has: (cell: MatrixCell) => boolean) {
    this.#host = host;
    this.#cellAt = cellAt;
    this.#has = has;
    host.addEventListener('pointerdown', this.#begin);
    host.addEventListener('pointermove', this.#move);
    host.addEventListener('pointerup', this.#end);
    host.addEventListener('pointercancel', this.#end);
  }

  /** Set while strokes paint; touches then do not scroll. */
  set on(on: boolean) {
    this.#host.toggleAttribute('data-brush', on);
  }

  get on(): boolean {
    return this.#host.hasAttribute('data-brush');
  }

  readonly #begin = (event: PointerEvent): void => {
    const cell = this.on && event.button === 0 ? this.#under(event) : null;
    if (!cell) return;
    event.preventDefault(); // no selection of text
    this.#host.setPointerCapture(event.pointerId);
    const from = event.shiftKey && this.#first ? this.#first : cell;
    this.#set = !this.#has(cell);
    this.#first = from;
    this.#emit(rectangle(from, cell));
  };

  readonly #move = (event: PointerEvent): void => {
    const cell = this.#set === null ? null : this.#under(event);
    if (cell && this.#has(cell) !== this.#set) this.#emit([cell]);
  };

  readonly #end = (): void => {
    this.#set = null;
  };

  /** A captured pointer has one target wherever it is. */
  #under({ clientX, clientY }: PointerEvent): MatrixCell | null {
    const element = document.elementFromPoint(clientX, clientY);
    return element && this.#host.contains(element) ? this.#cellAt(element) : null;
  }

  #emit(cells: readonly MatrixCell[]): void {
    this.#host.dispatchEvent(new CustomEvent('stroke', { detail: { cells, set: this.#set }, bubbles: true }));
  }
}

function rectangle(a: MatrixCell, b: MatrixCell): MatrixCell[] {
  const [top, left] = [Math.min(a.row, b.row), Math.min(a.col, b.col)];
  const [rows, cols] = [Math.abs(a.row - b.row) + 1, Math.abs(a.col - b.col) + 1];
  return Array.from({ length: rows * cols }, (_, i) => ({ row: top + Math.floor(i / cols), col: left + (i % cols) }));
}
