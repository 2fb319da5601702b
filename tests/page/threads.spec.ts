// The page computes with threads where its host sends the headers of cross-origin isolation, and without where not.
import { expect, type Page, test } from '@playwright/test';
import { open, read } from './support';

const footer = (page: Page) => page.locator('footer p').last();

/** Serves the page as a host that sends no such headers. */
async function withoutIsolation(page: Page): Promise<void> {
  await page.context().route('**/*', async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(([name]) => !name.startsWith('cross-origin-'));
    await route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
}

test('isolated, it has a thread for each core, four at most', async ({ page }) => {
  await open(page, { lang: 'en' });
  const cores = await page.evaluate(() => (globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 0));
  expect(cores).toBeGreaterThan(0);
  await expect(footer(page)).toContainText(cores === 1 ? 'one thread' : `${Math.min(cores, 4)} threads`);
});

test('threads that never start are given up, and one computes', async ({ page }) => {
  const silent = 'self.Worker = class extends EventTarget { postMessage() {} terminate() {} };';
  await page.route(/\/worker-[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${silent}\n${await response.text()}` });
  });
  await open(page, { lang: 'en' });
  await expect(footer(page)).toContainText('one thread');
  expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(true);
});

test('not isolated, it has one, and the numbers are the same', async ({ page, context }) => {
  await open(page, { lang: 'en' });
  const { values } = await read(page, 'output');
  const other = await context.newPage();
  await withoutIsolation(other);
  await open(other, { lang: 'en' });
  expect(await other.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
  await expect(footer(other)).toContainText('one thread');
  expect((await read(other, 'output')).values).toEqual(values);
  await context.unrouteAll({ behavior: 'ignoreErrors' }); // what the page fetches in the background may still be coming
});
