import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { relaxedSimdFlags } from '../web/scripts/node-flags.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  // Tests import the package by its name, or a file inside of it, and get what will be published.
  resolve: { alias: { xattention: `${root}dist/lib/index.js`, 'dist/lib': `${root}dist/lib` } },
  test: {
    // *.test.ts runs in Node; *.spec.ts is the browser's, see playwright.config.ts.
    include: ['tests/**/*.test.ts'],
    execArgv: relaxedSimdFlags,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
