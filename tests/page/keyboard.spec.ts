// Everything the mouse can do, without it.
import { expect, type Page, test } from '@playwright/test';
import { cell, grid, inspector, open, writing } from './support';

const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    return [at?.closest<HTMLElement>('x-matrix')?.dataset.stage, Number(at?.dataset.row), Number(at?.dataset.col)];
  });

test('arrows walk the cells of a matrix, Home and End go to its ends', async ({ page }) => {
  await open(page, writing);
  await cell(page, 'scores', 5, 1).focus();
  for (const [key, row, col] of [
    ['ArrowRight', 5, 2],
    ['ArrowUp', 4, 2],
    ['ArrowLeft', 4, 1],
    ['ArrowDown', 5, 1],
    ['Home', 5, 0],
    ['End', 5, 7],
    ['Control+Home', 0, 0],
    ['Control+End', 7, 7],
    ['ArrowDown', 7, 7],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page), key).toEqual(['scores', row, col]);
  }
  await expect(inspector(page).locator('header code')).toHaveText('scores[<pad>, <pad>]');
});

/** Keys on what has the focus, without a moment between them: faster than anything is drawn. */
const pressAtOnce = (keys: string[]) => {
  for (const key of keys)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};

test('keys faster than the drawing: none is lost, in a matrix of elements or in a painted one', async ({ page }) => {
  await open(page, writing);
  await cell(page, 'Q', 3, 1).evaluate((one: HTMLElement) => one.click());
  await cell(page, 'scores', 5, 1).evaluate((one: HTMLElement) => one.click());
  await page.evaluate(pressAtOnce, ['ArrowRight', 'ArrowRight', 'ArrowUp']);
  await expect.poll(() => focused(page)).toEqual(['scores', 4, 3]);
  await expect(inspector(page).locator('header code')).toHaveText('scores[cats, chased]');

  await open(page, { text: 'w '.repeat(24), split: 'space', at: 'masked.0.0.0.0.0.0.0' });
  await cell(page, 'X', 0, 0).focus();
  await expect(grid(page, 'masked').locator('canvas')).toBeVisible();
  await grid(page, 'masked').locator('.c').focus();
  const [, row, col] = await focused(page);
  await page.evaluate(pressAtOnce, ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight']);
  await expect.poll(() => focused(page)).toEqual(['masked', Number(row) + 1, Number(col) + 3]);
});

test('a cell is clicked and E pressed before anything is drawn: the number is being written', async ({ page }) => {
  await open(page, { ...writing, at: 'output.0.0.0.0.0.0.0' });
  await expect(inspector(page).getByRole('textbox')).toHaveCount(0);
  await cell(page, 'scores', 5, 1).evaluate((one: HTMLElement) => {
    one.click();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
    // The pointer goes on, and asks for another drawing.
    one.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    one.nextElementSibling?.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', bubbles: true }));
  });
  await expect(inspector(page).getByRole('textbox')).toBeFocused();
});

test('each matrix is one tab stop', async ({ page }) => {
  await open(page, writing);
  for (const matrix of await page.locator('x-matrix').all())
    await expect(matrix.locator('[tabindex="0"]')).toHaveCount(1);
  await cell(page, 'scores', 5, 1).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toEqual(['scaled', 5, 1]);
});

test('Page Down and Page Up follow the cell through the stages', async ({ page }) => {
  await open(page, writing);
  await cell(page, 'scores', 5, 1).focus();
  for (const stage of ['scaled', 'masked', 'attentionWeights', 'output']) {
    await page.keyboard.press('PageDown');
    await expect.poll(async () => (await focused(page))[0], stage).toBe(stage);
  }
  for (const stage of ['attentionWeights', 'masked', 'scaled', 'scores', 'Q', 'X']) {
    await page.keyboard.press('PageUp');
    await expect.poll(async () => (await focused(page))[0], stage).toBe(stage);
  }
  await expect.poll(async () => (await focused(page))[1]).toBe(5);
});

test('Enter goes into the explanation and Escape comes back', async ({ page }) => {
  await open(page, writing);
  await cell(page, 'scores', 5, 1).focus();
  await page.keyboard.press('Enter');
  await expect(inspector(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toEqual(['scores', 5, 1]);
});

test('brackets step through the formula, ? lists the keys', async ({ page }) => {
  await open(page, writing);
  await cell(page, 'scores', 5, 1).focus();
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Scale');
  await expect(page.locator('.stops [aria-current="step"]')).toContainText('scale');
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Match');
  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Keys' })).toBeVisible();
});

test('comma and full stop change the head', async ({ page }) => {
  await open(page, { num_hiddens: 8, num_heads: 2 });
  await cell(page, 'scores', 5, 1).focus();
  await page.keyboard.press('.');
  await expect(page.getByRole('button', { name: 'head 1' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(',');
  await expect(page.getByRole('button', { name: 'head 0' })).toHaveAttribute('aria-pressed', 'true');
});

test('a walk is announced in words', async ({ page }) => {
  await open(page, { lang: 'en', text: 'the dog that chased cats was asleep <pad>', at: 'scores.0.5.5.1.0.0.0' });
  const live = page.locator('[aria-live="polite"]');
  await cell(page, 'scores', 5, 1).focus();
  await page.keyboard.press('ArrowRight');
  const text = await cell(page, 'scores', 5, 2).textContent();
  await expect(live).toHaveText(`scores, query was, key that, ${text?.trim()}`);
  await page.getByRole('button', { name: '中文' }).click();
  await cell(page, 'masked', 5, 2).focus();
  await page.keyboard.press('End');
  await expect(live).toHaveText('masked，查询 was，键 <pad>，禁止（填充）');
});

test('the reader is chosen with arrows', async ({ page }) => {
  await open(page, writing);
  await page.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'tired' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'tired' })).toBeFocused();
  await expect(inspector(page).locator('header code')).toHaveText('scores[tired, dog]');
});

test('rows and columns of a grid have names', async ({ page }) => {
  await open(page, { text: 'the cat and the dog' });
  const names = ['the #0', 'cat', 'and', 'the #3', 'dog'];
  await expect(grid(page, 'scores').getByRole('columnheader')).toHaveText([/^scores/, ...names]);
  await expect(grid(page, 'scores').getByRole('rowheader')).toHaveText(names);
});

test('keys need no Tab first: on a fresh page and after a click on blank space, also with Chinese punctuation', async ({
  page,
}) => {
  await open(page, { ...writing, num_hiddens: 8, num_heads: 2 });
  const list = page.getByRole('region', { name: 'Keys' });
  await page.keyboard.press('?');
  await expect(list).toBeInViewport();
  await page.locator('body').click({ position: { x: 4, y: 300 } });
  await page.evaluate(pressAtOnce, ['？']);
  await expect(list).toHaveCount(0);
  await page.keyboard.press(']');
  await expect(page.locator('.stops [aria-current="step"]')).toContainText('scale');
  await page.evaluate(pressAtOnce, ['。']);
  await expect(page.getByRole('button', { name: 'head 1' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('m');
  const masked = cell(page, 'masked', 5, 1);
  await expect(masked).toHaveClass(/hole/);
  await page.keyboard.press('Control+z');
  await expect(masked).not.toHaveClass(/hole/);
  // In a field they are letters; elsewhere on the page they are nobody's.
  await page.getByRole('switch', { name: 'No looking ahead' }).focus();
  await page.keyboard.press('m');
  await page.getByLabel('Your sentence').press('m');
  await expect(masked).not.toHaveClass(/hole/);
});

for (const stage of ['scores', 'scaled', 'masked', 'attentionWeights']) {
  test(`M leaves the keyboard where it is: ${stage}`, async ({ page }) => {
    await open(page, { ...writing, at: `${stage}.0.5.5.1.0.0.0` });
    await cell(page, stage, 5, 1).focus();
    for (const weight of ['0', /^0\.\d+$/, '0']) {
      await page.keyboard.press('m');
      await expect(cell(page, 'attentionWeights', 5, 1)).toHaveText(weight);
      await expect.poll(() => focused(page)).toEqual([stage, 5, 1]);
    }
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toEqual([stage, 5, 2]);
  });
}
