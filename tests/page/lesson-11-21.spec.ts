// Sections 11 to 21 of the lesson, done as a person does them. Every number is compared with float64 over cells on screen.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { readNpy } from '../../web/page/files/npy';
import { answer, come, distance, exerciseOf, numbers, rowsOf, verdictOf } from './lesson-support';
import { read, settled } from './support';

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
  await expect(verdictOf(exercise)).toContainText('Expected a number');
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
  await fill(['2 4 8', '(2,4,8)', '2×4×8', '2, 4, 8', '２，４，４', '四']);
  await expect(here.getByRole('status')).toHaveText('六个里对了 4 个。');
  await expect(here.locator('[data-right="false"]').first()).toContainText('每个位置相遇');
  await expect(here.locator('[data-right="false"]').last()).toContainText('需要三个整数');
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
    await expect(here.locator('.problem')).toContainText('没能测成');
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

test('§16 the weights are kept: a far pair is found in them, and they are taken along', async ({ page }) => {
  const here = await come(page, 16, 'zh');
  const weights = rowsOf(await numbers(here, 'attention_weights'), 8);
  const far = weights.flatMap((row, i) => row.flatMap((weight, j) => (Math.abs(i - j) >= 4 ? [{ i, j, weight }] : [])));
  const best = far.reduce((a, b) => (b.weight > a.weight ? b : a));
  const cell = (row: number, col: number) => here.locator(`.c[data-row="${row}"][data-col="${col}"]`);
  const check = here.getByRole('button', { name: '就是这一对' });
  await expect(check).toBeDisabled();
  await cell(0, 0).click();
  await check.click();
  await expect(here.getByRole('status')).toContainText('太近了');
  await cell(0, best.j).click();
  await check.click();
  await expect(here.getByRole('status')).toContainText('还不对');
  for (let row = 0; row < best.i; row += 1) await cell(row, best.j).press('ArrowDown');
  await expect(here.getByRole('status')).toContainText(`以 ${best.weight.toFixed(2)} 的权重`);
  await check.click();
  await expect(here.getByRole('status')).toContainText('“▢”越过中间的一切，一步就读到了“书”');

  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), here.getByRole('button', { name }).click()]);
    return readFileSync(await download.path());
  };
  const npy = readNpy(await saved('attention_weights.npy'));
  expect(npy.shape).toEqual([1, 8, 8]);
  expect([...npy.data]).toEqual(weights.flat());
  const [header, ...lines] = (await saved('attention_weights.csv')).toString().trim().split(/\r?\n/);
  expect(header).toBe('attention_weights,一,▢,猫,弄坏,的,旧,书,<pad>');
  expect(
    lines.map((line) =>
      line
        .split(',')
        .slice(1)
        .map((text) => Math.fround(Number(text))),
    ),
  ).toEqual(weights);
});

test('§17 the same queries read another sequence, then themselves', async ({ page }) => {
  const here = await come(page, 17, 'en');
  await expect(shapeOf(here, 'attention_weights')).toHaveText('(1, 7, 6)');
  const cross = rowsOf(await numbers(here, 'attention_weights'), 6);
  for (const row of cross) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
  expect(cross[1]?.indexOf(Math.max(...(cross[1] ?? [])))).toBe(5); // brother reads 弟弟
  await here.getByRole('button', { name: 'reads itself' }).click();
  await expect(shapeOf(here, 'attention_weights')).toHaveText('(1, 7, 7)');
  await expect(shapeOf(here, 'output')).toHaveText('(1, 7, 4)');
  await expect(here.locator('.call')).toHaveText('layer.trace(queries)');
  const exercise = exerciseOf(here);
  await exercise.getByRole('button', { name: /weighted sum/ }).click();
  await expect(verdictOf(exercise)).toContainText('Not quite.');
  await exercise.getByRole('button', { name: /None/ }).focus();
  await page.keyboard.press('Enter');
  await expect(verdictOf(exercise)).toContainText('Right.');
});

test('§18 five questions give reasons for every choice, and what was answered right is remembered', async ({
  page,
}) => {
  test.slow(); // fifteen answers
  let here = await come(page, 18, 'zh');
  const progress = () => here.locator('.progress');
  await expect(progress()).toHaveText('5 题里已经答对 0 题。');
  const rights = [
    'X 的第 3 行乘 W_k',
    '键 5 有多合查询 2 的意',
    '沿着键：每一行加起来是 1',
    'V 四行的平均',
    '九行，内容是新的',
  ];
  for (const [i, right] of rights.entries()) {
    const exercise = exerciseOf(here, i);
    const reasons = new Set<string>();
    for (const choice of await exercise.locator('.options button').all()) {
      const isRight = (await choice.textContent())?.trim() === right;
      if (isRight) continue;
      await choice.click();
      await expect(verdictOf(exercise)).toContainText('还不对。');
      reasons.add((await verdictOf(exercise).textContent()) ?? '');
    }
    expect(reasons.size).toBe(2);
    await exercise.getByRole('button', { name: right, exact: true }).click();
    await expect(verdictOf(exercise)).toContainText('对。');
    await expect(progress()).toHaveText(i === 4 ? '五题全对：这一课你掌握了。' : `5 题里已经答对 ${i + 1} 题。`);
  }
  here = await come(page, 18, 'en');
  await expect(progress()).toHaveText('All five: this lesson is yours.');
});

test.describe('§19', () => {
  test('heads fan out; without positions the order of the tokens is lost', async ({ page }) => {
    const here = await come(page, 19, 'en');
    const heads = here.locator('x-two-heads x-sheet');
    await expect(heads).toHaveCount(2);
    await here.getByRole('button', { name: 'head 1', exact: true }).click();
    await expect(heads).toHaveCount(1);
    const rows = rowsOf(await numbers(here, 'attention_weights, head 1'), 7);
    expect(rows.at(-1)?.indexOf(Math.max(...(rows.at(-1) ?? [])))).toBe(0); // the box reads yesterday

    const lab = here.locator('x-order');
    const moved = async () => Number(await lab.locator('[data-moved]').getAttribute('data-moved'));
    expect(await moved()).toBe(0);
    await lab.getByRole('button', { name: 'Shuffle the tokens' }).click();
    await expect(lab.getByRole('status')).toContainText('what it reads depends on where it stands');
    expect(await moved()).toBeGreaterThan(0.1);
    await lab.getByRole('switch', { name: 'Add positions to X' }).press('Space');
    await expect(lab.getByRole('status')).toContainText('a bag of words');
    expect(await moved()).toBeLessThan(near);
  });

  test('an encoder block, step by step, in numbers of its own', async ({ page }) => {
    const here = await come(page, 19, 'zh');
    const lab = here.locator('x-encoder-block');
    const step = (name: RegExp) => lab.getByRole('button', { name }).click();
    await page.route(/lesson.*\.wasm/, (route) => route.abort());
    await step(/3 相加/);
    await expect(lab.locator('.problem')).toContainText('这一步没能算出来');
    await page.unroute(/lesson.*\.wasm/);
    await step(/1 X/);
    const X = await numbers(lab, 'X');
    await step(/2 注意力/);
    const attention = await numbers(lab, 'output');
    await step(/3 相加/);
    const sum = await numbers(lab, 'X + attention');
    const first = await numbers(lab, 'normalised');
    for (const [i, value] of sum.entries()) expect(value).toBe(Math.fround((X[i] ?? 0) + (attention[i] ?? 0)));
    normalised(sum, first);
    await step(/4 前馈/);
    const rectified = await numbers(lab, 'max(0, … W_1 + b_1)');
    expect(rectified).toHaveLength(7 * 16);
    expect(Math.min(...rectified)).toBe(0);
    expect(Math.max(...rectified)).toBeGreaterThan(0);
    const fed = await numbers(lab, '… W_2 + b_2');
    await step(/5 相加/);
    const second = await numbers(lab, 'before + feed-forward');
    for (const [i, value] of second.entries()) expect(value).toBe(Math.fround((first[i] ?? 0) + (fed[i] ?? 0)));
    normalised(second, await numbers(lab, 'output'));

    const exercise = exerciseOf(here);
    await exercise.getByRole('button', { name: '两边的都可以读' }).click();
    await expect(verdictOf(exercise)).toContainText('对。');
  });
});

/** Each row less its mean, over its deviation: within 1e-6 + 1e-5·|x|, as softmax is. */
function normalised(sum: number[], output: number[]): void {
  for (const [i, row] of rowsOf(sum, 8).entries()) {
    const mean = row.reduce((total, x) => total + x / 8, 0);
    const variance = row.reduce((total, x) => total + (x - mean) ** 2 / 8, 0);
    for (const [j, x] of row.entries()) {
      const expected = (x - mean) / Math.sqrt(variance + 1e-5);
      expect(Math.abs((output[i * 8 + j] ?? 0) - expected)).toBeLessThan(1e-6 + 1e-5 * Math.abs(expected));
    }
  }
}

test('§20 each claim leads back to its section, and the chain goes together in one order', async ({ page }) => {
  let here = await come(page, 20, 'zh');
  await here.locator('.chain-line').getByRole('link', { name: '汇总各个值' }).click();
  await expect(page.locator('#s11 h3')).toBeInViewport();
  await expect(page).toHaveURL(/#s11&/);

  here = await come(page, 20, 'en');
  for (const number of [4, 8, 9, 10, 11, 12, 14, 15, 19])
    await expect(here.locator(`.prose a[href="#s${number}"]`)).toHaveCount(1);
  const lab = here.locator('x-assemble');
  const choose = (name: string) => lab.getByRole('button', { name, exact: true }).click();
  await choose('softmax');
  await expect(lab.getByRole('status')).toContainText('begin with what goes in');
  await choose('X');
  await choose('· V');
  await expect(lab.getByRole('status')).toContainText('· V needs something first that comes after X');
  for (const name of ['Q, K, V', 'scores = Q Kᵀ', 'scaled = scores / √d', 'masked', 'softmax', '· V', 'output'])
    await choose(name);
  await expect(lab.getByRole('status')).toContainText('That is the whole chain.');
  await choose('Take it apart again');
  await expect(lab.getByRole('button', { name: 'X', exact: true })).toBeEnabled();
});

test('§21 a sentence of one’s own: guess, then look', async ({ page }) => {
  const here = await come(page, 21, 'en');
  const lab = here.locator('x-own-sentence');
  await lab.getByRole('textbox', { name: 'A sentence to look at' }).fill('doctor zorb hospital <b>');
  const readers = lab.getByRole('group', { name: 'Who reads?' });
  await expect(readers.getByRole('button').first()).toHaveText('doctor');
  const guesses = lab.getByRole('group', { name: 'Your guess' });
  await guesses.getByRole('button', { name: 'hospital' }).click();
  await lab.getByRole('button', { name: 'Show what it reads' }).click();
  const shares = await lab
    .locator('[data-share]')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('.who')?.textContent, Number((one as HTMLElement).dataset.share)]),
    );
  expect(shares.reduce((sum, [, share]) => sum + Number(share), 0)).toBeCloseTo(1, 5);
  const others = shares.filter(([name]) => name !== 'doctor').sort((a, b) => Number(b[1]) - Number(a[1]));
  await expect(lab.locator('[data-best]')).toContainText(
    others[0]?.[0] === 'hospital' ? 'As you guessed' : `it is ${others[0]?.[0]}`,
  );

  await lab.getByRole('textbox').fill('alone');
  await expect(lab.locator('.problem')).toContainText('Two to 12 tokens');
  await expect(readers.getByRole('button').first()).toHaveText('doctor');
});

for (const [number, language, rows] of [
  [12, 'en', 14],
  [14, 'zh', 4],
  [17, 'zh', 7],
  [19, 'en', 7],
  [21, 'zh', 10],
] as const) {
  test(`§${number} puts its example into the figure, in ${language}`, async ({ page }) => {
    const here = await come(page, number, language);
    await settled(page);
    await here.getByRole('button', { name: language === 'en' ? 'Try it in the figure' : '在图中试试' }).click();
    await expect(page.locator('.borrowed')).toContainText(language === 'en' ? `§${number}` : `第 ${number} 节`);
    await expect.poll(async () => (await read(page, 'output')).rows).toBe(number === 12 ? rows / 2 : rows);
    await page.locator('.borrowed').getByRole('button').click();
    await expect(page.locator('.borrowed')).toHaveCount(0);
  });
}

for (const [theme, language, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 390],
] as const) {
  test(`sections 11 to 21 are accessible and fit: ${theme}, ${language}, ${width} px`, async ({ page }) => {
    test.slow(); // eleven sections at once
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const wrong: string[] = [];
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    await come(page, 11, language);
    for (let number = 11; number <= 21; number += 1) {
      const here = page.locator(`#s${number}`);
      await here.scrollIntoViewIfNeeded();
      await expect(here.locator('.experiment > *').first()).toBeVisible();
      await expect(here.locator('.waiting')).toHaveCount(0);
      const prose = (await here.locator('.prose').textContent()) ?? '';
      if (language === 'zh') expect(prose).not.toMatch(/\b(the|and|of|is)\b/i);
      else expect(prose).not.toMatch(/\p{Script=Han}/u);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const axe = new AxeBuilder({ page: page as never });
    for (let number = 11; number <= 21; number += 1) axe.include(`#s${number}`);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(wrong).toEqual([]);
  });
}
