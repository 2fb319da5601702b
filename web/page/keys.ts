// Keys that act on the figure, beyond walking the cells of one matrix: from its cells, and as long as nothing else
// has the keyboard, so that a fresh page and a click on blank space leave them working.

import { isPainted } from './model/edits';
import { clampSelection } from './model/selection';
import { stagesOf } from './model/stages';
import type { Store } from './model/store';
import type { Actions, Model } from './view';
import type { Matrix } from './widgets/matrix';

/** With Chinese punctuation switched on, the same keys write these. */
const fullWidth: Record<string, string> = { '？': '?', '，': ',', '。': '.', '【': '[', '】': ']' };

const keyOf = ({ key }: KeyboardEvent): string => fullWidth[key] ?? (key.length === 1 ? key.toLowerCase() : key);

/** Somebody writes there. */
const isField = (target: Element): boolean =>
  target.matches('input:not([type="range"], [type="checkbox"], [type="file"]), textarea, select');

/** What is written there is undone there: it is no part of the page's own history. */
const undoesItself = (target: Element): boolean =>
  isField(target) && !target.matches('.editor, [type="number"], [data-history]');

/** Nothing that takes keys has the keyboard: the page itself, or a part of it that was gone to. */
const isIdle = (target: Element): boolean => target.matches('html, body, [tabindex="-1"]:not(button, a, x-matrix)');

export function listenToKeys(root: HTMLElement, store: Store<Model>, act: Actions, draw: () => void): void {
  const enter = (stage: string) => {
    const from = document.activeElement?.getBoundingClientRect().top ?? 0;
    // After the next drawing, when the matrix knows its new cell. A stage can stand in both bands: the nearer one.
    requestAnimationFrame(() => {
      const drawn = [...root.querySelectorAll<Matrix>(`x-matrix[data-stage="${stage}"]:not(.fan *)`)];
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

  /** Drawn first, as a cell chosen just now may be the first that can be changed; and at once, for the next key is meant for it. */
  const goTo = (selector: string) => {
    act.peek(null);
    draw();
    root.querySelector<HTMLElement>(selector)?.focus();
  };

  const ofSelected: Record<string, () => void> = {
    '[': () => act.step(-1),
    ']': () => act.step(1),
    ',': () => turnHead(-1),
    '.': () => turnHead(1),
    e: () => goTo('.inspector .editor'),
    m: forbid,
  };

  const ofCell: Record<string, () => void> = {
    ...ofSelected,
    PageUp: () => follow('up'),
    PageDown: () => follow('down'),
    Enter: () => goTo('.inspector'),
  };

  /** Undo and redo; false where the key is another. */
  const travel = (event: KeyboardEvent): boolean => {
    const key = keyOf(event);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return false;
    if (event.shiftKey || key === 'y') act.redo();
    else act.undo();
    return true;
  };

  const backToCell = () => enter(clampSelection(store.value.state.at, store.value.picture).stage);

  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.isComposing || event.defaultPrevented) return;
    if (!undoesItself(target) && travel(event)) return event.preventDefault();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyOf(event);
    const isDone = key === 'Escape' || (key === 'Enter' && target.matches('.editor'));
    if (isDone && target.closest('.inspector')) return backToCell();
    if (isField(target)) return;
    if (key === '?') return act.toggleKeys();
    const keys = target.closest('x-matrix') ? ofCell : isIdle(target) ? ofSelected : {};
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]?.();
  });
}
