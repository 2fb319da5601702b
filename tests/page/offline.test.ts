// The service worker, run in a browser made of maps: what it keeps, what it answers, what it forgets.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { serviceWorkerOf } from '../../web/page/offline/plugin';
import { at } from '../../web/scripts/paths.mjs';

const home = 'https://host.example/deep/path/';
const worker = readFileSync(at('web/page/offline/worker.js'), 'utf8');

type Files = Record<string, string>;
const first: Files = {
  'index.html': '<script src="assets/index-1.js">',
  'icon.svg': '<svg/>',
  'assets/index-1.js': 'first',
  'assets/panel-1.js': 'first panel',
};
const second: Files = {
  ...first,
  'index.html': '<script src="assets/index-2.js">',
  'assets/index-2.js': 'second',
};
delete second['assets/index-1.js'];
delete second['assets/panel-1.js'];

const folder = mkdtempSync(join(tmpdir(), 'offline-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The service worker that the build writes for these files. */
function built(files: Files, entry = Object.keys(files).find((name) => name.startsWith('assets/index')) ?? ''): string {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return serviceWorkerOf(folder, worker, entry);
}

const addressOf = (what: string | { url: string }, base = home): string =>
  new URL(typeof what === 'string' ? what : what.url, base).href;

class Store {
  readonly kept = new Map<string, Response>();
  match = async (what: string | { url: string }) => this.kept.get(addressOf(what))?.clone();
  put = async (what: string, response: Response) => {
    if (response.redirected) throw new Error('a redirected response opens as no page');
    this.kept.set(addressOf(what), response);
  };
}

class Browser {
  readonly stores = new Map<string, Store>();
  tabs: string[] = [];
  online = true;
  refuses = false;
  /** What the host has, and what the browser's own store still has of it. */
  host: Files;
  stale: Files = {};
  answer: (path: string) => Response | undefined = () => undefined;

  constructor(host: Files) {
    this.host = host;
  }

  get names(): string[] {
    return [...this.stores.keys()];
  }

  fetch = async (what: string | { url: string; cache?: string }, init: { cache?: string } = {}): Promise<Response> => {
    if (!this.online) throw new TypeError('Failed to fetch');
    const path = new URL(addressOf(what)).href.slice(home.length).replace(/\?.*/, '') || 'index.html';
    const cache = init.cache ?? (typeof what === 'string' ? 'default' : what.cache);
    const made = this.answer(path);
    if (made) return made;
    const content =
      cache === 'default' || cache === undefined ? (this.stale[path] ?? this.host[path]) : this.host[path];
    const type = path.endsWith('.html') ? 'text/html' : 'text/plain';
    return content === undefined
      ? new Response('', { status: 404 })
      : new Response(content, { headers: { 'content-type': type } });
  };

  /** Installs one, and lets it take over. */
  async install(source: string): Promise<Worker> {
    const started = new Worker(this, source);
    await started.send('install');
    return started;
  }

  async activate(source: string): Promise<Worker> {
    const started = await this.install(source);
    await started.send('activate');
    return started;
  }
}

class Worker {
  readonly #listeners = new Map<string, (event: object) => void>();
  readonly #waiting: Promise<unknown>[] = [];
  skipped = false;

  constructor(browser: Browser, source: string) {
    const caches = {
      open: async (name: string) => {
        if (browser.refuses) throw new DOMException('refused', 'SecurityError');
        const store = browser.stores.get(name) ?? new Store();
        browser.stores.set(name, store);
        return store;
      },
      keys: async () => browser.names,
      delete: async (name: string) => browser.stores.delete(name),
    };
    const self = {
      registration: { scope: home },
      clients: { matchAll: async () => browser.tabs.map((url) => ({ url })), claim: async () => {} },
      skipWaiting: () => {
        this.skipped = true;
      },
      addEventListener: (type: string, listener: (event: object) => void) => this.#listeners.set(type, listener),
    };
    const Asked = class {
      readonly url: string;
      readonly cache: string | undefined;
      constructor(url: string, { cache }: { cache?: string } = {}) {
        [this.url, this.cache] = [addressOf(url), cache];
      }
    };
    const { fetch } = browser;
    runInContext(source, createContext({ self, caches, fetch, Request: Asked, Response, URL, TextDecoder }));
  }

  send(type: 'install' | 'activate'): Promise<unknown> {
    let waiting: Promise<unknown> = Promise.resolve();
    this.#listeners.get(type)?.({
      waitUntil: (promise: Promise<unknown>) => {
        waiting = promise;
      },
    });
    return waiting;
  }

  /** What it answers; undefined where it leaves it to the browser. */
  async ask(path: string, mode = 'cors'): Promise<Response | undefined> {
    let answer: Promise<Response> | undefined;
    this.#listeners.get('fetch')?.({
      request: { method: 'GET', url: addressOf(path), mode },
      waitUntil: (promise: Promise<unknown>) => this.#waiting.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    });
    await Promise.all(this.#waiting);
    return answer;
  }

  async text(path: string, mode?: string): Promise<string | undefined> {
    return (await this.ask(path, mode))?.text();
  }
}

describe('what is kept', () => {
  test('the page as the host has it, not as the browser had it stored', async () => {
    const browser = new Browser(second);
    browser.stale = { 'index.html': first['index.html'] ?? '', 'icon.svg': 'old' };
    const now = await browser.activate(built(second));
    browser.online = false;
    expect(await now.text('./', 'navigate')).toBe(second['index.html']);
    expect(await now.text('icon.svg')).toBe('<svg/>');
  });

  for (const [name, answer] of [
    ['is missing', () => new Response('', { status: 404 })],
    ['comes as a web page', () => new Response('<h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } })],
  ] as const)
    test(`nothing, where one file ${name}; the version before goes on`, async () => {
      const browser = new Browser(first);
      const before = await browser.activate(built(first));
      browser.host = second;
      browser.answer = (path) => (path === 'assets/index-2.js' ? answer() : undefined);
      await expect(browser.install(built(second))).rejects.toThrow('assets/index-2.js: expected');
      expect(browser.names).toHaveLength(1);
      browser.online = false;
      expect(await before.text('./', 'navigate')).toBe(first['index.html']);
    });

  test('nothing, where the host still gives the old page beside the new files', async () => {
    const browser = new Browser({ ...second, 'index.html': first['index.html'] ?? '' });
    await expect(browser.install(built(second))).rejects.toThrow('expected one that starts assets/index-2.js');
    expect(browser.names).toEqual([]);
  });

  test('a page that was redirected, as one that was not', async () => {
    const browser = new Browser(first);
    browser.answer = (path) => {
      if (path !== 'index.html') return undefined;
      const response = new Response(first['index.html'], { headers: { 'content-type': 'text/html' } });
      return Object.defineProperty(response, 'redirected', { value: true });
    };
    await browser.activate(built(first));
    expect(browser.names).toHaveLength(1);
  });

  test('a version is its content: of any file, whatever its name', () => {
    const versionOf = (files: Files) => /version = '(\w+)'/.exec(built(files))?.[1];
    expect(versionOf(first)).toBe(versionOf({ ...first }));
    for (const name of Object.keys(first)) expect(versionOf({ ...first, [name]: 'x' })).not.toBe(versionOf(first));
    expect(versionOf({ ...first, 'more.txt': '' })).not.toBe(versionOf(first));
  });
});

describe('what is answered', () => {
  test('with a network the page that is there now, without one the page that was kept, wherever it lies', async () => {
    const browser = new Browser(first);
    const now = await browser.activate(built(first));
    browser.host = second;
    expect(await now.text('./', 'navigate')).toBe(second['index.html']);
    browser.online = false;
    for (const path of ['./', './?query', 'index.html', 'index.html?query#s9'])
      expect(await now.text(path, 'navigate')).toBe(first['index.html']);
    expect(await now.text('assets/panel-1.js')).toBe('first panel');
    const elsewhere = await now.ask('below/it', 'navigate');
    expect([elsewhere?.status, elsewhere?.headers.get('location')]).toEqual([302, home]);
    await expect(now.ask('unknown.txt')).rejects.toThrow('Failed to fetch');
    await expect(now.ask('assets/unknown.js')).rejects.toThrow('Failed to fetch');
  });

  test('the page that was kept, where the host is out of order', async () => {
    const browser = new Browser(first);
    const now = await browser.activate(built(first));
    browser.answer = () => new Response('', { status: 503 });
    expect(await now.text('./', 'navigate')).toBe(first['index.html']);
  });

  test('nothing of other pages on the same host', async () => {
    const now = await new Browser(first).activate(built(first));
    expect(await now.ask('../other/page.html', 'navigate')).toBeUndefined();
  });

  test('from the host, where the browser refuses its store', async () => {
    const browser = new Browser(first);
    const now = await browser.activate(built(first));
    browser.refuses = true;
    expect(await now.text('assets/panel-1.js')).toBe('first panel');
    expect(await now.text('./', 'navigate')).toBe(first['index.html']);
  });
});

describe('a tab that was opened before', () => {
  test('finds its files as long as it is open; then they go, and nothing else does', async () => {
    const browser = new Browser(first);
    browser.stores.set('xattention https://host.example/other/ 0', new Store());
    browser.tabs = [home];
    const before = await browser.activate(built(first));
    browser.host = second;
    const now = await browser.install(built(second));
    expect(now.skipped).toBe(false); // it waits, as browsers have it
    expect(await before.text('assets/panel-1.js')).toBe('first panel');
    await now.send('activate'); // with a tab that no worker controls, as one that was loaded past its store
    expect(await now.text('assets/panel-1.js')).toBe('first panel');
    expect(browser.names).toHaveLength(3);
    browser.tabs = ['https://host.example/other/'];
    await now.text('./', 'navigate');
    expect(browser.names).toHaveLength(2);
    expect(browser.names[0]).toContain('/other/');
    expect((await now.ask('assets/panel-1.js'))?.status).toBe(404);
  });
});
