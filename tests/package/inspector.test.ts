// `import 'xattention/inspector'` defines the element wherever packages are used, and is dropped by no bundler.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium as playwright } from '@playwright/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import webpack from 'webpack';
import { chromium, chromiumFlags } from '../../web/scripts/chromium.mjs';
import { serveFolder } from './host.js';
import { run, tool, Workshop, write } from './project.js';

// Installing and bundling take their time where the machine is busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const files = {
  'main.js': `import 'xattention/inspector';
    const inspector = document.createElement('attention-inspector');
    Object.assign(inspector, { tokens: ['a', 'b'], attentionWeights: { data: [1, 0, 0.25, 0.75], shape: [2, 2] } });
    document.body.append(inspector);`,
  'index.html': '<!doctype html><title>App</title><body><script type="module" src="./main.js"></script></body>',
};

/** It needs none of what a policy can forbid: no WebAssembly, no worker, no inline style. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:";

let workshop: Workshop;
let browser: Browser;

beforeAll(async () => {
  [workshop, browser] = await Promise.all([
    Workshop.open(),
    playwright.launch({ args: chromiumFlags, ...(chromium && { executablePath: chromium }) }),
  ]);
});
afterAll(() => Promise.all([workshop.close(), browser.close()]));

test('its types hold, whatever else is known', async () => {
  const usage = await readFile(new URL('inspector-usage.ts', import.meta.url), 'utf8');
  const compilerOptions = {
    ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
  };
  const folder = await workshop.project('types', {
    'usage.ts': usage,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['usage.ts'] }),
    'app.tsx': JSX_USAGE,
    'jsx.json': JSON.stringify({ compilerOptions: { ...compilerOptions, jsx: 'react-jsx' }, files: ['app.tsx'] }),
  });
  await run(folder, tool('tsc'));
  await write(join(folder, 'node_modules/react'), REACT);
  await run(folder, tool('tsc'), '-p', 'jsx.json');
});

/** As much of React's types as there is to JSX; `npm run consumers` has the true ones. */
const REACT = {
  'package.json':
    '{ "exports": { ".": { "types": "./index.d.ts" }, "./jsx-runtime": { "types": "./jsx-runtime.d.ts" } } }',
  'index.d.ts': `export namespace JSX { interface Element {} interface IntrinsicElements { div: { onClick?: () => void } } }`,
  'jsx-runtime.d.ts': `import * as React from './index.js';
    export namespace JSX {
      interface Element extends React.JSX.Element {}
      interface ElementChildrenAttribute { children: {} }
      interface IntrinsicElements extends React.JSX.IntrinsicElements {}
    }
    export function jsx(): JSX.Element;
    export { jsx as jsxs };`,
};

const JSX_USAGE = `
import 'xattention/inspector';
export const right = (
  <attention-inspector key={1} tokens={['a']} keys='["a"]' attentionWeights={[[1]]} theme="dark" onClick={() => {}} />
);
// @ts-expect-error: there is no such theme
export const wrong = <attention-inspector theme="sepia" />;
`;

test('built by Vite it is defined and draws', async () => {
  const folder = await workshop.project('vite', files);
  await run(folder, tool('vite'), 'build');
  expect(await drawn(join(folder, 'dist'))).toEqual(['1.00', '0', '0.25', '0.75']);
});

test('built by webpack it is defined and draws', async () => {
  const folder = await workshop.project('webpack', files);
  const output = { path: join(folder, 'dist') };
  const complaints = await new Promise((resolve, reject) => {
    webpack({ mode: 'production', context: folder, entry: './main.js', output }, (error, stats) => {
      if (error) return reject(error);
      const { errors, warnings } = (stats as webpack.Stats).toJson({ all: false, errors: true, warnings: true });
      resolve({ errors, warnings });
    });
  });
  expect(complaints).toEqual({ errors: [], warnings: [] });
  await writeFile(join(output.path, 'index.html'), files['index.html']);
  expect(await drawn(output.path)).toEqual(['1.00', '0', '0.25', '0.75']);
});

/** What the cells of the element print, where the app is served. */
async function drawn(folder: string): Promise<string[]> {
  const host = await serveFolder(folder, '/', policy);
  const page = await browser.newPage();
  try {
    await page.goto(host.url);
    await page.getByRole('gridcell').first().waitFor();
    return (await page.getByRole('gridcell').allTextContents()).map((text) => text.trim());
  } finally {
    await page.close();
    host.close();
  }
}
