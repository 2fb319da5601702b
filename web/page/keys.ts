// Keys that act inside the figure, beyond walking the cells of one matrix.

import { isPainted } from './model/edits';
import { clampSelection } from './model/selection';
import { stagesOf } from './model/stages';
import type { Store } from './model/store';
import type { Actions, Model } from './view';
import type { Matrix } from './widgets/matrix';

export function listenToKeys(root: HTMLElement, store: Store<Model>, act: Actions): void {
  const enter = (stage: string) => {
    const from = document.activeElement?.getBoundingClientRect().top ?? 0;
    // After the next drawing, when the matrix knows its new cell. A stage can stand in both bands: the nearer one.
    requestAnimationFrame(() => {
      const drawn = [...root.querySelectorAll<Matrix>(`x-matrix[data-stage="${stage}"]`)];
      const distance = (matrix: Matrix) => Math.abs(matrix.getBoundingClientRect().top - from);
      drawn.sort((a, b) => distance(a) - distance(b))[0]?.enter();
    });
  };

  const follow = (direction: 'up' | 'down') => {
    const { state, picture } = store.value;
    const at = clampSelection(state.at, picture);
    const next = stagesOf(picture).get(at.stage)?.[direction];
    if (!next) return;
    act.select({ ...at, stage: next }, true);
    enter(next);
  };

  const turnHead = (by: -1 | 1) => {
    const { state, picture } = store.value;
    const head = state.at.head + by;
    if (head >= 0 && head < picture.numHeads) act.setHead(head);
  };

  const forbid = () => {
    const { state, picture } = store.value;
    const { query, key, stage } = clampSelection(state.at, picture);
    if (stagesOf(picture).get(stage)?.kind !== 'pair') return;
    const pair = { sentence: picture.sentence, query, key };
    act.paint([pair], !isPainted(state.painted, pair));
  };

  const inFigure: Record<string, () => void> = {
    PageUp: () => follow('up'),
    PageDown: () => follow('down'),
    Enter: () => root.querySelector<HTMLElement>('.inspector')?.focus(),
    '[': () => act.step(-1),
    ']': () => act.step(1),
    ',': () => turnHead(-1),
    '.': () => turnHead(1),
    // After the next drawing: a cell chosen just now may be the first that can be changed.
    e: () => requestAnimationFrame(() => root.querySelector<HTMLElement>('.inspector .editor')?.focus()),
    m: forbid,
  };

  root.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const isWriting = target.matches('input:not([type="range"], [type="checkbox"]), textarea');
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !isWriting) {
      event.preventDefault();
      if (event.shiftKey) act.redo();
      else act.undo();
      return;
    }
    const back = event.key === 'Escape' && target.closest('.inspector');
    if (event.ctrlKey || event.altKey || event.metaKey || (isWriting && !back)) return;
    if (event.key === '?') act.toggleKeys();
    else if (back) enter(clampSelection(store.value.state.at, store.value.picture).stage);
    else if (target.closest('x-matrix') && event.key in inFigure) {
      event.preventDefault();
      inFigure[event.key]?.();
    }
  });
}
