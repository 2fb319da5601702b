// What is on screen comes first: what lies elsewhere may wait until it is about to be seen, or until nothing more changes.

import { type Sighting, type Watch, watchSight } from '../browser/observers';

/** How far outside the screen something counts as on it. */
const reach = '300px';

/** As long as changes follow one another faster than this, in milliseconds, what is out of sight waits. */
const quiet = 250;

const near = new WeakSet<Element>();
const waiting = new Map<Element, () => void>();
let changed = 0;

let watch: Watch | undefined;

/** Made when first wanted: nothing is asked of a browser that only imports this. */
function watching(): Watch {
  if (!watch) {
    watch = watchSight(noteSight, reach);
    // These are told of before the next frame is drawn, observers only after it.
    for (const type of ['scroll', 'resize', 'beforeprint'])
      globalThis.addEventListener?.(type, goAll, { capture: true, passive: true });
  }
  return watch;
}

function noteSight(sightings: readonly Sighting[]): void {
  for (const { target, isIntersecting } of sightings) {
    if (!isIntersecting) near.delete(target);
    else {
      near.add(target);
      go(target);
    }
  }
}

/** From now on it is known whether this element is in sight. */
export const observe = (element: Element): void => watching().observe(element);

export function unobserve(element: Element): void {
  watching().unobserve(element);
  near.delete(element);
  go(element);
}

export const isInSight = (element: Element): boolean => near.has(element);

/** Resolves when the element is about to be seen, else when nothing has changed for some time. */
export function sight(element: Element): Promise<void> {
  noteChange();
  if (waiting.size === 0) setTimeout(goIfQuiet, quiet);
  return new Promise((resolve) => {
    waiting.set(element, resolve);
  });
}

/** What waits will wait longer. */
export function noteChange(): void {
  changed = performance.now();
}

function goIfQuiet(): void {
  const rest = changed + quiet - performance.now();
  if (rest <= 0) goAll();
  else if (waiting.size > 0) setTimeout(goIfQuiet, rest);
}

function go(element: Element): void {
  waiting.get(element)?.();
  waiting.delete(element);
}

function goAll(): void {
  for (const element of waiting.keys()) go(element);
}
