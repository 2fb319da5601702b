// One of several, chosen by arrows: the tab key reaches the chosen one.

/** Where this key leads from one of `count` in a line; undefined: nowhere. */
function reached(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  now: number,
  count: number,
  onward: 1 | -1,
): number | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const to = {
    ArrowLeft: now - onward,
    ArrowRight: now + onward,
    ArrowUp: now - 1,
    ArrowDown: now + 1,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1));
}

/** Turns to another of the group's buttons, and takes the keyboard there. */
export function turn(event: KeyboardEvent, now: number, choose: (index: number) => void): void {
  const group = event.currentTarget as HTMLElement;
  const buttons = group.querySelectorAll<HTMLElement>('[role="radio"]');
  const to = reached(event, now, buttons.length, group.dir === 'rtl' ? -1 : 1);
  if (to === undefined) return;
  event.preventDefault();
  choose(to);
  buttons[to]?.focus();
}
