// Observers of size and of sight; where the browser has none, the page does without.

export interface Watch {
  observe(element: Element): void;
  unobserve(element: Element): void;
  disconnect(): void;
}

/** Without a ResizeObserver, what has a size may change it with the window. */
export function watchSize(changed: () => void): Watch {
  if ('ResizeObserver' in globalThis) return new ResizeObserver(changed);
  return {
    observe: () => globalThis.addEventListener?.('resize', changed),
    unobserve() {},
    disconnect: () => globalThis.removeEventListener?.('resize', changed),
  };
}

export type Sighting = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;

export const seesSight = (): boolean => 'IntersectionObserver' in globalThis;

/** Without an IntersectionObserver, everything counts as in sight. */
export function watchSight(seen: (sightings: readonly Sighting[]) => void, rootMargin: string): Watch {
  if (seesSight()) return new IntersectionObserver(seen, { rootMargin });
  return {
    observe: (target) => queueMicrotask(() => seen([{ target, isIntersecting: true }])),
    unobserve() {},
    disconnect() {},
  };
}
