// Any cell of any stage shows the sum it came from, in the numbers on screen.
import { expect, type Page, test } from '@playwright/test';
import { cell, column, dot, grid, inspected, inspector, open, printed, read, row, writing } from './support';

/** The operands, products and total that the inspector shows, at full length. */
async function shownSum(page: Page) {
  const numbers = (name: string) =>
    inspector(page)
      .locator(`[data-${name}]`)
      .evaluateAll((all, key) => all.map((one) => Number((one as HTMLElement).dataset[key])), name);
  return {
    left: await numbers('left'),
    right: await numbers('right'),
    products: await numbers('product'),
    total: (await numbers('total'))[0],
  };
}

for (const [result, left, right, turned] of [
  ['Q', 'X', 'W_q', false],
  ['K', 'X', 'W_k', false],
  ['V', 'X', 'W_v', false],
  ['scores', 'Q', 'K', true],
  ['output', 'attentionWeights', 'V', false],
] as const) {
  test(`hovering a cell of ${result} shows its row of ${left}, its ${turned ? 'row' : 'column'} of ${right} and their products`, async ({
    page,
  }) => {
    await open(page, { text: 'the dog that chased cats was tired', num_hiddens: result === 'scores' ? 4 : 7 });
    const [made, a, b] = [await read(page, result), await read(page, left), await read(page, right)];
    const at = { row: 4, col: 2 };
    await cell(page, result, at.row, at.col).hover();
    await expect(inspector(page).locator('header code')).toContainText(`${result}[`);
    const sum = await shownSum(page);
    const operands = [row(a, at.row), turned ? row(b, at.col) : column(b, at.col)] as const;
    expect(sum.left).toEqual(operands[0]);
    expect(sum.right).toEqual(operands[1]);
    expect(sum.products).toEqual(operands[0].map((value, i) => value * (operands[1][i] ?? 0)));
    expect(sum.total).toBeCloseTo(dot(...operands), 12);
    const value = made.values[at.row * made.cols + at.col] ?? Number.NaN;
    const { value: number, half } = printed(await inspected(page));
    expect(Math.abs(number - value)).toBeLessThanOrEqual(half);
  });
}

test('a share shows the whole row: masked, minus the largest, exponentiated, divided', async ({ page }) => {
  await open(page, writing);
  const [masked, weights] = [await read(page, 'masked'), await read(page, 'attentionWeights')];
  await cell(page, 'attentionWeights', 5, 2).hover();
  const lines = inspector(page).locator('tbody tr');
  await expect(lines).toHaveCount(masked.cols);
  const scores = row(masked, 5);
  const largest = Math.max(...scores);
  for (let key = 0; key < masked.cols - 1; key += 1) {
    const said = await lines.nth(key).locator('td').allTextContents();
    const score = scores[key] ?? Number.NaN;
    expect(printed(said[0] ?? '').value).toBeCloseTo(score, 3.9);
    expect(printed(said[1] ?? '').value).toBeCloseTo(score - largest, 3.9);
    expect(printed(said[2] ?? '').value).toBeCloseTo(Math.exp(score - largest), 3.9);
    expect(printed(said[3] ?? '').value).toBeCloseTo(row(weights, 5)[key] ?? Number.NaN, 3.9);
  }
  await expect(
    lines
      .nth(masked.cols - 1)
      .locator('td')
      .nth(3),
  ).toHaveText('0');
});

test('a forbidden cell is a hole that names every mask that forbids it', async ({ page }) => {
  await open(page, { text: 'a b c d', valid_lens: 3, causal: 1 });
  for (const [query, key, names] of [
    [0, 3, 'padding and looking ahead'],
    [0, 1, 'looking ahead'],
    [3, 3, 'padding'],
  ] as const) {
    await cell(page, 'masked', query, key).hover();
    await expect(inspector(page)).toContainText(`Forbidden by ${names}.`);
    await cell(page, 'attentionWeights', query, key).hover();
    await expect(inspector(page)).toContainText(`Exactly 0, never read: forbidden by ${names}.`);
    await expect(cell(page, 'attentionWeights', query, key)).toHaveText('0');
  }
  await cell(page, 'masked', 2, 1).hover();
  await expect(inspector(page)).toContainText('Allowed');
});

test('a long sum lists the largest eight and adds the others up', async ({ page }) => {
  await open(page, { num_hiddens: 32 });
  await cell(page, 'scores', 1, 0).hover();
  const sum = await shownSum(page);
  expect(sum.products).toHaveLength(8);
  const [Q, K] = [await read(page, 'Q'), await read(page, 'K')];
  const all = row(Q, 1).map((value, i) => value * (row(K, 0)[i] ?? 0));
  const others =
    dot(
      all,
      all.map(() => 1),
    ) - sum.products.reduce((a, b) => a + b, 0);
  await expect(inspector(page)).toContainText(`24 others, together ${others.toFixed(4).replace('-', '−')}`);
});

test('a click selects, leaving shows the selected cell again, and one selection lights every matrix', async ({
  page,
}) => {
  await open(page, writing);
  await cell(page, 'scores', 2, 6).click();
  await cell(page, 'scores', 0, 0).hover();
  await expect(inspector(page).locator('header code')).toHaveText('scores[the, the]');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(inspector(page).locator('header code')).toHaveText('scores[that, tired]');
  await expect(page.getByRole('radio', { name: 'that' })).toBeChecked();
  await expect(page.locator('.pytorch .lit')).toContainText('scores');
  for (const stage of ['scores', 'scaled', 'attentionWeights']) {
    expect(
      await grid(page, stage)
        .locator('.rules.down')
        .evaluate((line) => getComputedStyle(line).getPropertyValue('--at')),
    ).toBe('6');
  }
});
