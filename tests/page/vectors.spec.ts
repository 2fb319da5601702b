// Own words have real vectors where they are known, and say so; the files come when they are wanted.
import { expect, type Page, test } from '@playwright/test';
import { cell, inspector, open, read, readAll, row } from './support';

const sources = (page: Page) => page.locator('.source').allTextContents();

test('every word says whose vector it has', async ({ page }) => {
  await open(page, { lang: 'en', text: 'Cat zorb 猫', split: 'space' });
  expect(await sources(page)).toEqual(['word', 'random vector', 'from cat']);
  const X = await read(page, 'X');
  expect(row(X, 2)).toEqual(row(X, 0));
  expect(row(X, 1)).not.toEqual(row(X, 0));
  for (const [token, sentence] of [
    [0, 'learned from how the word is used (GloVe)'],
    [1, 'drawn from a seed made of its letters'],
    [2, 'has the vector of the English word cat (GloVe)'],
  ] as const) {
    await cell(page, 'X', token, 0).hover();
    await expect(inspector(page)).toContainText(sentence);
  }
  await open(page, { lang: 'zh', text: 'zorb 猫 把 只', split: 'space' });
  expect(await sources(page)).toEqual(['随机向量', '译自 cat', '虚词，随机', '量词，随机']);
  await cell(page, 'X', 2, 0).hover();
  await expect(inspector(page)).toContainText('是虚词，英文里没有意思相当的词');
});

test('with identity projections related words attend to each other', async ({ page }) => {
  const text = 'king stone queen river';
  await open(page, { lang: 'en', text, num_hiddens: 32 });
  await page.getByRole('switch', { name: 'Identity projections' }).check();
  await expect(page.locator('.untrained')).toContainText('Identity');
  await expect(async () => {
    const { X, ...same } = await readAll(page, ['X', 'Q', 'K', 'V']);
    for (const { values } of Object.values(same)) expect(values).toEqual(X?.values);
  }).toPass();
  const W = await read(page, 'attentionWeights');
  const [king, queen] = [row(W, 0), row(W, 2)];
  for (const other of [1, 3]) {
    expect(king[2]).toBeGreaterThan(1.5 * (king[other] ?? 1));
    expect(queen[0]).toBeGreaterThan(1.5 * (queen[other] ?? 1));
  }
  await page.reload();
  await expect.poll(async () => (await read(page, 'attentionWeights')).values).toEqual(W.values);
});

test('identities join heads too', async ({ page }) => {
  await open(page, { lang: 'en', text: 'king queen', num_hiddens: 4, num_heads: 2, identity: 1 });
  expect((await read(page, 'output')).values).toEqual((await read(page, 'concat')).values);
  await cell(page, 'W_q', 0, 0).hover();
  await expect(inspector(page)).toContainText('1 on the diagonal');
});

test('the vectors are fetched for own words, once, and not for the first view', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, { lang: 'en' });
  const fetched = () => asked.filter((url) => /vectors.*\.bin|words.*\.txt/.test(url));
  expect(fetched()).toEqual([]);
  await page.getByRole('button', { name: 'write your own sentence' }).click();
  await page.getByLabel('Your sentence').fill('a cat');
  await expect(page.locator('.source')).toHaveCount(2);
  await page.getByLabel('Your sentence').fill('a cat sat');
  await expect(page.locator('.source')).toHaveCount(3);
  expect(fetched()).toHaveLength(2);
});

test('where they cannot be had every word has a vector of its own, and they are asked for again', async ({ page }) => {
  await page.route(/vectors.*\.bin/, (route) => route.abort());
  await open(page, { lang: 'en', text: 'king queen' });
  expect(await sources(page)).toEqual(['random vector', 'random vector']);
  await page.unroute(/vectors.*\.bin/);
  await page.getByLabel('Your sentence').fill('king queen too');
  await expect.poll(() => sources(page)).toEqual(['word', 'word', 'word']);
});

test('every hidden size has them', async ({ page }) => {
  await open(page, { lang: 'en', text: 'king queen' });
  for (const size of [1, 64]) {
    await page.getByLabel('num_hiddens').fill(String(size));
    await expect.poll(async () => (await read(page, 'X')).cols).toBe(size);
    expect(await sources(page)).toEqual(['word', 'word']);
  }
});
