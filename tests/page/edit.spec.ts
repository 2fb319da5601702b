// Anything can be changed: what depends on it is computed again, the difference is shown, and it can be undone.
import { expect, type Page, test } from '@playwright/test';
import { cell, column, dot, grid, inspected, inspector, open, productBound, read, row, settled } from './support';

const words = { text: 'the dog that chased cats', num_hiddens: 4 };
const editor = (page: Page) => inspector(page).getByRole('textbox');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function write(page: Page, stage: string, at: [number, number], text: string): Promise<void> {
  const chosen = cell(page, stage, ...at);
  await chosen.click();
  const value = (await chosen.getAttribute('data-value')) ?? '';
  await expect(inspector(page).locator('.value')).toHaveAttribute('data-value', value); // what is written goes into this cell
  await editor(page).fill(text);
  await editor(page).press('Enter');
}

test('an embedding: its row of Q, K, V and every score with it follow; undo puts all of it back', async ({ page }) => {
  await open(page, words);
  const [Q, scores] = [await read(page, 'Q'), await read(page, 'scores')];
  await write(page, 'X', [1, 2], '1.5');
  await expect.poll(async () => (await read(page, 'X')).values[6]).toBe(1.5);
  const [X, W_q, now] = [await read(page, 'X'), await read(page, 'W_q'), await read(page, 'Q')];
  expect(row(now, 0)).toEqual(row(Q, 0));
  for (const [j, value] of row(now, 1).entries()) {
    const [left, right] = [row(X, 1), column(W_q, j)];
    expect(Math.abs(value - dot(left, right))).toBeLessThanOrEqual(productBound(left, right));
  }
  await expect(grid(page, 'scores').locator('.corner')).not.toHaveCount(0);
  await expect(inspector(page)).toContainText('Set by hand');
  await button(page, 'Undo').click();
  await expect.poll(() => read(page, 'scores')).toEqual(scores);
  await button(page, 'Redo').click();
  await expect.poll(async () => (await read(page, 'X')).values[6]).toBe(1.5);
});

test('a parameter, a score and a weight; each says what it was and can be put back', async ({ page }) => {
  await open(page, words);
  const output = await read(page, 'output');
  for (const [stage, text] of [
    ['W_k', '−2'],
    ['scores', '4.25'],
    ['attentionWeights', '1'],
  ] as const) {
    const was = (await read(page, stage)).texts[1 * (await read(page, stage)).cols + 2];
    await write(page, stage, [1, 2], text);
    await expect.poll(() => read(page, 'output')).not.toEqual(output);
    expect(await inspected(page)).toContain(text);
    await button(page, `Put back ${was}`).click();
    await expect.poll(() => read(page, 'output')).toEqual(output);
  }
});

test('a weight set by hand leaves the other weights; its row need not add up to 1, and the sum says so', async ({
  page,
}) => {
  await open(page, words);
  const before = row(await read(page, 'attentionWeights'), 2);
  await write(page, 'attentionWeights', [2, 0], '2');
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 2)[0]).toBe(2);
  expect(row(await read(page, 'attentionWeights'), 2).slice(1)).toEqual(before.slice(1));
  await expect(page.locator('.sums span').nth(2)).toHaveText((2 + 1 - (before[0] ?? 0)).toFixed(2));
});

test('what is no number changes nothing and says what was expected', async ({ page }) => {
  await open(page, words);
  const before = await read(page, 'scores');
  for (const [text, said] of [
    ['much', 'Expected a number, got “much”. Nothing was changed.'],
    ['', 'Expected a number, got “”'],
    ['1e9', 'Expected a number between −1,000,000 and 1,000,000, got 1e9.'],
  ] as const) {
    await write(page, 'scores', [0, 1], text);
    const note = inspector(page).getByRole('alert');
    await expect(note).toContainText(said);
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(editor(page)).toBeFocused();
    await expect(editor(page)).toHaveValue(text); // what was written can be mended
    expect(await read(page, 'scores')).toEqual(before);
  }
  await page.keyboard.press('Tab');
  await expect(editor(page)).toHaveValue('1e9');
  await editor(page).press('Escape');
  await expect(inspector(page).getByRole('alert')).toBeEmpty();
  await expect.poll(() => inspected(page)).toBe(before.texts[1]);

  await page.getByText('Window, scale, dropout').click();
  const cap = page.getByLabel('0 is none');
  await cap.fill('-2');
  await cap.press('Tab');
  await expect(page.locator('#softcap-note')).toHaveText('Expected a number from 0 to 1,000,000. Nothing was changed.');
  await expect(cap).toHaveValue('-2');
  await cap.press('Escape');
  await expect(cap).toHaveValue('0');
  await expect(page.locator('#softcap-note')).toBeEmpty();
});

/** What the page was made from, as its address has it. */
const edits = (page: Page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('edits');

test('what nobody changed is never committed, Escape never commits, and Ctrl+Z in a field travels the history', async ({
  page,
}) => {
  await open(page, words);
  const X = await read(page, 'X');
  const chosen = cell(page, 'X', 1, 2);
  await chosen.click();
  // Opened and left in every way: the number has more digits than are printed.
  for (const keys of [
    ['e', 'Enter'],
    ['e', 'Escape'],
    ['e', 'Tab'],
    ['e', '7', 'Escape', 'Tab'],
    ['e', '7', 'Control+z', 'Tab'],
  ]) {
    await chosen.click();
    for (const key of keys) await page.keyboard.press(key);
    expect(await read(page, 'X'), keys.join()).toEqual(X);
  }
  await write(page, 'X', [1, 2], '1.5');
  await expect(chosen).toBeFocused();
  await page.keyboard.press('e');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(page, 'X')).toEqual(X);
  await expect(editor(page)).toBeFocused();
  await expect(editor(page)).toHaveValue(X.texts[6] ?? '');
  await page.keyboard.press('Escape');
  await expect(chosen).toBeFocused();
  await page.locator('body').click({ position: { x: 4, y: 400 } }); // blank space
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await read(page, 'X')).values[6]).toBe(1.5);
  await expect.poll(() => edits(page)).toBe('X.6.1.5');
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(page, 'X')).toEqual(X);

  // Another number: a seed that is being written, and let go.
  const seed = page.getByLabel('seed of the weights');
  const was = await seed.inputValue();
  await seed.fill('12');
  await seed.press('Escape');
  await seed.press('Tab');
  await expect(seed).toHaveValue(was);
  await seed.fill('13');
  await seed.press('Enter');
  await expect.poll(() => read(page, 'scores')).not.toEqual(X);
  await seed.press('Control+z');
  await expect(seed).toHaveValue(was);

  // One’s own sentence is part of the same history: one stretch of writing is undone at once.
  const sentence = page.getByLabel('Your sentence');
  await sentence.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' again');
  await expect(page.getByRole('radio')).toHaveCount(6);
  await page.keyboard.press('Control+z');
  await expect(sentence).toHaveValue(words.text);
  await expect(page.getByRole('radio')).toHaveCount(5);
  await page.keyboard.press('Control+y');
  await expect(sentence).toHaveValue(`${words.text} again`);
});

test('a pointer that passes other cells changes nothing of what is being written', async ({ page }) => {
  await open(page, words);
  await cell(page, 'scores', 1, 2).click();
  await page.keyboard.press('e');
  await page.keyboard.type('2.5');
  await cell(page, 'scores', 3, 1).hover();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(page, 'scores')).values[7]).toBe(2.5);
  await expect.poll(() => edits(page)).toBe('scores.7.2.5');
});

test('changes are in the address', async ({ page }) => {
  await open(page, { ...words, num_heads: 2 });
  await write(page, 'scores', [3, 1], '3');
  await page.keyboard.press('Escape');
  await cell(page, 'masked', 2, 2).click();
  await button(page, 'Forbid this pair').click();
  await expect(cell(page, 'masked', 2, 2)).toHaveClass(/hole/);
  const before = await read(page, 'output');
  await page.reload();
  await settled(page);
  expect(await read(page, 'output')).toEqual(before);
  await expect(cell(page, 'masked', 2, 2)).toHaveAttribute('data-holes', 'hand');
  await button(page, 'Put back the changed number').click();
  await button(page, 'Allow all painted pairs again').click();
  await expect(cell(page, 'masked', 2, 2)).not.toHaveClass(/hole/);
});

test('a mask is painted: the first cell decides, a stroke back allows, Shift fills a rectangle', async ({ page }) => {
  await open(page, { ...words, at: 'masked.0.0.0.0.0.0.0' });
  await button(page, 'Paint pairs by hand').click();
  const middle = async (r: number, c: number) => {
    const box = await cell(page, 'masked', r, c).boundingBox();
    if (!box) throw new Error('the cell is not drawn');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const stroke = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(...(await middle(...from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(...to)), { steps: 12 });
    await page.mouse.up();
  };
  const holes = () => grid(page, 'masked').locator('.c.hole');
  await grid(page, 'masked').scrollIntoViewIfNeeded();
  await stroke([1, 0], [1, 3]);
  await expect(holes()).toHaveCount(4);
  expect(row(await read(page, 'attentionWeights'), 1).slice(0, 4)).toEqual([0, 0, 0, 0]);
  await stroke([1, 2], [1, 3]);
  await expect(holes()).toHaveCount(2);
  await page.mouse.click(...(await middle(3, 1)));
  await page.keyboard.down('Shift');
  await page.mouse.click(...(await middle(4, 3)));
  await page.keyboard.up('Shift');
  await expect(holes()).toHaveCount(2 + 6);
});

test('by keyboard: E changes, M forbids, Ctrl+Z and Shift+Ctrl+Z travel; in Chinese', async ({ page }) => {
  await open(page, { text: '猫 坐 着', split: 'space', lang: 'zh' });
  await cell(page, 'scores', 1, 1).click();
  await page.keyboard.press('e');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('−0.5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(page, 'scores')).values[4]).toBe(-0.5);
  await expect(inspector(page)).toContainText('手动设定');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'scores', 1, 1)).toBeFocused();
  await page.keyboard.press('m');
  await expect.poll(async () => (await read(page, 'attentionWeights')).values[4]).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await read(page, 'attentionWeights')).values[4]).toBeGreaterThan(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await read(page, 'scores')).values[4]).not.toBe(-0.5);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => (await read(page, 'scores')).values[4]).toBe(-0.5);
});

test('lines are a batch, each with a valid length of its own', async ({ page }) => {
  await open(page, { text: 'one two three\nfour', split: 'space' });
  await expect(page.locator('.strip .shape')).toContainText('(2, 3, 3)');
  expect(row(await read(page, 'attentionWeights'), 0)[2]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'sentence 2' }).click();
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 0)).toEqual([1, 0, 0]);
  await page.getByLabel('valid length of sentence 2').fill('2');
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 0)[2]).toBe(0);
  expect(row(await read(page, 'attentionWeights'), 0)[1]).toBeGreaterThan(0);
});

test('a sentence reads another: rectangles, alignment said, and back to itself', async ({ page }) => {
  await open(page, { text: 'a b', split: 'space' });
  await button(page, 'Let it read another sentence').click();
  await page.getByLabel('The sentence it reads').fill('u v w x');
  await expect.poll(async () => (await read(page, 'scores')).cols).toBe(4);
  expect((await read(page, 'queries')).rows).toBe(2);
  expect((await read(page, 'keys')).rows).toBe(4);
  await page.getByRole('switch', { name: 'No looking ahead' }).check();
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 0).slice(1)).toEqual([0, 0, 0]);
  await page.getByText('Window, scale, dropout').click();
  await button(page, 'so that the last meet').click();
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 1)[3]).toBeGreaterThan(0);
  expect(row(await read(page, 'attentionWeights'), 0)[3]).toBe(0);
  await button(page, 'Let it read itself again').click();
  await expect.poll(async () => (await read(page, 'scores')).cols).toBe(2);
});

test('window, scale, softcap and dropout', async ({ page }) => {
  await open(page, words);
  await page.getByText('Window, scale, dropout').click();
  await page.getByRole('switch', { name: 'Only near by' }).check();
  await page.getByLabel('to the right').fill('0');
  await page.getByLabel('to the right').press('Enter');
  await expect
    .poll(async () => row(await read(page, 'attentionWeights'), 2).map((w) => w > 0))
    .toEqual([false, true, true, false, false]);
  await cell(page, 'masked', 2, 4).click();
  await expect(inspector(page)).toContainText('Forbidden by the window');
  await page.getByLabel('in place of 1/√d').fill('2');
  await page.getByLabel('in place of 1/√d').press('Enter');
  const scores = await read(page, 'scores');
  await expect.poll(async () => (await read(page, 'scaled')).values[0]).toBe((scores.values[0] ?? 0) * 2);
  await page.getByLabel('0 is none').fill('1');
  await page.getByLabel('0 is none').press('Enter');
  await expect.poll(async () => Math.max(...(await read(page, 'scaled')).values.map(Math.abs))).toBeLessThanOrEqual(1);
  await page.getByLabel('probability').fill('0.5');
  await expect.poll(async () => (await read(page, 'dropped')).rows).toBe(5);
  const [weights, dropped] = [await read(page, 'attentionWeights'), await read(page, 'dropped')];
  for (const [i, value] of dropped.values.entries())
    if (value !== 0) expect(value).toBeCloseTo(2 * (weights.values[i] ?? 0), 6);
  await button(page, 'Drop others').click();
  await expect.poll(() => read(page, 'dropped')).not.toEqual(dropped);
});

test('with positions off, shuffled tokens carry their output with them; with positions on, they do not', async ({
  page,
}) => {
  for (const position of [0, 1]) {
    await open(page, { text: 'one two three four', split: 'space', position });
    const names = () => page.getByRole('radio').locator('bdi').allTextContents();
    const lines = async () => {
      const output = await read(page, 'output');
      return new Map((await names()).map((name, i) => [name, row(output, i)]));
    };
    const before = await lines();
    await button(page, 'Shuffle the tokens').click();
    await expect.poll(names).not.toEqual([...before.keys()]);
    await expect.poll(async () => (await read(page, 'output')).rows).toBe(4);
    const after = await lines();
    const differences = [...before].map(([name, numbers]) =>
      Math.max(...numbers.map((value, i) => Math.abs(value - (after.get(name)?.[i] ?? Number.NaN)))),
    );
    // The same sums in another order.
    if (position === 0) expect(Math.max(...differences)).toBeLessThan(1e-5);
    else expect(Math.max(...differences)).toBeGreaterThan(1e-3);
  }
});

test('heads fan out: the weights of each, and a cell of one chooses that head', async ({ page }) => {
  await open(page, { ...words, num_hiddens: 8, num_heads: 4 });
  await button(page, 'fan out').click();
  const sheets = page.locator('.fan x-matrix');
  await expect(sheets).toHaveCount(4);
  await sheets.nth(2).locator('.c[data-row="3"][data-col="1"]').click();
  await expect(button(page, 'head 2')).toHaveAttribute('aria-pressed', 'true');
  await expect(inspector(page)).toContainText('attention_weights[2, chased, dog]');
  const small = await sheets
    .nth(2)
    .locator('.c')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.value));
  await button(page, 'stack').click();
  await expect(sheets).toHaveCount(0);
  expect((await read(page, 'attentionWeights')).values).toEqual(small.map(Number));
});

test('heads share keys and values', async ({ page }) => {
  await open(page, { ...words, num_hiddens: 8, num_heads: 4, num_kv_heads: 2 });
  const keys = [];
  for (const head of [0, 1, 2]) {
    await button(page, `head ${head}`).click();
    await expect(button(page, `head ${head}`)).toHaveAttribute('aria-pressed', 'true');
    keys.push(await read(page, 'K'));
  }
  expect(keys[0]).toEqual(keys[1]);
  expect(keys[2]).not.toEqual(keys[1]);
  await page.getByLabel('heads of K and V').fill('4');
  await expect.poll(async () => (await read(page, 'K')).values).not.toEqual(keys[1]?.values);
});
