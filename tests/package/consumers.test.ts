// The packed package works the first time, without any configuration, where people use packages.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import webpack from 'webpack';
import { APP, attend, pageAlone, type Reports } from './apps.js';
import { CDN, ISOLATION, STRICT_POLICY, serveFolder } from './host.js';
import { root, run, start, tool, Workshop, write } from './project.js';
import { expectReport, openBrowser, visit as visitIn } from './visit.js';

// Installing and bundling take their time where the machine is busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let workshop: Workshop;
let browser: Browser;

beforeAll(async () => {
  [workshop, browser] = await Promise.all([Workshop.open(), openBrowser()]);
});
afterAll(() => Promise.all([workshop.close(), browser.close()]));

test('publint finds no fault', async () => {
  expect(await run(root, tool('publint'), '--strict', workshop.tarball)).toContain('All good');
});

test('its types are found by every way of resolving them', async () => {
  await run(root, tool('attw'), workshop.tarball); // exits with 1 where they are not
});

describe('in Node', () => {
  test('it computes, without a warning', async () => {
    const program = `import { attend } from './attend.js';\nconsole.log(JSON.stringify(await attend()));`;
    const folder = await workshop.project('node', { ...APP, 'main.js': program });
    expectReport(JSON.parse(await run(folder, process.execPath, '--throw-deprecation', 'main.js')), 'in this thread');
  });

  test('its types hold, whatever else is known', async () => {
    const usage = await readFile(new URL('usage.ts', import.meta.url), 'utf8');
    const compilerOptions = {
      ...{ module: 'NodeNext', target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    };
    const withoutDom = { ...compilerOptions, lib: ['ES2022'] };
    const folder = await workshop.project('types', {
      'usage.ts': usage,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['usage.ts'] }),
      'without-dom.ts': WITHOUT_DOM,
      'without-dom.json': JSON.stringify({ compilerOptions: withoutDom, files: ['without-dom.ts'] }),
    });
    await run(folder, tool('tsc'));
    await run(folder, tool('tsc'), '-p', 'without-dom.json');
  });
});

/** Everything that is exported, where TypeScript knows neither of browsers nor of Node. */
const WITHOUT_DOM = `
import * as all from 'xattention';
export const engine: all.Engine = await all.loadWasm({ wasmUrl: 'file:///simd.wasm', filesUrl: { href: 'file:///lib/' } });
export const gpu: Promise<all.WebGpuEngine> = all.loadWebGpu();
export const asyncEngine: Promise<all.AsyncEngine> = all.load({ workerUrl: 'worker.js', threadUrl: 'thread.js' });
`;

describe('in a Vite app', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await workshop.project('vite', APP);
  });

  test('while it is developed', async () => {
    const { match, stop } = await start(folder, /http:\/\/localhost:\d+\//, tool('vite'), '--port', '0');
    try {
      expectRight(await visit(match[0]));
    } finally {
      stop();
    }
  });

  test('once it is built', async () => {
    await run(folder, tool('vite'), 'build');
    await onHost(join(folder, 'dist'), '/', async (url) => expectRight(await visit(url)));
    await onHost(join(folder, 'dist'), '/', async (url) => expectThreads(await visit(url)), STRICT_POLICY, ISOLATION);
  });
});

test('in a webpack app, built without a warning, below a path', async () => {
  const folder = await workshop.project('webpack', APP);
  const complaints = await bundle({ mode: 'production', context: folder, entry: './main.js' }, join(folder, 'dist'));
  expect(complaints).toEqual({ errors: [], warnings: [] });
  await writeFile(join(folder, 'dist/index.html'), APP['index.html']);
  await onHost(join(folder, 'dist'), '/some/where/', async (url) => expectRight(await visit(url)));
  const isolated = [STRICT_POLICY, ISOLATION] as const;
  await onHost(join(folder, 'dist'), '/', async (url) => expectThreads(await visit(url)), ...isolated);
});

describe('on a plain static host, below a path', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(workshop.folder, 'static');
    await mkdir(folder);
    await cp(join(root, 'dist/lib'), join(folder, 'xattention'), { recursive: true });
    const files = { ...APP, 'attend.js': attend('./xattention/index.js') };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  });

  test('a script of type module computes, and an own module worker too', async () => {
    await onHost(folder, '/some/where/', async (url) => expectRight(await visit(url)));
  });

  test('with threads where the host sends the headers of cross-origin isolation', async () => {
    const isolated = [STRICT_POLICY, ISOLATION] as const;
    await onHost(folder, '/some/where/', async (url) => expectThreads(await visit(url)), ...isolated);
  });

  test('with one thread where the others do not start, and says why', async () => {
    const isolated = [STRICT_POLICY, ISOLATION] as const;
    const incomplete = join(workshop.folder, 'incomplete');
    await cp(folder, incomplete, { recursive: true });
    await rm(join(incomplete, 'xattention/wasm/thread.js'));
    const check = ({ page, ownWorker }: Reports) => {
      for (const report of [page, ownWorker]) expectReport(report, 'one thread, as others do not start');
    };
    await onHost(incomplete, '/', async (url) => check(await visit(url)), ...isolated);
  });

  test('a page that wants WebAssembly alone fetches 37 files at most, and none of WebGPU', async () => {
    const main = "import { loadWasm } from './xattention/index.js'; globalThis.reports = (await loadWasm()).info;";
    await writeFile(join(folder, 'wasm-alone.html'), '<script type="module" src="./wasm-alone.js"></script>');
    await writeFile(join(folder, 'wasm-alone.js'), main);
    await onHost(folder, '/', async (url) => {
      const fetched: string[] = [];
      await visit(`${url}wasm-alone.html`, '', (address) => fetched.push(address.slice(url.length)));
      const ofPackage = fetched.filter((path) => path.startsWith('xattention/'));
      expect(ofPackage).toContain('xattention/load.js');
      expect(ofPackage.filter((path) => path.includes('webgpu'))).toEqual([]);
      expect(ofPackage.length).toBeLessThanOrEqual(37);
    });
  });

  test('without shared memory too', async () => {
    const withoutSharedMemory = 'delete globalThis.SharedArrayBuffer';
    await onHost(folder, '/some/where/', async (url) => expectRight(await visit(url, withoutSharedMemory)));
  });

  test('where no worker may run it computes in the page, and says why', async () => {
    const policy = STRICT_POLICY.replace("worker-src 'self'", "worker-src 'none'");
    await onHost(folder, '/', async (url) => expectReport((await visit(url)).page, WITHOUT_WORKER), policy);
  });

  test('where the worker is missing it computes in the page, and says why', async () => {
    const missing =
      'globalThis.Worker = class extends Worker { constructor() { super("missing.js", { type: "module" }); } }';
    await onHost(folder, '/', async (url) => expectReport((await visit(url, missing)).page, WITHOUT_WORKER));
  });
});

describe('from another origin, as a CDN serves it', () => {
  const app = (cdn: string) => ({ 'index.html': APP['index.html'], 'main.js': pageAlone(`${cdn}index.js`) });

  test.each<[string, Record<string, string>, string]>([
    ['its worker starts', {}, 'in a module worker'],
    ['its threads too', ISOLATION, '2 threads, as asked for; in a module worker'],
  ])('%s', async (_, headers, place) => {
    const cdn = await serveFolder(join(root, 'dist/lib'), '/', STRICT_POLICY, CDN);
    const folder = join(workshop.folder, `cdn-${Object.keys(headers).length}`);
    await write(folder, app(cdn.url));
    const { origin } = new URL(cdn.url);
    const policy = `default-src 'self' ${origin}; script-src 'self' 'wasm-unsafe-eval' ${origin}; worker-src blob: ${origin}`;
    try {
      await onHost(folder, '/', async (url) => expectReport((await visit(url)).page, place), policy, headers);
    } finally {
      cdn.close();
    }
  });
});

const WITHOUT_WORKER = 'in the page, as its worker does not run';

function expectRight({ page, ownWorker }: Reports): void {
  expectReport(page, 'in a module worker');
  expectReport(ownWorker, 'in this thread');
  for (const { threads, reason } of [page, ownWorker]) {
    expect(threads).toBe(1);
    expect(reason).toContain('not cross-origin isolated');
  }
}

function expectThreads({ page, ownWorker }: Reports): void {
  expectReport(page, '2 threads, as asked for; in a module worker');
  expectReport(ownWorker, '2 threads, as asked for; in this thread');
}

const visit = (url: string, ...rest: [initScript?: string, fetching?: (url: string) => void]) =>
  visitIn(browser, url, ...rest);

async function onHost(
  folder: string,
  path: string,
  use: (url: string) => Promise<void>,
  policy?: string,
  headers?: Record<string, string>,
): Promise<void> {
  const host = await serveFolder(folder, path, policy, headers);
  try {
    await use(host.url);
  } finally {
    host.close();
  }
}

/** Builds with webpack, and resolves to what it complains of. */
function bundle(configuration: webpack.Configuration, path: string) {
  return new Promise((resolve, reject) => {
    webpack({ ...configuration, output: { path } }, (error, stats) => {
      if (error) return reject(error);
      const { errors, warnings } = (stats as webpack.Stats).toJson({ all: false, errors: true, warnings: true });
      resolve({ errors, warnings });
    });
  });
}
