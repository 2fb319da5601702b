// One number of a stage as the page prints it in a line of text. What is forbidden weighs exactly 0 and was never read:
// it is printed without places, as no small number is.
import { forbiddenBy, type Picture } from '../model/picture';
import type { Sheet } from '../model/sheets';
import { valueAt } from '../model/sheets';
import type { Stage } from '../model/stages';
import { short } from '../widgets/number';

export function printedAt(picture: Picture, stage: Stage, sheet: Sheet, row: number, col: number): string {
  const isShare = stage.kind === 'pair' && stage.hue === 't';
  return isShare && forbiddenBy(picture, row, col).length > 0 ? '0' : short(valueAt(sheet, row, col));
}
