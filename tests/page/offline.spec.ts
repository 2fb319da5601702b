// After the first visit the page needs no network.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { serviceWorkerOf } from '../../web/page/offline/plugin';
import { at } from '../../web/scripts/paths.mjs';
import { open, read, settled, writing } from './support';

test.use({ serviceWorkers: 'allow' });

/** The page is kept: the service worker has taken over. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
}

test('without a network the page opens again, with examples, words and panels never seen before', async ({
  page,
  context,
}) => {
  await open(page, { lang: 'en' });
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  expect((await read(page, 'scores')).rows).toBe(8);
  await open(page, { lang: 'en', example: 'siblings' });
  await expect(page.locator('.answers')).toContainText('older');
  await open(page, writing);
  await expect(page.locator('.source.word').first()).toBeAttached();
  await page.getByRole('button', { name: 'Check these numbers' }).click();
  await expect(page.locator('#proof table')).toBeVisible({ timeout: 15_000 });
});

test.describe('a new version on the host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
  };
  // A host that has everything stored for an hour, at a path of its own.
  const host = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const file = join(folder, pathname.replace('/at/a/path', '').replace(/\/$/, '/index.html'));
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = types[extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(readFileSync(file));
  });
  test.beforeAll(() => new Promise<void>((resolve) => void host.listen(0, resolve)));
  test.afterAll(() => {
    host.close();
    rmSync(folder, { recursive: true });
  });

  /** As built, but for the icon, and a name: what only the version before had is gone. */
  function deploy(icon: string): void {
    rmSync(folder, { recursive: true, force: true });
    cpSync(at('dist/page'), folder, { recursive: true });
    writeFileSync(join(folder, 'icon.svg'), icon);
    const assets = readdirSync(join(folder, 'assets'));
    const renamed = assets.filter((name) => name.endsWith('.js'));
    const renew = (text: string) =>
      renamed.reduce((now, name) => now.replaceAll(name, name.replace('-', `-${icon.length}`)), text);
    for (const path of [
      'index.html',
      ...assets.filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`),
    ]) {
      const text = readFileSync(join(folder, path), 'utf8');
      rmSync(join(folder, path));
      writeFileSync(join(folder, renew(path)), renew(text));
    }
    const entry = renew(renamed.find((name) => name.startsWith('index-')) ?? '');
    const worker = readFileSync(at('web/page/offline/worker.js'), 'utf8');
    writeFileSync(join(folder, 'offline.js'), serviceWorkerOf(folder, worker, `assets/${entry}`));
  }

  test('an old tab finds its files; the new version is there offline, once no tab is old', async ({
    page,
    context,
  }) => {
    const { port } = host.address() as AddressInfo;
    const address = `http://localhost:${port}/at/a/path/#lang=en`;
    const icon = (of: Page) => of.evaluate(async () => (await fetch('icon.svg')).text());
    deploy('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await page.goto(address);
    await settled(page);
    await kept(page);

    const second = '<svg xmlns="http://www.w3.org/2000/svg" id="second"/>';
    deploy(second);
    const other = await context.newPage();
    await other.goto(address);
    await settled(other);
    await other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      while (!registration?.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await page.locator('#takeaway .act').click(); // a file that its host has no more
    await expect(page.locator('#takeaway .line').first()).toBeVisible();
    await page.close();
    await other.close();

    // A browser lets the new version take over some time after the last tab is closed.
    let last = await context.newPage();
    await expect(async () => {
      await last.close();
      last = await context.newPage();
      await last.goto(address);
      await settled(last);
      expect(await last.evaluate(async () => (await caches.keys()).length)).toBe(1);
    }).toPass({ timeout: 15_000 });
    host.close();
    host.closeAllConnections();
    await last.reload();
    await settled(last);
    expect(await icon(last)).toBe(second);
    await last.locator('#takeaway .act').click();
    await expect(last.locator('#takeaway .line').first()).toBeVisible();
  });
});
