// The page opens whatever the browser refuses; where it cannot, words stand there that say why, in both languages.
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { at } from '../../web/scripts/paths.mjs';
import { settled } from './support';

/** What is on screen in place of the page. */
async function words(page: Page): Promise<string> {
  const shown = page.locator('#unopened p:visible');
  await expect(shown).toHaveCount(2);
  await expect(shown.nth(1)).toHaveAttribute('lang', 'zh-CN');
  return (await shown.allInnerTexts()).join('\n');
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that it needs it', async ({ page }) => {
    await page.goto('./');
    expect(await words(page)).toContain('JavaScript, which is switched off');
  });
});

test('opened from disk, the page says how to open it', async ({ page }) => {
  await page.goto(pathToFileURL(at('dist/page/index.html')).href);
  expect(await words(page)).toMatch(/opened from a file on disk.*npx serve.*从磁盘/s);
});

test('what a browser must have and lacks is called by its name', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'customElements'));
  await page.goto('./');
  expect(await words(page)).toMatch(/lacks custom elements.*不支持 custom elements/s);
});

test('a file that did not arrive is named, and asked for again', async ({ page }) => {
  await page.route('**/assets/directive-*.js', (route) => route.abort(), { times: 2 }); // the preload, and the import
  await page.goto('./');
  expect(await words(page)).toMatch(/did not arrive: http\S+\.js.*没能下载/s);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  await expect(page.locator('#unopened')).toHaveCount(0);
});

test('a program that throws before the first drawing leaves what it threw', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("out of tune")' }),
  );
  await page.goto('./');
  expect(await words(page)).toMatch(/could not be started: .*out of tune.*没能启动/s);
});

test('in a frame that belongs to nobody the page opens, and its buttons work', async ({ page }) => {
  await page.route('**/framing', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<iframe sandbox="allow-scripts" src="./#lang=en" width="1280" height="720"></iframe>',
    }),
  );
  await page.goto('./framing');
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('x-matrix[data-stage="output"] .c').first()).toBeAttached({ timeout: 15_000 });
  await frame.getByRole('button', { name: '中文' }).click();
  await expect(frame.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await frame.getByRole('button', { name: /外观/ }).click();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('refused storage, address, workers and observers, the page does without, and says how it divides texts', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const [owner, name] of [
      [window, 'localStorage'],
      [window, 'sessionStorage'],
      [window, 'indexedDB'],
      [window, 'caches'],
      [Navigator.prototype, 'serviceWorker'],
      [Navigator.prototype, 'clipboard'],
    ] as const)
      Object.defineProperty(owner, name, { get: refuse });
    History.prototype.replaceState = refuse;
    Object.defineProperty(window, 'Worker', { value: refuse });
    for (const name of ['IntersectionObserver', 'ResizeObserver', 'matchMedia', 'requestIdleCallback', 'reportError'])
      Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Document.prototype, 'fonts');
    Reflect.deleteProperty(Intl, 'Segmenter');
  });
  await page.goto('./#lang=en&text=the+cat+sat');
  await settled(page);
  await expect(page.locator('.notices')).toContainText('lacks Intl.Segmenter');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('.notices')).toContainText('不支持 Intl.Segmenter');
  await page.getByRole('button', { name: /外观/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => {
    location.hash = '#text=a+b';
  });
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN'); // remembered while the page is open
  await page.locator('x-race .act').click(); // by the page's own thread
  await expect(page.locator('x-race td[data-time]')).toHaveCount(2, { timeout: 20_000 });
  expect(errors).toEqual([]);
});
