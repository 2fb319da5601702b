// Writes the service worker once everything else is built: the list of it, then web/page/offline/worker.js.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

const name = 'offline.js';

/**
 * The service worker of what lies in a folder.
 *
 * @param worker - its program
 * @param entry - the script that the page starts with
 */
export function serviceWorkerOf(folder: string, worker: string, entry: string): string {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)).split(sep).join('/'))
    .filter((path) => path !== name)
    .sort();
  const digest = createHash('sha256').update(worker);
  for (const path of paths) digest.update(`\0${path}\0`).update(readFileSync(join(folder, path)));
  const files = paths.map((path) => (path === 'index.html' ? './' : path));
  return [
    `const version = '${digest.digest('hex').slice(0, 16)}';`,
    `const entry = ${JSON.stringify(entry)};`,
    `const files = ${JSON.stringify(files)};`,
    worker,
  ].join('\n');
}

export const offline = (worker: string): Plugin => ({
  name: 'offline',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
      writeFileSync(join(dir, name), serviceWorkerOf(dir, readFileSync(worker, 'utf8'), entry));
    },
  },
});
