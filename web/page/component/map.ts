// One head as a map: a row for each query, a column for each key, the sum of every row beside it.
import { html, nothing, type TemplateResult } from 'lit';
import type { MatrixData, PeekEvent, PickEvent } from '../widgets/matrix';
import { fixed } from '../widgets/number';
import { density, px } from '../widgets/screen';
import { style } from '../widgets/style';
import { addsUp, isCross, type Scene, sumsOf, tokenIn } from './scene';

interface Fit {
  cellWidth: number;
  cellHeight: number;
  digits: 0 | 5;
  labels: number;
}

const bracket = 12;
const sumsWidth = 42;
const widest = 34;
const widestPainting = 640;
const narrowestNumber = 26;
/** More cells than this are painted, as thousands of elements would make every change slow. */
const mostNumbers = 1600;

function measured({ width, sheet: { rows, cols } }: Scene): Fit {
  const labels = width < 560 ? 56 : 84;
  const room = Math.max(40, width - labels - sumsWidth - bracket);
  const most = rows * cols > mostNumbers ? Math.min(room, widestPainting) : room;
  const exact = Math.min(widest, most / Math.max(1, cols));
  // Whole pixels of the screen, as long as there is one for each cell.
  const pixels = density();
  const cellWidth = exact >= 3 ? Math.floor(exact) : Math.floor(exact * pixels) / pixels || exact;
  if (cellWidth >= narrowestNumber && rows * cols <= mostNumbers)
    return { cellWidth, cellHeight: rows <= 16 ? 30 : 20, digits: 5, labels };
  // Square where many rows meet many columns; never so low that few rows could not be touched.
  const cellHeight = Math.max(Math.min(cellWidth, 12), Math.min(20, 240 / Math.max(1, rows)));
  return { cellWidth, cellHeight, digits: 0, labels };
}

const zeros = new WeakMap<MatrixData, readonly (readonly string[])[]>();
const none: readonly string[] = [];
/** Hatches of a hole: one that is seen, or, where cells are too small for any, one that is not drawn. */
const hatched = ['padding'];
const bare = ['zero'];
const mostHatched = 10_000;

/** Where nothing is read: a weight of exactly 0. */
function holesOf(sheet: MatrixData): readonly (readonly string[])[] {
  const hole = sheet.data.length > mostHatched ? bare : hatched;
  const holes = zeros.get(sheet) ?? Array.from(sheet.data, (weight) => (weight === 0 ? hole : none));
  zeros.set(sheet, holes);
  return holes;
}

export function map(scene: Scene): TemplateResult {
  const { attention, sheet, at, chosen, readers, read, t } = scene;
  const { cellWidth, cellHeight, digits, labels } = measured(scene);
  const shape = [attention.heads.length, sheet.rows, sheet.cols].join(', ');
  const head = [scene.numLayers > 1 ? t.layer(at.layer) : '', attention.heads.length > 1 ? t.head(at.head) : '']
    .map((name) => name && ` ${name}`)
    .join('');
  const place = ({ row, col }: { row: number; col: number }) => ({ query: row, key: col });
  return html`<div class="map" ${style({ '--labels': px(labels) })}>
    <div class="over">${tops(scene, cellWidth)}</div>
    <div class="beside">
      ${sides(scene, cellHeight)}
      <attention-inspector-matrix
        .rows=${sheet.rows}
        .cols=${sheet.cols}
        .sheet=${sheet}
        .look=${'heat'}
        .hue=${'t'}
        .scheme=${scene.colours.scheme}
        .ramp=${scene.colours.ramp}
        .extent=${1}
        .cellWidth=${cellWidth}
        .cellHeight=${cellHeight}
        .digits=${digits}
        .holes=${holesOf(sheet)}
        .holeText=${'0'}
        .label=${`attention_weights (${shape})${head}`}
        .rowNames=${readers.names}
        .colNames=${read.names}
        .marks=${{
          rows: [{ index: at.query, hue: 'q' }],
          cols: [{ index: at.key, hue: 'k' }],
          cell: { row: at.query, col: at.key },
        }}
        .cursor=${{ row: chosen.query, col: chosen.key }}
        @pick=${({ detail }: PickEvent) => scene.choose(place(detail))}
        @peek=${({ detail }: PeekEvent) => scene.peek(detail && place(detail))}
      ></attention-inspector-matrix>
      ${sums(scene, cellHeight)}
    </div>
    <div class="cap below t indent"><code translate="no" class="code">attention_weights</code><span class="measure">(${shape})${head} ${scene.colours.log ? '10⁻⁴–1' : '0–1'}</span></div>
  </div>`;
}

/** Every how many labels one is shown, so that they do not run into each other. */
const spread = (each: number, line: number): number => Math.max(1, Math.ceil(line / each));
/** Every so many, and always the chosen one, in place of those too near to it. */
const labelled = (i: number, chosen: number, every: number): boolean =>
  i === chosen || (i % every === 0 && Math.abs(i - chosen) >= every);

/** The tokens beside the rows. Sighted help only: the grid carries the same names. */
function sides(scene: Scene, height: number): TemplateResult {
  const { readers, at, choose } = scene;
  const every = spread(height, 14);
  return html`<div class="labels" translate="no" aria-hidden="true" ${style({ '--h': px(height) })}>
    ${readers.tokens.map((_, i) => {
      const hue = i === at.query ? 'q' : i === at.key && !isCross(scene) ? 'k' : '';
      return html`<span class="label ${hue}" @click=${() => choose({ query: i })}
        >${labelled(i, at.query, every) ? html`<span>${tokenIn(readers, i)}</span>` : nothing}</span
      >`;
    })}
  </div>`;
}

// A leaning box would be another sign; Chinese stands.
const upright = /^[▢\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

function tops({ read, at, choose }: Scene, width: number): TemplateResult {
  const every = spread(width, width < 12 ? 34 : 16);
  return html`<div class="tops" translate="no" aria-hidden="true" ${style({ '--w': px(width) })}>
    ${read.tokens.map((token, i) => {
      const stands = upright.test(token) && token.length <= 2;
      return html`<span class="top ${i === at.key ? 'k' : ''}" @click=${() => choose({ key: i })}
        >${labelled(i, at.key, every) ? html`<span class=${stands ? 'stands' : 'leans'}>${tokenIn(read, i)}</span>` : nothing}</span
      >`;
    })}
  </div>`;
}

/** What every row adds up to; one that is not 1 stands out. */
function sums({ sheet, at, t }: Scene, height: number): TemplateResult {
  const every = spread(height, 14);
  return html`<div class="sums" translate="no" ${style({ '--h': px(height) })}>
    ${sumsOf(sheet).map((sum, row) => {
      const looks = `${row === at.query ? 'now' : ''} ${addsUp(sum) ? '' : 'off'}`;
      return html`<span data-sum=${sum} class=${looks}>${labelled(row, at.query, every) ? fixed(sum, 2) : nothing}</span>`;
    })}
    <span class="known">${t.rowSum}</span>
  </div>`;
}
