// The first ten sections of the lesson, as a person does them.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { answer, come, exerciseOf, type Language, numbers, section, tick, verdictOf } from './lesson-support';
import { dot, printed } from './support';

/** One opening serves several sections, each reached by its tick. */
function inOnePage(lang: Language, tests: (go: (number: number) => Promise<Locator>) => void): void {
  test.describe(`sections, ${lang}`, () => {
    test.describe.configure({ mode: 'default' });
    let page: Page;
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage();
      await come(page, 1, lang);
    });
    test.afterAll(() => page.close());
    const go = async (number: number) => {
      await tick(page, number).click();
      const here = section(page, number);
      await expect(here.locator('.experiment > *').first()).toBeVisible();
      return here;
    };
    tests(go);
  });
}

inOnePage('en', (go) => {
  test('§1: the pairs of a sentence are counted', async () => {
    const here = await go(1);
    await answer(exerciseOf(here), '30');
    await expect(verdictOf(exerciseOf(here))).toContainText('asks itself, too');
    await answer(exerciseOf(here), '36');
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
    await expect(verdictOf(exerciseOf(here))).toContainText('(6, 6)');
  });

  test('§2: a missing share and a missing output are checked against the engine', async () => {
    const here = await go(2);
    const scores = await numbers(here, 'scores');
    expect(scores).toEqual([1, 3, 0, 2, 2, 6, 1, 2, 1]);
    const exp = [2, 2, 6].map((score) => Math.exp(score / 2));
    const share = (exp[2] ?? 0) / exp.reduce((sum, one) => sum + one, 0);

    await answer(exerciseOf(here), 'much');
    await expect(verdictOf(exerciseOf(here))).toHaveText('Write a number, such as 0.25, 1/4 or 25%.');
    await answer(exerciseOf(here), '0.3');
    await expect(verdictOf(exerciseOf(here))).toContainText('add up to 1');
    await expect(here.getByRole('grid', { name: /^attention_weights/ })).toHaveCount(0);
    await answer(exerciseOf(here), share.toFixed(2));
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
    const weights = await numbers(here, 'attention_weights');
    expect(weights[5]).toBeCloseTo(share, 6); // softmax: 1e-6 + 1e-5·|x|

    const collected = dot(weights.slice(3, 6), [4, 0, 1]);
    await answer(exerciseOf(here, 1), collected.toFixed(1).replace('.', ','));
    await expect(verdictOf(exerciseOf(here, 1))).toContainText('Right.');
    expect((await numbers(here, 'output'))[2]).toBeCloseTo(collected, 6);
  });

  test('§4: a changed parameter reaches exactly the stages behind it', async () => {
    const here = await go(4);
    const reached = async () =>
      here
        .locator('[data-changed]')
        .evaluateAll((all) =>
          all
            .filter((one) => Number((one as HTMLElement).dataset.most) > 0)
            .map((one) => (one as HTMLElement).dataset.changed),
        );
    await expect.poll(reached).toEqual(['Q', 'scores', 'attentionWeights', 'output']);
    await here.getByRole('button', { name: 'W_k' }).click();
    await expect.poll(reached).toEqual(['K', 'scores', 'attentionWeights', 'output']);
    await here.getByRole('button', { name: 'W_v' }).press('Enter');
    await expect.poll(reached).toEqual(['V', 'output']);
    await here.getByRole('slider').fill('0');
    await expect.poll(reached).toEqual([]);
    await exerciseOf(here).getByRole('button', { name: 'output' }).click();
    await expect(verdictOf(exerciseOf(here))).toContainText('Not quite.');
    await exerciseOf(here).getByRole('button', { name: 'attention_weights' }).click();
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
  });

  test('§6: the module follows valid_lens and dropout', async () => {
    const here = await go(6);
    await here.getByRole('slider', { name: 'valid_lens' }).fill('3');
    await expect(here.locator('pre')).toContainText('torch.tensor([3]), p=0.0');
    await expect.poll(async () => (await numbers(here, 'attention_weights')).slice(3)).toEqual([0, 0, 0, 0, 0]);
    await here.getByRole('slider', { name: 'p', exact: true }).fill('5');
    await here.getByRole('button', { name: 'JavaScript' }).click();
    await expect(here.locator('pre')).toContainText('p: 0.5');
    const weights = await numbers(here, 'attention_weights');
    const dropped = await numbers(here, 'dropped');
    for (const [i, share] of dropped.entries()) expect([0, Math.fround((weights[i] ?? 0) * 2)]).toContain(share);
    await answer(exerciseOf(here), 'half');
    await expect(verdictOf(exerciseOf(here))).toHaveText('Write a number, such as 0.25, 1/4 or 25%.');
    await answer(exerciseOf(here), '50%');
    await expect(verdictOf(exerciseOf(here))).toContainText('Not quite.');
    await answer(exerciseOf(here), '2');
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
  });

  test('§7: without the transpose sizes clash, or fit and mean something else', async () => {
    const here = await go(7);
    const lab = here.locator('x-transposing');
    await expect(lab.locator('.said')).toContainText('K');
    await expect(lab.locator('.said')).toContainText('(1, 4, 5)');
    await expect(lab.getByRole('grid')).toHaveCount(1);
    await lab.getByRole('slider', { name: 'num_kv_pairs' }).fill('4');
    await expect(lab.locator('.said')).toHaveCount(0);
    await expect(lab.locator('.aside')).toContainText('no error comes');
    await expect(lab.getByRole('grid')).toHaveCount(2);
    expect(await numbers(lab, 'without it')).not.toEqual(await numbers(lab, 'with the transpose'));

    const axis = here.locator('x-axis');
    const sums = async (of: string) => (await axis.locator(`${of} [data-sum]`).allTextContents()).map(Number);
    await expect.poll(() => sums('.sums')).toEqual(Array(7).fill(1));
    expect(await sums('.column-sums')).not.toEqual(Array(7).fill(1));
    await axis.getByRole('button', { name: 'the queries, dim −2' }).press('Enter');
    await expect.poll(() => sums('.column-sums')).toEqual(Array(7).fill(1));
    expect(await sums('.sums')).not.toEqual(Array(7).fill(1));
  });

  test('§9: unscaled scores spread with √d and close softmax; scaled ones do not', async () => {
    const here = await go(9);
    const measured = async (measure: string) =>
      here
        .locator(`[data-measure="${measure}"] td`)
        .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.value)));
    const turn = async (power: number) => {
      await here.getByRole('slider').fill(String(power));
      await expect(here.locator('output')).toHaveText(String(2 ** power));
    };
    await expect(here.locator('table')).toBeVisible();
    for (const power of [0, 4, 9]) {
      await turn(power);
      const [plain = 0, scaled = 0] = await measured('deviation');
      // The same scores divided: float32 rounds each to 6e-8, and the statistic of a thousand of them to far less than 1e-5.
      expect(plain / scaled / Math.sqrt(2 ** power)).toBeCloseTo(1, 5);
      // 1024 scores of 32 + 32 random rows: their deviation is 1 to within some ten percent.
      expect(Math.abs(scaled - 1)).toBeLessThan(0.25);
    }
    const [sharp = 1, open = 0] = await measured('entropy');
    expect(sharp).toBeLessThan(0.3);
    expect(open).toBeGreaterThan(2.5);
    const [flat = 1, alive = 0] = await measured('gradient');
    expect(flat).toBeLessThan(alive / 2);
    await here.getByRole('slider').focus();
    await here.page().keyboard.press('ArrowLeft');
    await expect(here.locator('output')).toHaveText('256');
    await answer(exerciseOf(here), '16');
    await expect(verdictOf(exerciseOf(here))).toContainText('That is the variance.');
    await answer(exerciseOf(here), '4');
    await expect(verdictOf(exerciseOf(here))).toContainText('Right.');
  });
});

inOnePage('zh', (go) => {
  test('§3: shapes are put to a layer, which takes or refuses them', async () => {
    const here = await go(3);
    const [first, second, third] = [0, 1, 2].map((which) => exerciseOf(here, which)) as [Locator, Locator, Locator];
    await answer(first, '（8，4，2）');
    await expect(verdictOf(first)).toContainText('还不对。');
    await expect(verdictOf(first)).toContainText('不接受它：X：应为最后一维为 8');
    await answer(first, '4 2 8');
    await expect(verdictOf(first)).toContainText('batch_size = 4，num_steps = 2');
    await expect(verdictOf(first)).toContainText('接受了它');
    await answer(first, '2×4×8');
    await expect(verdictOf(first)).toContainText('对。');
    await expect(verdictOf(first)).toContainText('(2, 4, 8)');
    await answer(second, '(5, 100)');
    await expect(verdictOf(second)).toContainText('单独一句话');
    await answer(second, '(1, 5, 100)');
    await expect(verdictOf(second)).toContainText('对。');
    await answer(third, '(1, 1, 100)');
    await expect(verdictOf(third)).toContainText('还不对。');
    await answer(third, '99999999, 99999999, 100'); // never allocated
    await expect(verdictOf(third)).toContainText('还不对。');
    await answer(third, '1,5,100');
    await expect(verdictOf(third)).toContainText('对。');
  });

  test('§5: X alone scores both ways alike and answers otherwise', async () => {
    const here = await go(5);
    const pairs = here.locator('[data-two-ways]');
    await expect(pairs).toHaveCount(2);
    const ways = async (which: number) => pairs.nth(which).locator('b').allTextContents();
    const [trained, alone] = [await ways(0), await ways(1)];
    expect(trained[0]).not.toBe(trained[1]);
    expect(alone[0]).toBe(alone[1]);
    const answers = here.locator('.answers .take.first .who');
    await expect(answers.first()).toHaveText('本');
    await expect(answers.nth(1)).not.toHaveText('本');
    await exerciseOf(here).getByRole('button').first().press('Space');
    await expect(verdictOf(exerciseOf(here))).toContainText('对。');
  });

  test('§8: one score by hand, the highest guessed, then the table of all', async () => {
    const here = await go(8);
    const cells = async (name: string) =>
      (await here.getByRole('grid', { name }).locator('.c').allTextContents()).map(
        (text) => printed(text.trim()).value,
      );
    await expect(here.getByRole('grid')).toHaveCount(2);
    const byHand = dot(await cells('Q['), await cells('K['));
    await answer(exerciseOf(here), String(-byHand - 1));
    await expect(verdictOf(exerciseOf(here))).toContainText('还不对。');
    await answer(exerciseOf(here), byHand.toFixed(1).replace('-', '−'));
    await expect(verdictOf(exerciseOf(here))).toContainText('对。');
    await exerciseOf(here, 1).getByRole('button', { name: '猫' }).click();
    await expect(verdictOf(exerciseOf(here, 1))).toContainText('还不对。');
    const table = await numbers(here, 'scores');
    expect(table).toHaveLength(64);
    const row = table.slice(8, 16); // the box is token 1
    expect(row.indexOf(Math.max(...row))).toBe(6);
    await exerciseOf(here, 1).getByRole('button', { name: '书' }).press('Enter');
    await expect(verdictOf(exerciseOf(here, 1))).toContainText('对。');
  });

  test('§10: padding gets exactly 0; a stand-in leaks, spreads or breaks', async () => {
    const here = await go(10);
    const batch = here.locator('x-padded');
    await batch.getByRole('slider', { name: 'valid_lens[1]' }).fill('2');
    const row = async () => (await numbers(batch, 'attention_weights[1]')).slice(0, 7);
    await expect.poll(async () => (await row()).slice(2)).toEqual([0, 0, 0, 0, 0]);
    await batch.getByRole('slider', { name: 'valid_lens[0]' }).fill('0');
    await expect.poll(async () => new Set(await numbers(batch, 'attention_weights[0]'))).toEqual(new Set([0]));

    const lab = here.locator('x-stand-in');
    const padding = (way: string) => lab.locator(`[data-way="${way}"][data-padding]`);
    const output = (way: string) => lab.locator(`[data-way="${way}"][data-output]`);
    await expect(padding('recipe')).toHaveText('恰好是 0');
    await lab.getByRole('button', { name: '−10', exact: true }).click();
    await expect(padding('recipe')).toHaveText(/e−6$/);
    await expect(padding('ours')).toHaveText('恰好是 0');
    await lab.getByRole('button', { name: '−1,000,000' }).click();
    await lab.getByRole('button', { name: '全是填充' }).press('Enter');
    await expect(padding('recipe')).toHaveAttribute('data-padding', /^(1|0\.99999)/);
    await expect(padding('ours')).toHaveText('恰好是 0');
    await expect(output('ours')).toHaveAttribute('data-output', '0');
    await expect(output('uniform')).toHaveText((await output('recipe').textContent()) ?? '');
    await lab.getByRole('button', { name: '极小的分数' }).click();
    await expect(padding('recipe')).toHaveText(/^0\.\d{4}$/);
    await expect(padding('ours')).toHaveText('恰好是 0');
    await lab.getByRole('button', { name: '填充里有 NaN' }).click();
    await expect(output('recipe')).toHaveText('NaN');
    await expect(output('ours')).toHaveText(/^1\.\d{4}$/);

    await answer(exerciseOf(here), '0');
    await expect(verdictOf(exerciseOf(here))).toContainText('那是本页的结果');
    await answer(exerciseOf(here), '０．２');
    await expect(verdictOf(exerciseOf(here))).toContainText('对。');
  });
});
