// The proof: the numbers on screen, computed again by every variant the engine has.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { open, read } from './support';

const sentence = { text: 'the dog chased the cat' };
const proof = (page: Page): Locator => page.locator('#proof');
const lines = (page: Page, name: string | RegExp): Locator =>
  proof(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function check(page: Page, button = 'Check these numbers'): Promise<void> {
  await proof(page).getByRole('button', { name: button }).click();
  // Everything has been computed when the button offers to do it again.
  await expect(proof(page).getByRole('button', { name: /Check again|再查一次/ })).toBeVisible({ timeout: 30_000 });
}

const variants = async (page: Page): Promise<string[]> =>
  (await proof(page).locator('dt').allTextContents()).map((name) => name.trim());
const differences = (page: Page, stage: string): Promise<number[]> =>
  lines(page, stage)
    .locator('[data-difference]')
    .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.difference)));
const cells = async (page: Page, name: string): Promise<string[]> =>
  (await lines(page, name).getByRole('cell').allTextContents()).map((text) => text.trim());

test('nothing is computed or fetched for it before it is asked for', async ({ page }) => {
  await open(page, sentence);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await expect(proof(page).getByRole('table')).toHaveCount(0);
  expect(asked.filter((url) => /(proof|table)-|\.wasm$/.test(url))).toEqual([]);
  await check(page);
  await expect(proof(page).getByRole('table')).toBeVisible();
  expect(asked.some((url) => url.endsWith('.wasm'))).toBe(true);
});

for (const [name, state, stages] of [
  [
    'one head',
    { ...sentence, causal: 1 },
    ['Q', 'K', 'V', 'scores', 'scaled', 'masked', 'attention_weights', 'output'],
  ],
  ['two heads', { ...sentence, num_hiddens: 8, num_heads: 2, valid_lens: 3 }, ['masked', 'heads', 'concat', 'output']],
] as const) {
  test(`every variant agrees with the reference at every stage: ${name}`, async ({ page }) => {
    await open(page, state);
    await check(page);
    const names = await variants(page);
    expect(names[0]).toBe('reference');
    expect(names).toContain('simd');
    await expect(proof(page).getByRole('columnheader')).toHaveCount(names.length + 1);
    const largest = Math.max(...(await read(page, 'scores')).values.map(Math.abs));
    for (const stage of stages) {
      const found = await differences(page, stage);
      expect(found, stage).toHaveLength(names.length - 1);
      for (const one of found) expect(one, stage).toBeLessThanOrEqual(1e-6 + 1e-5 * largest);
    }
    for (const sums of await cells(page, 'sums of the rows of weights')) {
      const [low = 0, high = 0] = sums.split('–').map(Number);
      expect(low).toBeLessThanOrEqual(high);
      expect(Math.max(1 - low, high - 1)).toBeLessThan(1e-6);
    }
    expect(await cells(page, 'empty rows, all exactly 0')).toEqual(names.map(() => '0'));
    for (const time of await cells(page, 'time of one trace')) {
      expect(time).toMatch(/^\d+\.\d\d ms$/);
      expect(Number.parseFloat(time)).toBeGreaterThan(0);
    }
  });
}

test('rows that may read nothing are counted, and have no sum', async ({ page }) => {
  await open(page, { text: 'a b c', valid_lens: 0 });
  await check(page);
  const names = await variants(page);
  expect(await cells(page, 'empty rows, all exactly 0')).toEqual(names.map(() => '3'));
  expect(await cells(page, 'sums of the rows of weights')).toEqual(names.map(() => 'none'));
  expect(await cells(page, 'attention_weights')).toEqual(['—', ...names.slice(1).map(() => 'identical')]);
});

test('it is a proof of these numbers: others want another one', async ({ page }) => {
  await open(page, sentence);
  await check(page);
  await page.locator('x-matrix[data-stage="scores"] .c').first().click();
  await expect(proof(page).getByRole('table')).toBeVisible();
  await page.getByRole('switch', { name: 'No looking ahead' }).check();
  await expect(proof(page).getByRole('table')).toHaveCount(0);
  await expect(proof(page).getByRole('button', { name: 'Check these numbers' })).toBeVisible();
});

test('while it runs it can be given up', async ({ page }) => {
  await open(page, sentence);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.wasm', async (route) => {
    await gate;
    await route.continue();
  });
  await proof(page).getByRole('button', { name: 'Check these numbers' }).click();
  await expect(proof(page).getByRole('status')).toContainText('Computing');
  await proof(page).getByRole('button', { name: 'Cancel' }).click();
  release();
  await expect(proof(page).getByRole('status')).toBeEmpty();
  await page.waitForTimeout(1000);
  await expect(proof(page).getByRole('table')).toHaveCount(0);
  await check(page);
});

test('a variant that does not load says so and leaves the others alone', async ({ page }) => {
  await open(page, sentence);
  const used = await page.locator('footer').textContent();
  // The one the page does not use: its file has not been fetched yet.
  const other = used?.includes('relaxed') ? 'simd' : 'relaxed';
  await page.route(`**/${other}*.wasm`, (route) => route.abort());
  await check(page);
  expect(await variants(page)).toContain(other);
  await expect(proof(page).locator('.problem')).toContainText(`${other} could not compute this`);
  await expect(proof(page).getByRole('columnheader')).toHaveCount((await variants(page)).length);
});

test('without any engine it says why', async ({ page }) => {
  await open(page, sentence);
  await page.route('**/*.wasm', (route) => route.abort());
  await proof(page).getByRole('button', { name: 'Check these numbers' }).click();
  await expect(proof(page).getByRole('status')).toContainText('The check could not be done', { timeout: 30_000 });
});

for (const [theme, lang, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 390],
] as const) {
  test(`it is accessible and fits: ${theme}, ${lang}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await open(page, { ...sentence, lang, num_hiddens: 8, num_heads: 2 });
    const button = proof(page).getByRole('button');
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(proof(page).getByRole('button', { name: /Check again|再查一次/ })).toBeVisible({ timeout: 30_000 });
    const { violations } = await new AxeBuilder({ page: page as never }).include('#proof').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const english = /\b(the|and|of|is|computed|rounded|fastest)\b/i;
    if (lang === 'zh') expect(await proof(page).textContent()).not.toMatch(english);
    else expect(await proof(page).textContent()).not.toMatch(/\p{Script=Han}/u);
  });
}
