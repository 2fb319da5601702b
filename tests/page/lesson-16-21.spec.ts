// Sections 16 to 21 of the lesson, done as a person does them. Every number is compared with float64 over cells on screen.
import { readFileSync } from 'node:fs';
import { expect, type Locator, test } from '@playwright/test';
import { readNpy } from '../../web/page/files/npy';
import { come, exerciseOf, numbers, rowsOf, verdictOf } from './lesson-support';

/** Sums of up to eight products of numbers below 4, each within float32 rounding. */
const near = 1e-5;

const shapeOf = (here: Locator, name: string): Locator => here.locator(`[data-shape-of="${name}"] dd`);

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
  await expect(here.getByRole('status')).toContainText('“▢”越过中间所有的词，一步就读到了“书”');

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
    '键 5 与查询 2 有多匹配',
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
    await expect(progress()).toHaveText(i === 4 ? '五题全对：这一课你已经掌握了。' : `5 题里已经答对 ${i + 1} 题。`);
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
