// Where the files of the package lie that it loads when they are needed: .wasm, the worker, the thread. Addresses are made
// only then: a bundle that is no module (IIFE, CommonJS) has none to make them from, and may never need one.

import { AttentionError } from './errors.js';
import type { UrlLike } from './types.js';

/** A file, by its place in dist/lib and by the ways to its address, the likeliest first. */
export interface PackageFile {
  /** Below `filesUrl`. */
  path: string;
  ways: readonly (() => URL)[];
}

interface Node {
  process?: { getBuiltinModule?: unknown };
}

export const isNode = (globalThis as Node).process?.getBuiltinModule !== undefined;

/**
 * The addresses at which a file may lie; one at least.
 *
 * @param filesUrl - a folder with a copy of dist/lib
 * @throws AttentionError `internal` about `filesUrl`, where none is given and none is known
 */
export function addressesOf({ path, ways }: PackageFile, filesUrl: UrlLike | undefined): readonly [URL, ...URL[]] {
  if (filesUrl !== undefined) return [new URL(path, String(filesUrl))];
  const [first, ...others] = ways.flatMap(madeBy);
  if (first) return [first, ...others.filter(({ href }) => href !== first.href)];
  throw new AttentionError('internal', {
    argument: 'filesUrl',
    expected: `an address, as ${path} cannot be found from this script`,
    got: 'none',
  });
}

function madeBy(make: () => URL): URL[] {
  try {
    return [make()];
  } catch {
    return [];
  }
}
