// Skips work whose inputs have not changed. The content counts, not the time: a fresh checkout is as good as an old one.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { at, root } from './paths.mjs';

/** Every file at or below a path, in a fixed order. @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string[]} inputs */
function contentHash(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesUnder(at(input))))
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Does the work, unless the outputs are there and the inputs are as they were when they were made.
 * @param {{ stamp: string, inputs: string[], outputs: string[] }} what paths below the root of the repository
 * @param {() => Promise<void>} work
 */
export async function unlessFresh({ stamp, inputs, outputs }, work) {
  const current = contentHash(inputs);
  const path = at(stamp);
  const fresh = outputs.every((output) => existsSync(at(output)));
  if (fresh && existsSync(path) && readFileSync(path, 'utf8') === current) return;
  await work();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, current);
}
