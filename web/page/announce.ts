// The selected cell in words, for a person who does not look at it.
import { forbiddenBy } from './model/picture';
import { cellOf } from './model/selection';
import { sheetOf, valueAt } from './model/sheets';
import { stagesOf } from './model/stages';
import type { View } from './view';
import { short } from './widgets/number';

export function announce({ picture, selected, names, keyNames, t }: View): string {
  const stage = stagesOf(picture).get(selected.stage);
  const sheet = stage && sheetOf(picture, stage, selected.head);
  if (!stage || !sheet) return '';
  const { row, col } = cellOf(selected, stage, picture);
  const number = short(valueAt(sheet, row, col));
  if (stage.kind === 'parameter') return t.announce.parameter(stage.code, row, col, number);
  if (stage.kind === 'vector')
    return t.announce.vector(stage.code, (stage.rows === 'key' ? keyNames : names)[row] ?? '', col, number);
  const hasHoles = stage.name !== 'scores' && stage.name !== 'scaled';
  const masks = hasHoles ? forbiddenBy(picture, row, col) : [];
  const said = masks.length > 0 ? t.announce.forbidden(masks.map((name) => t.masks[name])) : number;
  return t.announce.pair(stage.code, names[row] ?? '', keyNames[col] ?? '', said);
}
