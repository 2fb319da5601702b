// One matrix of the page as a drawing, in the colours that the page has now.
import { type Drawing, toSvg } from '../../model/export/svg';
import { forbiddenBy } from '../../model/picture';
import { cellOf } from '../../model/selection';
import { sheetOf, valueAt } from '../../model/sheets';
import { type Axis, axisSize, type Stage, shapeOf, stagesOf } from '../../model/stages';
import type { View } from '../../view';
import { short } from '../../widgets/number';
import { divergingRamp, niceExtent, type Ramp } from '../../widgets/ramp';
import { shareRamp, sharesOf } from '../figure/parts';

export function picture(view: View, stage: Stage): string {
  const { picture: now, selected, names, keyNames, t } = view;
  const sheet = sheetOf(now, stage, selected.head);
  const [rows, cols] = [axisSize(stage.rows, now), axisSize(stage.cols, now)];
  const extent = extentOf(view, stage);
  const at = cellOf(selected, stage, now);
  const isHole = stage.kind === 'pair' && stage.name !== 'scores' && stage.name !== 'scaled';
  const namesOf = (axis: Axis, count: number) => {
    if (axis === 'key') return keyNames;
    return isToken(axis) ? names : Array.from({ length: count }, (_, i) => String(i));
  };
  const head = stage.sheets !== 'one' && now.numHeads > 1 ? ` ${t.head(selected.head)}` : '';
  const scale = stage.hue === 't' ? sharesOf(view) : `±${extent}`;
  const caption = `${stage.code} (${shapeOf(stage, now).numbers.join(', ')})${head} ${scale}`;
  const drawing: Drawing = {
    title: stage.code,
    caption,
    rows,
    cols,
    value: (row, col) => (sheet ? valueAt(sheet, row, col) : Number.NaN),
    print: (value) => short(value),
    rowNames: namesOf(stage.rows, rows),
    colNames: namesOf(stage.cols, cols),
    ramp: rampOf(view, stage, extent),
    extent,
    hue: stage.hue,
    holes: (row, col) => (isHole ? forbiddenBy(now, row, col) : []),
    holeText: stage.hue === 't' ? '0' : '',
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
  const measured = stage.kind === 'pair' ? (stagesOf(now).get('scores') as Stage) : stage;
  return niceExtent(sheetOf(now, measured, selected.head)?.data ?? []);
}

function rampOf(view: View, stage: Stage, extent: number): Ramp | undefined {
  if (stage.kind === 'vector') return undefined;
  return stage.hue === 't' ? shareRamp(view) : divergingRamp(view.scheme, extent);
}
