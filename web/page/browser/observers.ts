// Observers of size and of sight; where the browser has none, the page does without.

import { type View, viewOf } from './view';

export interface Watch {
  observe(element: Element): void;
  unobserve(element: Element): void;
  disconnect(): void;
}

/** Without a ResizeObserver, what has a size may change it with the window: no size is then told. */
export function watchSize(changed: (size?: DOMRectReadOnly) => void): Watch {
  return watch((element, view) => {
    if (view.ResizeObserver) {
      const observer = new view.ResizeObserver((entries) => changed(entries.at(-1)?.contentRect));
      observer.observe(element);
      return () => observer.disconnect();
    }
    const resized = () => changed();
    view.addEventListener?.('resize', resized);
    return () => view.removeEventListener?.('resize', resized);
  });
}

export type Sighting = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;

export const seesSight = (): boolean => 'IntersectionObserver' in globalThis;

/** Without an IntersectionObserver, everything counts as in sight. */
export function watchSight(seen: (sightings: readonly Sighting[]) => void, rootMargin: string): Watch {
  const observers = new Map<View, IntersectionObserver>();
  return watch((element, view) => {
    if (!view.IntersectionObserver) {
      queueMicrotask(() => seen([{ target: element, isIntersecting: true }]));
      return () => {};
    }
    const observer = observers.get(view) ?? new view.IntersectionObserver(seen, { rootMargin });
    observers.set(view, observer);
    observer.observe(element);
    return () => observer.unobserve(element);
  });
}

/** Each element is watched by the window that it is in, as an observer of another one may sleep with it. */
function watch(start: (element: Element, view: View) => () => void): Watch {
  const stops = new Map<Element, () => void>();
  const unobserve = (element: Element) => {
    stops.get(element)?.();
    stops.delete(element);
  };
  return {
    observe(element) {
      unobserve(element);
      stops.set(element, start(element, viewOf(element) ?? {}));
    },
    unobserve,
    disconnect() {
      for (const element of [...stops.keys()]) unobserve(element);
    },
  };
}
