// The page as a whole: languages, themes, controls, loading, failing, and who it talks to.
import { expect, type Page, test } from '@playwright/test';
import { cell, grid, inspector, open, read, settled, writing } from './support';

test('everything is said in English or in Chinese, and switching leaves the numbers alone', async ({ page }) => {
  await open(page, { lang: 'en', text: 'the cat sat', seed: 3 });
  const han = /\p{Script=Han}/u;
  const text = async () => ((await page.locator('body').textContent()) ?? '').replace('中文', '');
  expect(await text()).not.toMatch(han);
  await expect(page).toHaveTitle('Look inside attention');
  const before = await read(page, 'output');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page).toHaveTitle('走进注意力');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  for (const heading of await page.getByRole('heading').allTextContents()) expect(heading).toMatch(han);
  const said = await page.locator('p, h1, h2, h3, button, label, dd, footer').allInnerTexts();
  const english = said.filter((one) =>
    /\b(the|and|of|is|row|this|never)\b/i.test(one.replace('the cat sat', '').replace(/\bthe\b/g, '')),
  );
  expect(english).toEqual([]);
  expect(await read(page, 'output')).toEqual(before);
});

test('an untouched page changes its example with the language; a touched one keeps it', async ({ page }) => {
  await open(page, { lang: 'en' });
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('radio').first()).toContainText('一');
  await page.getByRole('switch', { name: '不看后面' }).check();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('radio').first()).toContainText('一');
});

test('language and theme are remembered', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('button', { name: /外观/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('./?again');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test.describe('as it is served', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page asks no other host, and keeps its own policy', async ({ page, baseURL }) => {
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await open(page, { num_hiddens: 8, num_heads: 2 });
    await cell(page, 'output', 0, 0).click();
    const hosts = new Set(asked.map((url) => new URL(url).origin));
    expect([...hosts]).toEqual([new URL(baseURL ?? '').origin]);
    expect(asked.some((url) => url.endsWith('.wasm'))).toBe(true);
    expect(complaints).toEqual([]);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).not.toContain("'unsafe-inline'");
  });
});

test('once loaded it needs no network', async ({ page, context }) => {
  await open(page, writing);
  await context.setOffline(true);
  await page.getByLabel('Your sentence').fill('still here without a network');
  await expect.poll(async () => (await read(page, 'scores')).rows).toBe(5);
});

test('sizes, masks and seed change what is computed', async ({ page }) => {
  await open(page, { text: 'a b c d' });
  await page.getByLabel('num_hiddens').fill('12');
  await expect.poll(async () => (await read(page, 'Q')).cols).toBe(12);
  await page.getByLabel('num_heads').fill('5');
  await expect(page.getByLabel('num_heads')).toHaveValue('6');
  await expect.poll(async () => (await read(page, 'Q')).cols).toBe(2);
  await expect(grid(page, 'concat')).toBeVisible();
  await page.getByLabel('num_hiddens').fill('4');
  await expect(page.getByLabel('num_heads')).toHaveValue('4');
  await page.getByLabel('valid_lens').fill('2');
  await expect
    .poll(async () => (await read(page, 'masked')).values.filter((value) => value === Number.NEGATIVE_INFINITY).length)
    .toBe(8);
  await page.getByRole('button', { name: 'Hide what comes after' }).click();
  await expect(page.getByRole('switch', { name: 'No looking ahead' })).toBeChecked();
  await expect
    .poll(async () => (await read(page, 'masked')).values.filter((value) => value === Number.NEGATIVE_INFINITY).length)
    .toBe(9);
  await page.getByRole('button', { name: 'is or are?' }).click();
  await expect(page.getByRole('radio')).toHaveCount(8);
});

test('what a mask changed is marked: the number before, a folded corner, a ghost of the bar', async ({ page }) => {
  await open(page, writing);
  const before = await read(page, 'attentionWeights');
  await expect(page.locator('x-matrix :is(.corner, .ghost)')).toHaveCount(0);
  await page.getByRole('button', { name: 'Hide what comes after' }).click();
  await expect(page.locator('x-matrix[data-stage="attentionWeights"] .corner')).not.toHaveCount(0);
  const after = await read(page, 'attentionWeights');
  const differ = after.texts.filter((text, i) => text !== before.texts[i]).length;
  await expect(page.locator('x-matrix[data-stage="attentionWeights"] .corner')).toHaveCount(differ);
  await expect(page.locator('x-matrix[data-stage="scores"] .corner')).toHaveCount(0);
  await cell(page, 'attentionWeights', 0, 3).hover();
  await expect(inspector(page).locator('.value')).toHaveText(`= ${before.texts[3]} → 0`);
  await expect(page.getByRole('radio').nth(3).locator('s')).toHaveText(before.texts[3] ?? '');
  await page.getByRole('button', { name: 'Next seed' }).click();
  await expect(page.locator('x-matrix :is(.corner, .ghost)')).toHaveCount(0);
});

test('the last edit wins', async ({ page }) => {
  await open(page, writing);
  await page.evaluate(() => {
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    for (let i = 1; i <= 40; i += 1) {
      field.value = 'w '.repeat(i);
      field.dispatchEvent(new Event('input'));
    }
    field.value = 'only these three';
    field.dispatchEvent(new Event('input'));
  });
  await expect.poll(async () => (await read(page, 'scores')).rows).toBe(3);
  await page.waitForTimeout(300);
  expect((await read(page, 'scores')).rows).toBe(3);
  await expect(page.getByRole('radio')).toHaveCount(3);
});

test('while the core is loading, labels and brackets stand already', async ({ page }) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('./?slow');
  await expect(page.getByRole('radio')).toHaveCount(8);
  await expect(grid(page, 'scores')).toBeVisible();
  await expect(page.locator('x-matrix .c')).toHaveCount(0);
  await expect(page.locator('footer')).toContainText('being loaded');
  release();
  await settled(page);
});

test('where the core cannot be loaded, a sentence says so', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('./?broken');
  await expect(page.locator('#text-note')).toContainText('The numbers could not be computed, so none are shown.');
  await expect(page.locator('x-matrix .c')).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(8);
});

test('the stepper goes through the stages, and plays them', async ({ page }) => {
  await open(page);
  const title = page.locator('.strip h2');
  const stops = page.locator('.stops button:enabled');
  for (const [i, name] of ['Input', 'Project', 'Match', 'Scale', 'Mask', 'Share', 'Gather'].entries()) {
    await stops.nth(i).click();
    await expect(title).toHaveText(name);
  }
  await expect(page.locator('.stops .absent')).toHaveText(/dropout/);
  await stops.nth(4).click();
  await page.getByRole('button', { name: 'Play the stages' }).click();
  await expect(title).toHaveText('Gather', { timeout: 8000 });
  await expect(page.getByRole('button', { name: 'Play the stages' })).toBeVisible({ timeout: 4000 });
});

test('on a phone the whole chain is there, and the inspector opens under what was touched', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, { num_hiddens: 4, num_heads: 2 });
  for (const stage of [
    'X',
    'W_q',
    'Q',
    'K',
    'V',
    'scores',
    'scaled',
    'masked',
    'attentionWeights',
    'heads',
    'concat',
    'W_o',
    'output',
  ]) {
    await expect(grid(page, stage)).toBeVisible();
  }
  await cell(page, 'attentionWeights', 2, 1).click();
  const below = await under(page, 'attentionWeights');
  expect(below).toBe(true);
  await expect(inspector(page).locator('header code')).toHaveText('attention_weights[0, that, dog]');
});

async function under(page: Page, stage: string): Promise<boolean> {
  const [matrix, note] = [await grid(page, stage).boundingBox(), await inspector(page).boundingBox()];
  return (note?.y ?? 0) >= (matrix?.y ?? 0) + (matrix?.height ?? 0);
}
