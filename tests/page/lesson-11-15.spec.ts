// Sections 11 to 15 of the lesson, done as a person does them. Every number is compared with float64 over cells on screen.
import { expect, type Locator, test } from '@playwright/test';
import { answer, come, distance, exerciseOf, numbers, rowsOf, verdictOf } from './lesson-support';

/** Sums of up to eight products of numbers below 4, each within float32 rounding. */
const near = 1e-5;

const shapeOf = (here: Locator, name: string): Locator => here.locator(`[data-shape-of="${name}"] dd`);

test('§11 an output row is the sum of the value rows by the weights one sets', async ({ page }) => {
  const here = await come(page, 11, 'en');
  const weights = () =>
    here.locator('.weight').evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.weight)));
  const output = () => numbers(here, 'output');
  await here.getByRole('button', { name: 'V', exact: true }).click();
  const V = rowsOf(await numbers(here, 'V'), 4);

  const matches = async () => {
    const row = await weights();
    expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    const expected = V[0]?.map((_, column) =>
      V.reduce((sum, value, i) => sum + (row[i] ?? 0) * (value[column] ?? 0), 0),
    );
    for (const [i, value] of (await output()).entries())
      expect(Math.abs(value - (expected?.[i] ?? 0))).toBeLessThan(near);
  };
  await matches();

  await here.getByRole('slider', { name: 'Weight of trees' }).focus();
  await page.keyboard.press('End');
  await expect(here.getByRole('slider', { name: 'Weight of dog' })).toHaveAttribute('aria-valuetext', '0.00');
  await expect.poll(output).toEqual(V[5]); // the row itself: 1 times it, 0 times the rest
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await weights())[5]).toBeLessThan(1);
  await matches();
  await here.getByRole('button', { name: 'All equal' }).click();
  await expect.poll(async () => (await weights())[0]).toBeCloseTo(1 / 7, 6);
  await matches();

  const half = ((V[1]?.[0] ?? 0) + (V[5]?.[0] ?? 0)) / 2;
  const exercise = exerciseOf(here);
  await answer(exercise, String(half + 0.1));
  await expect(verdictOf(exercise)).toContainText('Not quite.');
  await answer(exercise, 'a half');
  await expect(verdictOf(exercise)).toHaveText('Write a number, such as 0.25, 1/4 or 25%.');
  await answer(exercise, half.toFixed(2).replace('-', '−'));
  await expect(verdictOf(exercise)).toContainText('Right.');
});

test('§12 one word goes in as one row twice, and comes out as two', async ({ page }) => {
  const here = await come(page, 12, 'zh');
  const apart = (which: number) => here.locator('.two').nth(which).getAttribute('data-distance').then(Number);
  const matches = async () => {
    for (const [which, name] of ['X', 'output'].entries()) {
      const [one, two] = rowsOf(await numbers(here, name), 4);
      expect(await apart(which)).toBeCloseTo(distance(one, two), 6);
    }
  };
  await matches();
  expect(await apart(0)).toBe(0);
  expect(await apart(1)).toBeGreaterThan(1);
  await expect(here.locator('.far').first()).toContainText('恰好是 0');

  await here.getByRole('button', { name: '妈妈' }).click();
  await expect(here.locator('.said b')).toHaveText(['妈妈', '妈妈']);
  await matches();
  expect(await apart(1)).toBeGreaterThan(0.1); // so the answer below is true

  const exercise = exerciseOf(here);
  await exercise.getByRole('button', { name: '相同，因为输入相同' }).click();
  await expect(verdictOf(exercise)).toContainText('还不对。');
  await exercise.getByRole('button', { name: '不完全相同' }).click();
  await expect(verdictOf(exercise)).toContainText('对。');
});

test('§13 rows ask and columns answer: a square for one sequence, a rectangle for two', async ({ page }) => {
  const here = await come(page, 13, 'en');
  await expect(shapeOf(here, 'scores')).toHaveText('(1, 3, 5)');
  const queries = here.getByRole('slider', { name: 'num_queries' });
  await queries.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(shapeOf(here, 'scores')).toHaveText('(1, 2, 5)');
  await here.getByRole('slider', { name: 'num_kv_pairs' }).focus();
  await page.keyboard.press('End');
  await expect(shapeOf(here, 'attention_weights')).toHaveText('(1, 2, 8)');
  await expect(shapeOf(here, 'K')).toHaveText('(1, 8, 4)');
  await expect(shapeOf(here, 'output')).toHaveText('(1, 2, 4)');
  expect(rowsOf(await numbers(here, 'attention_weights'), 8)).toHaveLength(2);

  await here.getByRole('button', { name: 'itself' }).click();
  await expect(shapeOf(here, 'scores')).toHaveText('(1, 2, 2)');
  await here.getByRole('slider', { name: 'num_steps' }).fill('6');
  await expect(shapeOf(here, 'scores')).toHaveText('(1, 6, 6)');

  const shape = exerciseOf(here);
  await answer(shape, '1, 7, 3');
  await expect(verdictOf(shape)).toContainText('transpose');
  await answer(shape, '(1 × 3 × 7)');
  await expect(verdictOf(shape)).toContainText('Right.');
  const pairs = exerciseOf(here, 1);
  await pairs.getByRole('button', { name: 'They need not be equal' }).click();
  await expect(verdictOf(pairs)).toContainText('Not quite.');
  await pairs.getByRole('button', { name: /handed out by the weight/ }).click();
  await expect(verdictOf(pairs)).toContainText('Right.');
});

test('§14 every shape from (2, 4, 8) on is asked for, and compared with a trace', async ({ page }) => {
  const here = await come(page, 14, 'zh');
  const fill = async (shapes: readonly string[]) => {
    const names = ['Q', 'K', 'V', 'scores', 'attention_weights', 'output'];
    for (const [i, name] of names.entries())
      await here.getByRole('textbox', { name: `${name} 的形状` }).fill(shapes[i] ?? '');
    await page.keyboard.press('Enter');
  };
  await fill(['2 4 8', '(2,4,8)', '2×4×8', '2, 4, 8', '２，４，４', '不知道']);
  await expect(here.getByRole('status')).toHaveText('六个里对了 4 个，还有 1 个没填好。');
  await expect(here.locator('[data-right="false"]').first()).toContainText('每个位置相遇');
  await expect(here.locator('.line').last()).toContainText('请在这里写三个整数');
  await fill(['2 4 8', '2 4 8', '2 4 8', '2 4 4', '2 4 4', '2 4 8']);
  await expect(here.getByRole('status')).toContainText('六个全对');

  await here.getByRole('button', { name: 'X (3, 5, 6)' }).click();
  await expect(here.getByRole('textbox', { name: 'Q 的形状' })).toHaveValue('');
  await fill(['3 5 6', '3 5 6', '3 5 6', '3 5 5', '3 5 5', '3 5 6']);
  await expect(here.getByRole('status')).toContainText('六个全对');
});

test.describe('§15', () => {
  test('n steps beside one, and both readings measured, with their work, when asked for', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    const here = await come(page, 15, 'en');
    const steps = here.locator('[data-steps]');
    await here.getByRole('slider', { name: 'tokens' }).fill('11');
    await expect(steps).toContainText(['11 steps, one after the other', '1 step for all of them']);
    await expect(here.locator('x-reading-chain')).toContainText('10 hand-overs');
    expect(await here.locator('.thread').count()).toBe(11 * 11);

    expect(fetched.filter((url) => /lesson.*\.wasm/.test(url))).toEqual([]);
    await here.getByRole('button', { name: '64', exact: true }).first().click();
    await here.getByRole('button', { name: '16', exact: true }).last().click();
    await here.getByRole('button', { name: 'Measure on this machine' }).click();
    const row = (reader: string) => here.locator(`tr[data-reader="${reader}"]`);
    await expect(row('attention').locator('[data-time]')).toBeVisible({ timeout: 30_000 });
    expect(fetched.filter((url) => /lesson.*\.wasm/.test(url))).toHaveLength(1);
    await expect(row('rnn')).toContainText('64'); // steps
    await expect(row('rnn').locator('[data-work]')).toHaveAttribute('data-work', String(2 * 64 * 16 * 16));
    await expect(row('attention').locator('[data-work]')).toHaveAttribute(
      'data-work',
      String(3 * 64 * 16 * 16 + 2 * 64 * 64 * 16),
    );
    const time = async (reader: string) => Number(await row(reader).locator('[data-time]').getAttribute('data-time'));
    const [rnn, attention] = [await time('rnn'), await time('attention')];
    expect(Math.min(rnn, attention)).toBeGreaterThan(0);
    // What is said follows from what was measured, whichever it is.
    await expect(here.locator('.found')).toContainText(attention > rnn ? 'the RNN was' : 'attention was');

    await exerciseOf(here)
      .getByRole('button', { name: /stay for attention/ })
      .click();
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
  });

  test('a measurement can be given up, and says so where it cannot be made', async ({ page }) => {
    const here = await come(page, 15, 'zh');
    await here.getByRole('button', { name: '4096' }).click();
    await here.getByRole('button', { name: '256' }).last().click();
    await here.getByRole('button', { name: '在这台机器上测一测' }).click();
    await expect(here.getByText('正在测 RNN。')).toBeVisible();
    await here.getByRole('button', { name: '取消' }).click();
    await expect(here.getByRole('button', { name: '在这台机器上测一测' })).toBeVisible();
    await expect(here.locator('[data-time]')).toHaveCount(0);

    await page.route(/lesson.*\.wasm/, (route) => route.abort());
    await here.getByRole('button', { name: '在这台机器上测一测' }).click();
    await expect(here.locator('.problem')).toContainText('没能完成测量');
  });

  test('playing it ends, and with reduced motion nothing moves', async ({ page }) => {
    const here = await come(page, 15, 'en');
    const running = () =>
      here.evaluate((section) =>
        section.getAnimations({ subtree: true }).map((one) => one.effect?.getTiming().iterations),
      );
    await here.getByRole('slider', { name: 'tokens' }).fill('16'); // five seconds of it
    await here.getByRole('button', { name: 'Play both' }).click();
    const playing = await running();
    expect(playing.length).toBeGreaterThan(0);
    expect(new Set(playing)).toEqual(new Set([1]));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await here.getByRole('button', { name: 'Play both' }).click();
    await expect(here.locator('.dot').last()).toHaveCSS('opacity', '1');
    expect(await running()).toEqual([]);
  });
});
