// A matrix to look at, in the figure's own hand: names beside and above, numbers in the cells, a caption below.
// Its cells can be walked with arrows; nothing is chosen by it.
//
//   sheet(view, { name: 'attention_weights', look: 'share', hue: 't', rows: names, cols: names, data: trace.attentionWeights })
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { View } from '../../view';
import type { LineMark, MatrixCell, MatrixData, PickEvent } from '../../widgets/matrix';
import { fixed } from '../../widgets/number';
import { divergingRamp, niceExtent, type Ramp, sequentialRamp } from '../../widgets/ramp';
import { px } from '../../widgets/screen';
import { style } from '../../widgets/style';
import './labs.css';

export interface SheetSpec {
  /** The name in code: what readers of the screen hear, and the caption where there is no other. */
  name: string;
  caption?: unknown;
  /** 'vector': bars. 'pair', 'parameter': colour about zero. 'share': colour from 0 to 1. */
  look: 'vector' | 'pair' | 'parameter' | 'share';
  hue: 'x' | 'q' | 'k' | 'v' | 't';
  /** Names of the rows and columns; numbered columns need none to be seen. */
  rows: readonly string[];
  cols: readonly string[];
  /** Whether the names of the columns stand above them; they do for pairs and shares. */
  topped?: boolean;
  /** rows × cols numbers, row by row; of a larger tensor the matrix number `at`. */
  data: { readonly data: Float32Array };
  at?: number;
  /** The numbers before: cells that print another one show what they were. */
  was?: { readonly data: Float32Array } | undefined;
  /** For each cell the masks over it: 'padding', 'causal', 'hand'. */
  holes?: readonly (readonly string[])[] | undefined;
  /** Draws data of shape (cols, rows) turned. */
  turned?: boolean;
  /** A row in the query's hue, a column in the key's, a ring around one cell. */
  row?: number | undefined;
  col?: number | undefined;
  ring?: MatrixCell | undefined;
  /** The ± of colours and bars; of the data's own when left out. */
  extent?: number;
  /** How many sheets of this size share a line on a wide page: cells are narrowed to fit. */
  abreast?: number;
  rowSums?: boolean;
  columnSums?: boolean;
}

/** The room beside the prose. */
const column = (width: number) => Math.min(1280, width) - 96 - 510 - 56;
const names = { wide: 72, narrow: 60 };

class Sheet extends LitElement {
  static override properties = { view: { attribute: false }, spec: { attribute: false }, cursor: { state: true } };

  declare view: View;
  declare spec: SheetSpec;
  declare cursor: MatrixCell;
  #cells: MatrixData | undefined;
  #was: MatrixData | undefined;

  constructor() {
    super();
    this.cursor = { row: 0, col: 0 };
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#cells = kept(this.#cells, this.#sheetOf(this.spec.data));
    this.#was = this.spec.was && kept(this.#was, this.#sheetOf(this.spec.was));
    const { rows, cols } = this.spec;
    this.cursor = { row: Math.min(this.cursor.row, rows.length - 1), col: Math.min(this.cursor.col, cols.length - 1) };
  }

  #sheetOf({ data }: { readonly data: Float32Array }): MatrixData {
    const { rows, cols, at = 0 } = this.spec;
    const size = rows.length * cols.length;
    return { rows: rows.length, cols: cols.length, data: data.subarray(at * size, (at + 1) * size) };
  }

  get #width(): number {
    const { cols, abreast = 1, rowSums } = this.spec;
    const { wide, width } = this.view;
    const line = wide ? (column(width) - 24 * (abreast - 1)) / abreast : Math.min(width, 752) - 32;
    const room = line - names[wide ? 'wide' : 'narrow'] - 12 - (rowSums ? 40 : 0);
    return Math.max(6, Math.min(34, Math.floor(room / cols.length)));
  }

  protected override render(): TemplateResult {
    const { spec, view, cursor } = this;
    const { rows, cols, look, hue, name, row, col, turned = false } = spec;
    const cells = this.#cells as MatrixData;
    const width = this.#width;
    const height = look === 'parameter' ? 26 : view.wide ? 32 : 30;
    const extent = spec.extent ?? niceExtent(cells.data);
    const marks = { rows: mark(row, 'q'), cols: mark(col, 'k'), cell: spec.ring };
    return html`<figure class="sheet" @keydown=${keepKeys}>
      ${(spec.topped ?? (look === 'pair' || look === 'share')) ? this.#tops(width) : nothing}
      <div class="beside">
        ${this.#labels(height)}
        <x-matrix
          .rows=${rows.length}
          .cols=${cols.length}
          .sheet=${cells}
          .was=${this.#was}
          .transposed=${turned}
          .look=${look === 'vector' ? 'bars' : 'heat'}
          .hue=${hue}
          .scheme=${this.view.scheme}
          .ramp=${this.#ramp(extent)}
          .extent=${extent}
          .cellWidth=${width}
          .cellHeight=${height}
          .digits=${digits(look, width)}
          .holes=${spec.holes}
          .holeText=${look === 'share' ? '0' : ''}
          .label=${`${name} (${rows.length}, ${cols.length})`}
          .rowNames=${rows}
          .colNames=${cols}
          .marks=${marks}
          .cursor=${cursor}
          @pick=${(event: PickEvent) => {
            this.cursor = event.detail;
          }}
        ></x-matrix>
        ${spec.rowSums ? this.#rowSums(height) : nothing}
      </div>
      ${spec.columnSums ? this.#columnSums(width) : nothing}
      <figcaption class="cap below ${hue}">${spec.caption ?? html`<code translate="no" class="code">${name}</code>`}</figcaption>
    </figure>`;
  }

  #ramp(extent: number): Ramp | undefined {
    const { look } = this.spec;
    if (look === 'vector') return undefined;
    return look === 'share' ? sequentialRamp(this.view.scheme) : divergingRamp(this.view.scheme, extent);
  }

  /** Sighted help: the grid carries the same names. */
  #labels(height: number): TemplateResult {
    const { rows, row, col } = this.spec;
    return html`<div class="labels" translate="no" aria-hidden="true" ${style({ '--h': px(height) })}>
      ${rows.map((text, i) => html`<span class="label ${i === row ? 'q' : i === col ? 'k' : ''}"><bdi translate="no">${text}</bdi></span>`)}
    </div>`;
  }

  #tops(width: number): TemplateResult {
    const { cols, col } = this.spec;
    return html`<div class="tops" translate="no" aria-hidden="true" ${style({ '--w': px(width) })}>
      ${cols.map((text, i) => html`<span class="top ${i === col ? 'k' : ''}"><span class=${upright.test(text) ? 'stands' : 'leans'}>${text}</span></span>`)}
    </div>`;
  }

  #value(row: number, col: number): number {
    const { rows, cols, turned } = this.spec;
    return this.#cells?.data[turned ? col * rows.length + row : row * cols.length + col] ?? Number.NaN;
  }

  #rowSums(height: number): TemplateResult {
    const { rows, cols } = this.spec;
    const sums = rows.map((_, row) => cols.reduce((sum, _name, col) => sum + this.#value(row, col), 0));
    return html`<div class="sums" translate="no" ${style({ '--h': px(height) })}>${sums.map((sum) => html`<span data-sum=${sum}>${fixed(sum, 2)}</span>`)}</div>`;
  }

  #columnSums(width: number): TemplateResult {
    const { rows, cols } = this.spec;
    const sums = cols.map((_, col) => rows.reduce((sum, _name, row) => sum + this.#value(row, col), 0));
    return html`<div class="column-sums" translate="no" ${style({ '--w': px(width) })}>${sums.map((sum) => html`<span data-sum=${sum}>${fixed(sum, 2)}</span>`)}</div>`;
  }
}

/** A share has no sign and less than two digits before its point. */
function digits(look: SheetSpec['look'], width: number): 0 | 4 | 5 {
  if (width >= (look === 'share' ? 25 : 31)) return 5;
  return width >= 21 ? 4 : 0;
}

/** The keys that go from stage to stage belong to the figure; the list of keys, undo and redo to the whole page. */
function keepKeys(event: KeyboardEvent): void {
  if (event.key !== '?' && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}

// A leaning box would be another sign, and a leaning 一 reads as a slash.
const upright = /^([▢\p{Script=Han}，]{1,3}|\d{1,2})$/u;

const mark = (index: number | undefined, hue: string): LineMark[] => (index === undefined ? [] : [{ index, hue }]);

/** The same object where nothing changed, so that the matrix does not draw its cells again. */
function kept(before: MatrixData | undefined, now: MatrixData): MatrixData {
  const same =
    before?.rows === now.rows &&
    before.cols === now.cols &&
    before.data.every((value, i) => Object.is(value, now.data[i]));
  return same ? before : now;
}

customElements.define('x-sheet', Sheet);

export const sheet = (view: View, spec: SheetSpec): TemplateResult =>
  html`<x-sheet .view=${view} .spec=${spec}></x-sheet>`;
