// Writes the service worker: the list of what was built, then web/page/offline/worker.js.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

export const offline = (worker: string, publicFolder: string): Plugin => ({
  name: 'offline',
  apply: 'build',
  generateBundle(_, bundle) {
    const built = Object.values(bundle).map((file) => file.fileName);
    const files = ['./', ...built.filter((name) => name !== 'index.html'), ...readdirSync(publicFolder)].sort();
    const source = readFileSync(worker, 'utf8');
    const digest = createHash('sha256').update(JSON.stringify(files)).update(source).digest('hex').slice(0, 16);
    const head = `const version = 'xattention ${digest}';\nconst files = ${JSON.stringify(files)};\n`;
    this.emitFile({ type: 'asset', fileName: 'offline.js', source: head + source });
  },
});
