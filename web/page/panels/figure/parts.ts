// The pieces both layouts are made of: a stage's matrix, its caption, the tokens beside and above it.
import { html, nothing, type TemplateResult } from 'lit';
import { firstColumn } from '../../model/explain';
import { cellOf, pick } from '../../model/selection';
import { type Sheet, sheetOf } from '../../model/sheets';
import { type Axis, axisSize, headSize, type Stage, type StageName, shapeOf, stagesOf } from '../../model/stages';
import type { View } from '../../view';
import type { StrokeEvent } from '../../widgets/brush';
import type { LineMark, Marks, PeekEvent, PickEvent } from '../../widgets/matrix';
import { fixed } from '../../widgets/number';
import { divergingRamp, logRamp, niceExtent, type Ramp, sequentialRamp } from '../../widgets/ramp';
import { px } from '../../widgets/screen';
import { style } from '../../widgets/style';
import { isAtNumber } from '../inspector';
import { keyTokenOf, tokenOf } from '../token';
import type { Look } from './fit';
import { revealSoon } from './reveal';

export const stageNamed = (view: View, name: StageName): Stage => stagesOf(view.picture).get(name) as Stage;

/** Which rows of which stage this selection lights, and which parameter column made it. */
function marksOf(view: View, stage: Stage): Marks {
  const { at, picture } = view;
  if (picture.numSteps === 0) return { rows: [], cols: [] };
  const { row, col } = cellOf(at, stage, picture);
  const rows: LineMark[] = [];
  if (stage.name === 'X') {
    if (at.key !== at.query) rows.push({ index: at.key, hue: 'k' });
    rows.push({ index: at.query, hue: 'q' });
  } else if (stage.rows === 'key') rows.push({ index: row, hue: stage.hue === 'x' ? 'k' : stage.hue });
  else if (stage.rows === 'query' && (stage.kind === 'vector' || !view.wide)) rows.push({ index: row, hue: 'q' });
  const made: Partial<Record<StageName, StageName>> = {
    Q: 'W_q',
    K: 'W_k',
    V: 'W_v',
    heads: 'V',
    output: picture.numHeads > 1 ? 'W_o' : 'V',
  };
  const cols: LineMark[] = [];
  if (stage.kind === 'pair') cols.push({ index: col, hue: 'k' });
  else if (made[at.stage] === stage.name) cols.push({ index: col, hue: stage.hue });
  return { rows, cols, cell: at.stage === stage.name ? { row, col } : undefined };
}

const turn = ({ rows, cols, cell }: Marks): Marks => ({
  rows: cols,
  cols: rows,
  cell: cell && { row: cell.col, col: cell.row },
});

const extents = new WeakMap<Sheet, number>();

/** The ±scale of a sheet, as its caption prints it. */
export function extentOf(view: View, stage: Stage): number {
  const sheet = sheetOf(view.picture, stage, view.at.head);
  if (!sheet) return 1;
  const extent = extents.get(sheet) ?? niceExtent(sheet.data);
  extents.set(sheet, extent);
  return extent;
}

function rampOf(view: View, stage: Stage): Ramp | undefined {
  if (stage.kind === 'vector') return undefined;
  if (stage.hue === 't') return shareRamp(view);
  // Pairs share one scale, so that dividing by √d is seen as paler colour.
  return divergingRamp(view.scheme, extentOf(view, stage.kind === 'pair' ? stageNamed(view, 'scores') : stage));
}

/** What the colours of shares stand for. */
export const sharesOf = ({ state }: View): string => (state.log ? '10⁻⁴–1' : '0–1');
export const shareRamp = ({ scheme, state }: View): Ramp => (state.log ? logRamp : sequentialRamp)(scheme);

function axisNames(view: View, axis: Axis): readonly string[] {
  if (axis === 'key') return view.keyNames;
  if (axis === 'step' || axis === 'query') return view.names;
  return columnNames[axisSize(axis, view.picture)] ?? [];
}

// Names of numbered columns, one array for each size, so that an unchanged matrix is not rebuilt.
const columnNames: readonly (readonly string[])[] = Array.from({ length: 65 }, (_, size) =>
  Array.from({ length: size }, (_, i) => String(i)),
);

export function matrix(view: View, name: StageName, look: Look, turned = false): TemplateResult {
  const { picture, at, selected, act } = view;
  const stage = stageNamed(view, name);
  const sheet = sheetOf(picture, stage, at.head);
  const [rows, cols] = [axisSize(stage.rows, picture), axisSize(stage.cols, picture)];
  const was = picture.before && sheetOf(picture.before, stage, at.head);
  const marks = marksOf(view, stage);
  const cursor = cellOf(selected, stage, picture);
  const place = ({ row, col }: { row: number; col: number }) => (turned ? { row: col, col: row } : { row, col });
  const hasHoles = name === 'masked' || name === 'attentionWeights' || name === 'dropped';
  const holes = hasHoles ? picture.forbidden : undefined;
  const paint = ({ detail: { cells, set } }: StrokeEvent) =>
    act.paint(
      cells.map(({ row, col }) => ({ sentence: picture.sentence, query: row, key: col })),
      set,
    );
  const [rowNames, colNames] = [axisNames(view, stage.rows), axisNames(view, stage.cols)];
  const show = ({ detail }: PeekEvent) => {
    if (!isAtNumber()) act.peek(detail && pick(selected, stage, place(detail), picture));
  };
  const choose = ({ detail, currentTarget }: PickEvent) => {
    act.select(pick(selected, stage, place(detail), picture), true);
    if (!view.brush) revealSoon(currentTarget as Element);
  };
  return html`<x-matrix
    data-stage=${turned ? `${name}-turned` : name}
    .rows=${turned ? cols : rows}
    .cols=${turned ? rows : cols}
    .sheet=${sheet}
    .was=${was}
    .transposed=${turned}
    .look=${stage.kind === 'vector' ? 'bars' : 'heat'}
    .hue=${stage.hue}
    .scheme=${view.scheme}
    .ramp=${rampOf(view, stage)}
    .extent=${extentOf(view, stage)}
    .cellWidth=${look.width}
    .cellHeight=${look.height}
    .digits=${stage.kind === 'pair' && stage.hue === 't' && look.digits > 0 ? 5 : look.digits}
    .holes=${holes}
    .holeText=${stage.hue === 't' ? '0' : ''}
    .brush=${view.brush && name === 'masked' ? 'hand' : null}
    .label=${`${stage.code}${turned ? '⊤' : ''} (${shapeOf(stage, picture).numbers.join(', ')})`}
    .rowNames=${turned ? colNames : rowNames}
    .colNames=${turned ? rowNames : colNames}
    .marks=${turned ? turn(marks) : marks}
    .cursor=${place(cursor)}
    @pick=${choose}
    @peek=${show}
    @stroke=${paint}
  ></x-matrix>`;
}

/** Shape in numbers and the ±scale; heads say which columns of a parameter stand here. */
export function measures(view: View, stage: Stage): string {
  const { picture, at, t } = view;
  const size = headSize(picture);
  const first = firstColumn(picture, stage, at.head);
  const shape = `(${shapeOf(stage, picture).numbers.join(', ')})`;
  const scale =
    stage.hue === 't'
      ? sharesOf(view)
      : `±${extentOf(view, stage.kind === 'pair' ? stageNamed(view, 'scores') : stage)}`;
  if (!picture.stages[stage.name]) return shape;
  const part =
    stage.kind === 'parameter' && stage.sheets !== 'one' && picture.numHeads > 1
      ? ` ${t.columnsOf(first, first + size - 1)}`
      : '';
  return `${shape}${part} ${scale}`;
}

export function caption(
  view: View,
  name: StageName,
  symbol: unknown,
  side: 'below' | 'above' = 'below',
): TemplateResult {
  const stage = stageNamed(view, name);
  const now = view.at.stage === name;
  return html`<div class="cap ${side} ${now ? 'now' : ''} ${stage.hue}">${symbol}<span class="measure">${measures(view, stage)}</span></div>`;
}

/** The big letter of a matrix, and what the lesson calls it. */
export const letter = (view: View, name: string, sub: string | typeof nothing = nothing): TemplateResult =>
  html`<i class="letter" translate="no">${name}${sub === nothing ? nothing : html`<sub>${sub}</sub>`}</i>${
    view.t.names[name] && sub === nothing ? html`<span class="known">${view.t.names[name]}</span>` : nothing
  }`;

/** How a stage of pairs came about, over its code name. */
export const operation = (symbol: unknown, code: string): TemplateResult =>
  html`<span class="op">${symbol}</span><code translate="no" class="code">${code}</code>`;

/** The tokens beside the rows. Sighted help only: the grids carry the same names. */
export function rowLabels(view: View, height: number): TemplateResult {
  const { picture, at, selected, act } = view;
  const itself = picture.inputs.sources === null;
  const choose = (query: number) => act.select({ ...selected, query, step: query });
  return html`<div class="labels" translate="no" aria-hidden="true" ${style({ '--h': px(height) })}>
    ${picture.inputs.tokens.map(
      (_, i) =>
        html`<span class="label ${i === at.query ? 'q' : itself && i === at.key ? 'k' : ''}" @click=${() => choose(i)}>${tokenOf(view, i)}</span>`,
    )}
  </div>`;
}

/** The same of who answers, where that is another sequence. */
export function keyLabels(view: View, height: number): TemplateResult {
  const { picture, at, selected, act } = view;
  const choose = (key: number) => act.select({ ...selected, key });
  return html`<div class="labels" translate="no" aria-hidden="true" ${style({ '--h': px(height) })}>
    ${picture.inputs.keyTokens.map(
      (_, i) =>
        html`<span class="label ${i === at.key ? 'k' : ''}" @click=${() => choose(i)}>${keyTokenOf(view, i)}</span>`,
    )}
  </div>`;
}

// A leaning box would be another sign.
const upright = /^[▢\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** The tokens above the columns: Latin leans, CJK stands. */
export function columnLabels(view: View, width: number): TemplateResult {
  const { picture, at, selected, act } = view;
  const choose = (key: number) => act.select({ ...selected, key, ...(picture.reads === 'itself' && { step: key }) });
  const every = Math.max(1, Math.ceil(15 / width));
  return html`<div class="tops" translate="no" aria-hidden="true" ${style({ '--w': px(width) })}>
    ${picture.inputs.keyTokens.map((token, i) => {
      const stands = upright.test(token) && token.length <= 3;
      const seen = i % every === 0 || i === at.key;
      return html`<span class="top ${i === at.key ? 'k' : ''}" @click=${() => choose(i)}
        ><span class=${stands ? 'stands' : 'leans'}>${seen ? keyTokenOf(view, i) : nothing}</span></span
      >`;
    })}
  </div>`;
}

/** What every row of the weights adds up to: 1, or 0 for an empty row. */
export function rowSums(view: View, height: number): TemplateResult {
  const { picture, at } = view;
  const sheet = sheetOf(picture, stageNamed(view, 'attentionWeights'), at.head);
  const sums = Array.from({ length: sheet ? sheet.rows : 0 }, (_, row) =>
    (sheet as Sheet).data
      .subarray(row * picture.numKvPairs, (row + 1) * picture.numKvPairs)
      .reduce((sum, share) => sum + share, 0),
  );
  return html`<div class="sums" translate="no" ${style({ '--h': px(height) })}>
    ${sums.map((sum, i) => html`<span data-sum=${sum} class=${i === at.query ? 'now' : ''}>${fixed(sum, 2)}</span>`)}
  </div>`;
}
