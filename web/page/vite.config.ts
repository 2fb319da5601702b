import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { offline } from './offline/plugin';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  // Relative addresses: the page works at any sub-path of any static host.
  base: './',
  // The page is a user of the built package, its worker and .wasm files included.
  resolve: {
    alias: {
      xattention: here('../../dist/lib/index.js'),
      // The lesson's own module is no part of the package.
      'lesson-module': here('../../build/wasm'),
    },
  },
  build: {
    outDir: here('../../dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    // Every file stays a file: the page's policy forbids inline scripts, styles and data: workers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  plugins: [offline(here('offline/worker.js'))],
});
