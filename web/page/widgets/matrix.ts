// A matrix between brackets: a grid of cells drawn as bars or as colour. One tab stop; arrows walk inside.
// It knows numbers, names and marks; what they mean is its user's business.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { tell } from '../browser/view';
import { Brush } from './brush';
import { cellAt, cellOfElement } from './cell-at';
import { cell } from './cells';
import { paint } from './painting';
import type { Ramp, Scheme } from './ramp';
import { density, onScreenChange, px, unit } from './screen';
import { isInSight, noteChange, observe, sight, unobserve } from './sight';
import { style } from './style';
import { walk } from './walk';
import './matrix.css';

export interface MatrixData {
  rows: number;
  cols: number;
  data: Float32Array;
}

export interface MatrixCell {
  row: number;
  col: number;
}

export interface LineMark {
  index: number;
  /** Names the CSS colours `--hue` and `--hue-tint`. */
  hue: string;
}

/** What lies on the cells: a row (tinted behind bars, between two rules on colour), a column between two rules, a ring. */
export interface Marks {
  rows: readonly LineMark[];
  cols: readonly LineMark[];
  cell?: MatrixCell | undefined;
}

/** `pick`: chosen by click, key or focus. `peek`: under the pointer, or null. */
export type PickEvent = CustomEvent<MatrixCell>;
export type PeekEvent = CustomEvent<MatrixCell | null>;

/** A folded matrix of more cells than this is painted; only the cell the keyboard is on is then an element. */
const elements = 400;

/** Cells narrower than this, in pixels, are too fine for a finger. */
export const fingertip = 24;

export class Matrix extends LitElement {
  static override properties = {
    rows: { attribute: false },
    cols: { attribute: false },
    sheet: { attribute: false },
    was: { attribute: false },
    transposed: { attribute: false },
    look: { attribute: false },
    hue: { attribute: false },
    ramp: { attribute: false },
    extent: { attribute: false },
    cellWidth: { attribute: false },
    cellHeight: { attribute: false },
    digits: { attribute: false },
    holes: { attribute: false },
    holeText: { attribute: false },
    label: { attribute: false },
    rowNames: { attribute: false },
    colNames: { attribute: false },
    marks: { attribute: false },
    cursor: { attribute: false },
    brush: { attribute: false },
    scheme: { attribute: false },
  };

  declare rows: number;
  declare cols: number;
  /** Numbers, row by row; undefined draws brackets alone. */
  declare sheet: MatrixData | undefined;
  /** The numbers before the last change: a cell that now prints another one folds a corner down. */
  declare was: MatrixData | undefined;
  /** Draws `sheet` with rows and columns exchanged. */
  declare transposed: boolean;
  declare look: 'bars' | 'heat';
  declare hue: string;
  /** Colours of a 'heat' look; bars have none. */
  declare ramp: Ramp | undefined;
  /** The |value| of a full bar. */
  declare extent: number;
  declare cellWidth: number;
  declare cellHeight: number;
  /** Room for a number in characters; 0 draws none. */
  declare digits: 0 | 4 | 5;
  /** For each cell, row by row, the hatches over it; a cell with any is a hole. */
  declare holes: readonly (readonly string[])[] | undefined;
  /** What a hole prints. */
  declare holeText: string;
  declare label: string;
  declare rowNames: readonly string[];
  declare colNames: readonly string[];
  declare marks: Marks;
  /** The cell the tab key reaches. */
  declare cursor: MatrixCell;
  /** The hatch that strokes over the cells set or take away; null: strokes do nothing. */
  declare brush: string | null;
  declare scheme: Scheme;

  /** The cell the keyboard goes to once it has become the cursor. */
  #follow: MatrixCell | null = null;
  /** Whether the keyboard was inside before a drawing, which may put another element in the place of its cell. */
  #wasInside = false;
  #reachable: HTMLElement | null = null;
  /** The cell under the pointer. */
  #seen: MatrixCell | null = null;
  #paintedWith: unknown[] = [];
  #laidOut = '';
  #forgetScreen: (() => void) | undefined;
  readonly #brush = new Brush(
    this,
    (target) => cellOfElement(target),
    ({ row, col }) => this.holes?.[row * this.cols + col]?.includes(this.brush ?? '') ?? false,
  );

  constructor() {
    super();
    this.transposed = false;
    this.holeText = '';
    this.digits = 0;
    this.marks = { rows: [], cols: [] };
    this.cursor = { row: 0, col: 0 };
    this.brush = null;
    this.scheme = 'light';
    this.addEventListener('click', this.#onClick);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('focusin', this.#onFocus);
    this.addEventListener('pointermove', this.#onMove);
    this.addEventListener('pointerleave', () => this.#look(null));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.tabIndex = -1; // keys pressed right after a click on a painted cell, which is no element yet, come here
    observe(this);
    this.#forgetScreen = onScreenChange(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unobserve(this);
    this.#forgetScreen?.();
    this.#look(null); // what is taken from under a pointer is not told that it has left
  }

  override requestUpdate(...change: Parameters<LitElement['requestUpdate']>): void {
    super.requestUpdate(...change);
    if (this.isUpdatePending) noteChange();
  }

  /** Thousands of cells that nobody sees wait, so that those in sight need not. What is laid out anew moves others: at once. */
  protected override async scheduleUpdate(): Promise<void> {
    const mayWait = this.#painted && this.#layout === this.#laidOut && this.#follow === null;
    if (mayWait && !isInSight(this)) await sight(this);
    super.scheduleUpdate();
  }

  /** Moves the keyboard into this matrix. */
  enter(): void {
    this.#choose(this.cursor);
  }

  protected override render(): TemplateResult {
    const { sheet, ramp, rows, cols, look, digits, holes, cellWidth, cellHeight } = this;
    const painted = this.#painted;
    // Hovering changes marks only; the cells themselves are rebuilt when what they show changes.
    const shown = [
      sheet,
      this.was,
      ramp?.stops,
      ramp?.domain[1],
      rows,
      cols,
      look,
      digits,
      holes,
      cellWidth,
      this.extent,
    ];
    return html`<div
      translate="no"
      class="mx ${look} ${this.transposed ? 'turned' : ''} ${digits ? '' : 'folded'}"
      ${style({ '--w': px(cellWidth), '--h': px(cellHeight), '--hue': `var(--${this.hue})`, '--cols': cols, '--rows': rows })}
    >
      ${this.#bands()}
      <div role="grid" aria-label=${this.label} aria-rowcount=${rows + 1} aria-colcount=${cols + 1}>
        ${guard([...shown, this.label, this.rowNames, this.colNames], () => [this.#header(), ...(painted ? [] : this.#lines())])}
        ${painted ? html`<canvas aria-hidden="true"></canvas>${this.#lone()}` : nothing}
      </div>
      ${this.#rings()}
    </div>`;
  }

  #header(): TemplateResult {
    return html`<div role="row" class="sr">
      <span role="columnheader">${this.label}</span>${this.colNames.map((name) => html`<span role="columnheader">${name}</span>`)}
    </div>`;
  }

  #lines(): TemplateResult[] {
    if (!this.sheet) return [];
    return Array.from({ length: this.rows }, (_, row) => {
      const cells = Array.from({ length: this.cols }, (_, col) => this.#cell(row, col));
      return html`<div role="row" class="row">
        <span role="rowheader" class="sr">${this.rowNames[row]}</span>${cells}
      </div>`;
    });
  }

  #cell(row: number, col: number): TemplateResult {
    const { digits, holeText, ramp, extent, was } = this;
    return cell({
      row,
      col,
      value: this.#value(row, col),
      was: was && this.#value(row, col, was),
      digits,
      holes: this.holes?.[row * this.cols + col] ?? [],
      holeText,
      ramp,
      extent,
    });
  }

  /** Of a painted matrix, the one cell that is an element. */
  #lone(): TemplateResult {
    const { row, col } = this.cursor;
    return html`<div role="row" class="row lone" aria-rowindex=${row + 2} ${style({ '--row': row, '--col': col })}>
      <span role="rowheader" class="sr">${this.rowNames[row]}</span>${this.#cell(row, col)}
    </div>`;
  }

  /** What its place on the page depends on. */
  get #layout(): string {
    return [this.#painted, this.rows, this.cols, this.cellWidth, this.cellHeight].join();
  }

  get #painted(): boolean {
    return this.sheet !== undefined && this.digits === 0 && this.rows * this.cols > elements;
  }

  #paint(): void {
    const canvas = this.querySelector('canvas');
    if (!canvas) return;
    const { rows, cols, cellWidth, cellHeight, extent, holes, ramp, transposed } = this;
    const colours = [ramp?.stops, ramp?.domain[1], extent, holes, this.scheme];
    const shown = [canvas, density(), this.sheet, rows, cols, cellWidth, cellHeight, ...colours];
    if (shown.every((part, i) => part === this.#paintedWith[i])) return;
    this.#paintedWith = shown;
    paint(canvas, {
      rows,
      cols,
      cellWidth,
      cellHeight,
      value: (row, col) => this.#value(row, col),
      holes: (row, col) => holes?.[row * cols + col] ?? [],
      ramp,
      extent,
      sideways: transposed,
      hue: this.hue,
      scheme: this.scheme,
    });
  }

  #value(row: number, col: number, sheet = this.sheet): number {
    const { data, cols } = sheet as MatrixData;
    return data[this.transposed ? col * cols + row : row * cols + col] ?? Number.NaN;
  }

  #bands(): TemplateResult[] {
    if (this.look !== 'bars') return [];
    const band = (kind: string) => (mark: LineMark) => html`<div class="band ${kind}" ${place(mark)}></div>`;
    return [...this.marks.rows.map(band('along')), ...this.marks.cols.map(band('down'))];
  }

  #rings(): TemplateResult[] {
    const { rows, cols, cell } = this.marks;
    const rule = (kind: string) => (mark: LineMark) => html`<div class="rules ${kind}" ${place(mark)}></div>`;
    const rules = [...(this.look === 'heat' ? rows.map(rule('along')) : []), ...cols.map(rule('down'))];
    return cell && this.sheet
      ? [...rules, html`<div class="ring" ${style({ '--row': cell.row, '--col': cell.col })}></div>`]
      : rules;
  }

  protected override willUpdate(): void {
    this.#wasInside = this.contains(this.#focused);
  }

  protected override updated(_changed: PropertyValues): void {
    this.#laidOut = this.#layout;
    this.#paint();
    this.#brush.on = this.brush !== null;
    this.#makeReachable(this.#element(this.cursor));
    if (this.#wasInside && !this.contains(this.#focused)) this.#reachable?.focus({ preventScroll: true });
    if (!isSame(this.#follow, this.cursor)) return;
    this.#follow = null;
    const at = this.#focused;
    // A key pressed since may have moved the keyboard on.
    if (!at || at === this.ownerDocument.body || this.contains(at)) this.#reachable?.focus();
  }

  get #focused(): Element | null {
    return (this.getRootNode() as Document | ShadowRoot).activeElement;
  }

  #element({ row, col }: MatrixCell): HTMLElement | null {
    return this.querySelector<HTMLElement>(`.c[data-row="${row}"][data-col="${col}"]`);
  }

  /** The tab key comes to this cell, and to no other. */
  #makeReachable(element: HTMLElement | null): void {
    if (element === this.#reachable) return;
    this.#reachable?.removeAttribute('tabindex');
    element?.setAttribute('tabindex', '0');
    this.#reachable = element;
  }

  #emit(type: 'pick' | 'peek', detail: MatrixCell | null): void {
    tell(this, type, detail);
  }

  #choose(cell: MatrixCell): void {
    this.#follow = isSame(cell, this.cursor) ? null : cell;
    this.#emit('pick', cell);
    // At once where it is an element, else when it is drawn: the next key may come sooner.
    const element = this.#element(cell);
    if (!element) return;
    this.#makeReachable(element);
    element.focus();
  }

  #cellAt(event: Event): MatrixCell | null {
    return cellAt(event, this.rows, this.cols);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const cell = this.#cellAt(event);
    if (cell) this.#choose(this.#wantsRow(event, cell) ? { row: cell.row, col: this.cursor.col } : cell);
  };

  /** A finger cannot meet one of many narrow cells: it chooses the row first, a cell of it with the next touch. */
  #wantsRow(event: MouseEvent, { row }: MatrixCell): boolean {
    const isTouch = (event as Partial<PointerEvent>).pointerType === 'touch';
    return isTouch && this.cellWidth * unit() < fingertip && row !== this.cursor.row;
  }

  /** Only a pointer that moves looks: a cell that comes to lie under one at rest was not looked for. */
  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') this.#look(this.#cellAt(event));
  };

  #look(cell: MatrixCell | null): void {
    if (isSame(cell, this.#seen)) return;
    this.#seen = cell;
    this.#emit('peek', cell);
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const cell = this.#cellAt(event);
    if (!cell || isSame(cell, this.#follow)) return;
    this.#follow = null;
    this.#emit('pick', cell);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const from = this.#follow ?? this.#cellAt(event);
    if (!from || event.altKey) return;
    const to = walk(event, from, this.rows - 1, this.cols - 1);
    if (!to) return;
    event.preventDefault();
    this.#choose(to);
  };
}

const isSame = (a: MatrixCell | null, b: MatrixCell | null): boolean => a?.row === b?.row && a?.col === b?.col;

const place = ({ index, hue }: LineMark) =>
  style({ '--at': index, '--hue': `var(--${hue})`, '--tint': `var(--${hue}-tint)` });
