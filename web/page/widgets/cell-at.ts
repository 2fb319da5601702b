// Which cell of a matrix an event is at. Elements and events are known by what they have: those of another window, where the
// matrix may have been moved to, are of other classes.
import type { MatrixCell } from './matrix';

export function cellAt(event: Event, rows: number, cols: number): MatrixCell | null {
  const target = event.target as Element;
  if (target.localName !== 'canvas' || !('offsetX' in event)) return cellOfElement(target);
  const { offsetX, offsetY } = event as MouseEvent;
  const within = (at: number, size: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor((at / size) * count)));
  return { row: within(offsetY, target.clientHeight, rows), col: within(offsetX, target.clientWidth, cols) };
}

export function cellOfElement(element: Element): MatrixCell | null {
  const cell = element.closest<HTMLElement>('.c');
  return cell ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : null;
}
