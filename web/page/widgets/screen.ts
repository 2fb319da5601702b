// The screen that drawings are made for. Lengths of the page are written for text of 16 pixels and grow with the text a
// person has set, as style sheets do by rem; they never shrink, for what is drawn is legible at its own size at least.

const ordinary = 16;

/** Pixels of the browser for one of ours: 2 where text is set to 200 %. */
export function unit(): number {
  const size = globalThis.getComputedStyle?.(document.documentElement).fontSize ?? '';
  return Math.max(1, Number.parseFloat(size) / ordinary || 1);
}

/** A length of ours in CSS. */
export const px = (length: number): string => `max(${length}px, ${length / ordinary}rem)`;

/** Pixels of a canvas for one of ours. */
export const density = (): number => Math.min(2, globalThis.devicePixelRatio ?? 1) * unit();

const told = new Set<() => void>();

/** Calls back whenever the pixels of the screen or the size of text have changed: drawn pixels are then too few or too many. */
export function onScreenChange(redraw: () => void): () => void {
  if (told.size === 0) watch();
  told.add(redraw);
  return () => told.delete(redraw);
}

let known: number | undefined;
let isWatching = false;

function watch(): void {
  known = density();
  if (isWatching) return;
  isWatching = true;
  watchPixels();
  // Larger text makes the document higher.
  if ('ResizeObserver' in globalThis) new ResizeObserver(compare).observe(document.documentElement);
}

/** A query knows one resolution only; the next one is asked for when it has changed. */
function watchPixels(): void {
  globalThis.matchMedia?.(`(resolution: ${devicePixelRatio}dppx)`)?.addEventListener?.(
    'change',
    () => {
      watchPixels();
      compare();
    },
    { once: true },
  );
}

function compare(): void {
  const now = density();
  if (now === known) return;
  known = now;
  for (const redraw of told) redraw();
}
