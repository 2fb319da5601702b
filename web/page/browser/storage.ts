// What the page remembers from one visit to the next: the only place that touches the browser's storage. It may refuse:
// to read, where cookies are blocked or the page stands in a frame of another site; to write, where it is full.

export interface Memory {
  recall(key: string): string | null;
  remember(key: string, value: string): void;
}

/** Never throws; what cannot be stored is remembered for as long as the page is open. */
export function memoryIn(storage: () => Pick<Storage, 'getItem' | 'setItem'>): Memory {
  const here = new Map<string, string>();
  return {
    recall(key) {
      const value = here.get(key);
      if (value !== undefined) return value;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    remember(key, value) {
      here.set(key, value);
      try {
        storage().setItem(key, value);
      } catch {
        // Kept above.
      }
    },
  };
}

export const { recall, remember } = memoryIn(() => localStorage);
