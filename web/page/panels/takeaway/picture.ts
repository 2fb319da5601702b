// One matrix of the page as a drawing, in the colours that the page has now.
import { type Drawing, toSvg } from '../../model/export/svg';
import { forbiddenBy, sheetOf, valueAt } from '../../model/picture';
import { cellOf } from '../../model/selection';
import { type Axis, axisSize, type Stage, shapeOf, stagesOf } from '../../model/stages';
import type { View } from '../../view';
import { short } from '../../widgets/number';
import { divergingRamp, niceExtent, type Ramp, sequentialRamp } from '../../widgets/ramp';

export function picture(view: View, stage: Stage): string {
  const { picture: now, selected, names, t } = view;
  const sheet = sheetOf(now, stage, selected.head);
  const [rows, cols] = [axisSize(stage.rows, now), axisSize(stage.cols, now)];
  const extent = extentOf(view, stage);
  const at = cellOf(selected, stage, now);
  const isHole = stage.name === 'masked' || stage.name === 'attentionWeights';
  const namesOf = (axis: Axis) => (isToken(axis) ? names : Array.from({ length: cols }, (_, i) => String(i)));
  const head = stage.perHead && now.numHeads > 1 ? ` ${t.head(selected.head)}` : '';
  const scale = stage.name === 'attentionWeights' ? '0–1' : `±${extent}`;
  const caption = `${stage.code} (${shapeOf(stage, now).numbers.join(', ')})${head} ${scale}`;
  const drawing: Drawing = {
    title: stage.code,
    caption,
    rows,
    cols,
    value: (row, col) => (sheet ? valueAt(sheet, row, col) : Number.NaN),
    print: (value) => short(value),
    rowNames: isToken(stage.rows) ? names : Array.from({ length: rows }, (_, i) => String(i)),
    colNames: namesOf(stage.cols),
    ramp: rampOf(view, stage, extent),
    extent,
    hue: stage.hue,
    holes: (row, col) => (isHole ? forbiddenBy(now, row, col) : []),
    holeText: stage.name === 'attentionWeights' ? '0' : '',
    ...(isToken(stage.rows) && { row: { index: at.row, hue: stage.rows === 'key' ? stage.hue : 'q' } }),
    ...(isToken(stage.cols) && { col: { index: at.col, hue: 'k' } }),
    ...(selected.stage === stage.name && { cell: at }),
  };
  const page = getComputedStyle(document.documentElement);
  return toSvg(drawing, (name) => page.getPropertyValue(`--${name}`).trim());
}

const isToken = (axis: Axis): boolean => axis === 'step' || axis === 'query' || axis === 'key';

/** Pairs share the scale of the scores, as in the figure. */
function extentOf({ picture: now, selected }: View, stage: Stage): number {
  const measured = stage.kind === 'pair' ? (stagesOf(now.numHeads).get('scores') as Stage) : stage;
  return niceExtent(sheetOf(now, measured, selected.head)?.data ?? []);
}

function rampOf({ scheme }: View, stage: Stage, extent: number): Ramp | undefined {
  if (stage.kind === 'vector') return undefined;
  return stage.name === 'attentionWeights' ? sequentialRamp(scheme) : divergingRamp(scheme, extent);
}
