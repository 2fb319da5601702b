// The address holds the state, and is not to be trusted.
import { expect, type Page, test } from '@playwright/test';
import { cell, inspector, open, read, settled, writing } from './support';

test('a reload restores everything that was chosen', async ({ page }) => {
  await open(page, writing);
  await page.getByLabel('Your sentence').fill('你好 world & <b> #1 100% 🤔');
  await page.getByRole('button', { name: 'what spaces divide' }).click();
  await page.getByLabel('num_hiddens').fill('6');
  await page.getByLabel('num_heads').fill('3');
  await page.getByLabel('valid_lens').fill('5');
  await page.getByRole('switch', { name: 'No looking ahead' }).check();
  await page.getByRole('switch', { name: 'Add positions to X' }).check();
  await page.getByLabel('seed of the weights').fill('42');
  await page.getByLabel('seed of the weights').press('Enter');
  await page.getByRole('button', { name: 'head 2' }).click();
  await cell(page, 'masked', 3, 1).click();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect.poll(async () => (await read(page, 'output')).cols).toBe(6);
  const stages = ['X', 'W_q', 'masked', 'output'];
  const before = await Promise.all(stages.map((stage) => read(page, stage)));
  const header = await inspector(page).locator('header').textContent();
  await page.reload();
  await settled(page);
  expect(await Promise.all(stages.map((stage) => read(page, stage)))).toEqual(before);
  await expect(inspector(page).locator('header')).toHaveText(header ?? '');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('button', { name: '头 2' })).toHaveAttribute('aria-pressed', 'true');
});

test('going back in the address bar brings that state back', async ({ page }) => {
  await open(page, { text: 'a b', seed: 5 });
  const first = await read(page, 'scores');
  await page.evaluate(() => {
    location.hash = '#text=a+b+c&seed=6';
  });
  await expect(page.getByRole('radio')).toHaveCount(3);
  await page.goBack();
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect.poll(() => read(page, 'scores')).toEqual(first);
});

const first = async (page: Page) => {
  await open(page);
  return read(page, 'output');
};

for (const [what, hash] of [
  ['a size beyond the limit', '#num_hiddens=100000&num_heads=999'],
  ['sizes that are no numbers', '#num_hiddens=1e9&num_heads=NaN&valid_lens=-1&seed=0x10'],
  ['heads that do not divide', '#num_heads=3'],
  ['a stage that does not exist', '#at=__proto__.0.0.0.0.0.0.0&split=constructor&theme=toString&lang=hasOwnProperty'],
  ['a selection far outside', '#at=scores.64.64.64.64.64.64.64'],
  ['too many tokens', `#text=${'w+'.repeat(500)}`],
  ['a broken escape', '#text=%E0%A4%A&seed=%'],
  ['a megabyte', `#text=${'a'.repeat(1_000_000)}`],
] as const) {
  test(`a hostile address is no trouble: ${what}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const expected = await first(page);
    await page.goto(`./?hostile${hash}`);
    await settled(page);
    if (what !== 'a broken escape') expect(await read(page, 'output')).toEqual(expected);
    expect(errors).toEqual([]);
  });
}

test('markup in the address is text', async ({ page }) => {
  await page.goto(`./#split=space&text=${encodeURIComponent('<img/src=x/onerror=alert(1)> ok')}`);
  await settled(page);
  await expect(page.getByRole('radio').first()).toContainText('<img/src=x/onerr');
  expect(await page.locator('#page img').count()).toBe(0);
});
