// What people type: anything at all.
import { expect, type Page, test } from '@playwright/test';
import { cell, grid, inspector, open, read, row, settled, writing } from './support';

const labels = (page: Page) => page.getByRole('radio').locator('bdi').allTextContents();
const field = (page: Page) => page.getByLabel('Your sentence');

test('repeated tokens stay apart: identity is the position', async ({ page }) => {
  await open(page, { text: 'the cat and the dog and the cat' });
  expect(await labels(page)).toEqual(['the', 'cat', 'and', 'the', 'dog', 'and', 'the', 'cat']);
  const scores = await read(page, 'scores');
  expect([scores.rows, scores.cols]).toEqual([8, 8]);
  await cell(page, 'scores', 2, 5).hover();
  await expect(inspector(page).locator('header code')).toHaveText('scores[and #2, and #5]');
  expect(row(scores, 2)).toEqual(row(scores, 5));
});

test('tokens called like properties of objects are tokens', async ({ page }) => {
  await open(page, { text: '__proto__ constructor toString __proto__', split: 'space' });
  expect(await labels(page)).toEqual(['__proto__', 'constructor', 'toString', '__proto__']);
  const X = await read(page, 'X');
  expect(row(X, 0)).toEqual(row(X, 3));
  expect(row(X, 0)).not.toEqual(row(X, 1));
});

test('markup in a token is text, character for character', async ({ page }) => {
  const tokens = [
    'a<b<c',
    '<img/src=x/onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    "'/onmouseover='alert(1)",
    '&lt;',
    '</script>',
    'javascript:alert(1)',
    '{{7*7}}',
  ];
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await open(page, { text: tokens.join(' '), split: 'space' });
  const titles = await page
    .getByRole('radio')
    .locator('bdi')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
  expect(titles).toEqual(tokens);
  await cell(page, 'scores', 1, 2).click();
  await expect(inspector(page).locator('header code')).toContainText('<img/src=x/onerr');
  expect(
    await page.locator('#page img, #page script, #page [onload], #page [onerror], #page [onmouseover]').count(),
  ).toBe(0);
  expect(alerts).toBe(0);
});

for (const [text, tokens] of [
  ['testing🤔', ['t', 'e', 's', 't', 'i', 'n', 'g', '🤔']],
  ['hi😀', ['h', 'i', '😀']],
  ['👩‍👩‍👧‍👦', ['👩‍👩‍👧‍👦']],
  ['🇨🇭', ['🇨🇭']],
  ['e\u0301', ['e\u0301']],
  ['你好', ['你', '好']],
  ['🏃🏽‍♀️', ['🏃🏽‍♀️']],
] as const) {
  test(`a character is what a reader calls one: ${text}`, async ({ page }) => {
    await open(page, { text, split: 'character' });
    expect(await labels(page)).toEqual(tokens.map((token) => token.normalize('NFC')));
    expect(decodeURIComponent(new URL(page.url()).hash)).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });
}

test('right-to-left tokens stand where they were typed, each isolated', async ({ page }) => {
  const tokens = ['שלום', '(x)', 'world', '123', 'مرحبا', 'a!', '\u202Eabc'];
  await open(page, { text: tokens.join(' '), split: 'space' });
  expect(await labels(page)).toEqual([...tokens.slice(0, -1), '‹RLO›abc']);
  const places = await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(places).toEqual([...places].sort((a, b) => b - a)); // it begins in Hebrew, and is laid from the right
  for (const label of await page.locator('.labels bdi, .tops bdi').all()) {
    expect(await label.evaluate((one) => getComputedStyle(one).unicodeBidi)).toBe('isolate');
  }
});

test('a sentence of Chinese is split into words, or into characters', async ({ page }) => {
  await open(page, { text: '我爱北京天安门', lang: 'zh' });
  await expect(page.getByRole('radio')).toHaveCount(4);
  await page.getByRole('button', { name: '按字' }).click();
  await expect(page.getByRole('radio')).toHaveCount(7);
  await settled(page);
  expect((await read(page, 'scores')).rows).toBe(7);
});

test('no text leaves brackets without rows, and typing brings rows back', async ({ page }) => {
  await open(page, writing);
  await field(page).fill('   ');
  await expect(page.locator('.empty')).toHaveText('Type a word to begin.');
  await expect(page.locator('x-matrix .c')).toHaveCount(0);
  await expect(grid(page, 'scores')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/NaN|Infinity|undefined/);
  await field(page).fill('two words');
  await expect(grid(page, 'scores').getByRole('gridcell')).toHaveCount(4);
});

test('too many tokens are refused in place, and the picture stays', async ({ page }) => {
  await open(page, { text: 'here I stay' });
  const before = await read(page, 'scores');
  await field(page).fill('w '.repeat(93));
  await expect(page.locator('#text-note')).toContainText('64 tokens is the most this page takes; this is 93.');
  expect(await read(page, 'scores')).toEqual(before);
  expect(page.url()).not.toContain('w+w');
  await field(page).fill('w '.repeat(64));
  await expect(page.getByRole('radio')).toHaveCount(64);
  await expect(page.locator('#text-note')).toContainText('64 tokens.');
});

test('a token of 5,000 characters is shortened where it is shown, and does not stretch the page', async ({ page }) => {
  await open(page, { split: 'space' });
  await field(page).fill(`${'👩‍👩‍👧‍👦'.repeat(400)} b`);
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(page.getByRole('radio').first()).toContainText('…');
  await field(page).fill(`${'x'.repeat(5000)} b`);
  await expect(page.getByRole('radio').first()).toContainText('xxxxxxxxxxxxxxxx…');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  await field(page).fill('x'.repeat(6001));
  await expect(page.locator('#text-note')).toContainText('6000 characters is the most this page takes; this is 6001.');
});

test('<pad> is one token, and is left out of the valid length', async ({ page }) => {
  await open(page, { text: 'one two <pad> <pad>' });
  expect(await labels(page)).toEqual(['one', 'two', '<pad>', '<pad>']);
  await expect(page.getByLabel('valid_lens')).toHaveValue('2');
  const weights = await read(page, 'attentionWeights');
  for (let i = 0; i < 4; i += 1) expect(row(weights, i).slice(2)).toEqual([0, 0]);
});

test('of a sentence longer than its line the word that reads is in sight', async ({ page }) => {
  await open(page, { text: Array.from({ length: 24 }, (_, i) => `word${i}`).join(' '), lang: 'en' });
  const isSeen = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [word, line] = [box('.scroller [aria-checked="true"]'), box('.scroller')];
      return word.width > 0 && word.left >= line.left && word.right <= line.right;
    });
  await expect.poll(isSeen).toBe(true);
});
