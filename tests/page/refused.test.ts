// What the browser refuses, the page does without.
import { afterEach, expect, test, vi } from 'vitest';
import { watchSight, watchSize } from '../../web/page/browser/observers';
import { memoryIn } from '../../web/page/browser/storage';
import { Store } from '../../web/page/model/store';

afterEach(() => vi.unstubAllGlobals());

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

function stored(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}

test('what is stored is there at the next visit', () => {
  const storage = stored();
  memoryIn(() => storage).remember('language', 'zh');
  expect(memoryIn(() => storage).recall('language')).toBe('zh');
  expect(memoryIn(() => storage).recall('theme')).toBeNull();
});

for (const [name, storage] of [
  ['to be asked for', refused],
  ['to be there', () => undefined as unknown as Storage],
  ['to be read and written', () => ({ getItem: refused, setItem: refused })],
  ['to be written: it is full', () => ({ ...stored(), setItem: refused })],
] as const)
  test(`where storage refuses ${name}, things are remembered while the page is open`, () => {
    const { recall, remember } = memoryIn(storage);
    expect(recall('language')).toBeNull();
    remember('language', 'zh');
    expect(recall('language')).toBe('zh');
  });

test('a new choice counts, where storage is full and holds the old one', () => {
  const { recall, remember } = memoryIn(() => ({ getItem: () => 'en', setItem: refused }));
  expect(recall('language')).toBe('en');
  remember('language', 'zh');
  expect(recall('language')).toBe('zh');
});

test('a listener that throws stops no other, and is reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const store = new Store({ count: 0 });
  const heard: number[] = [];
  const error = new Error('of one listener');
  store.subscribe(() => {
    throw error;
  });
  store.subscribe(({ count }) => heard.push(count));
  store.set({ count: 1 });
  store.set({ count: 2 });
  expect(heard).toEqual([1, 2]);
  expect(reported.mock.calls).toEqual([[error], [error]]);
});

test('without observers everything is in sight, and sizes change with the window', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  vi.stubGlobal('ResizeObserver', undefined);
  delete (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver;
  delete (globalThis as { ResizeObserver?: unknown }).ResizeObserver;
  const target = { ownerDocument: { defaultView: globalThis } } as unknown as Element;
  const seen = vi.fn();
  watchSight(seen, '0px').observe(target);
  await Promise.resolve();
  expect(seen).toHaveBeenCalledWith([{ target, isIntersecting: true }]);

  const listeners = new Set<() => void>();
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener));
  const changed = vi.fn();
  const watch = watchSize(changed);
  watch.observe(target);
  for (const listener of listeners) listener();
  expect(changed).toHaveBeenCalledTimes(1);
  watch.disconnect();
  expect(listeners.size).toBe(0);
});
