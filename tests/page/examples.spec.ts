// The prepared examples: the first view with its question, answer and experiment, and all the others.
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import type { Example, Facts, Model } from '../../web/page/examples/index.js';
import { cell, inspector, open, read, row, settled } from './support';

const folder = new URL('../../web/page/examples/', import.meta.url);
const json = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const list: { models: Record<string, Facts>; examples: Omit<Example, 'facts'>[] } = json('list.json');

const offered = list.examples.map((example): Example => ({ ...example, facts: list.models[example.model] as Facts }));

/** The answers on screen with their full probabilities. */
async function said(page: Page): Promise<Map<string, number>> {
  const bars = page.locator('.answers .take');
  await expect(bars).not.toHaveCount(0);
  const entries = await bars.evaluateAll((all) =>
    all.map((one): [string, number] => [
      one.querySelector('.who')?.textContent ?? '',
      Number((one as HTMLElement).dataset.share),
    ]),
  );
  return new Map(entries);
}

async function likeliest(page: Page): Promise<string | undefined> {
  return [...(await said(page))].sort(([, a], [, b]) => b - a)[0]?.[0];
}

for (const [lang, id, answer, after] of [
  ['en', 'keys', 'are', 'is'],
  ['zh', 'book', '本', '只'],
] as const) {
  test(`the first view is something learned, and its experiment answers its question: ${lang}`, async ({ page }) => {
    await open(page, { lang });
    const example = offered.find((one) => one.id === id) as Example;
    const [
      {
        query,
        keys: [key = 0],
      },
    ] = example.asks as [Example['asks'][number]];
    await expect(page.locator('.question')).toHaveText(example.question[lang].replaceAll('*', ''));
    await expect(page.getByRole('radio')).toHaveCount(8);
    await expect(page.getByRole('radio').nth(query)).toBeChecked();
    await expect(page.getByLabel(lang === 'en' ? 'Your sentence' : '你的句子')).toHaveCount(0);
    await expect(page.locator('.facts')).toContainText(lang === 'en' ? 'Trained' : '已训练');
    await expect(page.locator('.facts')).toContainText(`${example.facts.numParameters}`);
    await expect(page.locator('body')).not.toContainText(lang === 'en' ? 'Untrained' : '未训练');

    const before = row(await read(page, 'attentionWeights'), query);
    expect(before.indexOf(Math.max(...before))).toBe(key);
    expect(await likeliest(page)).toBe(answer);
    const shares = [...(await said(page)).values()];
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);

    const action = example.experiment?.action[lang].replaceAll('*', '') ?? '';
    await page.getByRole('button', { name: action }).click();
    await expect.poll(() => likeliest(page)).toBe(after);
    const now = row(await read(page, 'attentionWeights'), query);
    expect(now[key]).toBe(0);
    expect(now.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    await cell(page, 'masked', query, key).hover();
    await expect(inspector(page)).toContainText(lang === 'en' ? 'Forbidden by hand' : '禁止（手动）');
    await page.reload();
    await settled(page);
    expect(await likeliest(page)).toBe(after);
    await page.getByRole('button', { name: lang === 'en' ? 'Put it back' : '恢复原样' }).click();
    await expect.poll(() => likeliest(page)).toBe(answer);
  });
}

test('the answers are the readout of the output that stands in the figure', async ({ page }) => {
  await open(page, { lang: 'en' });
  const { readout = [] }: Model = json('models/agreement.json');
  const output = row(await read(page, 'output'), 6);
  const scores = readout.map((vector) => vector.reduce((sum, value, i) => sum + value * (output[i] ?? 0), 0));
  const exps = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const total = exps.reduce((a, b) => a + b, 0);
  for (const [i, probability] of [...(await said(page)).values()].entries())
    expect(probability).toBeCloseTo((exps[i] ?? 0) / total, 5);
});

test('the list names every example with what is known of it, and opens it', async ({ page }) => {
  await open(page, { lang: 'en' });
  await page.getByRole('button', { name: 'all examples' }).click();
  const entries = page.locator('#example-list li');
  await expect(entries).toHaveCount(offered.length);
  for (const { title, question, facts, language } of offered) {
    const entry = entries.filter({ has: page.getByRole('button', { name: title.en, exact: true }) }).first();
    await expect(entry.getByRole('button').first()).toBeVisible();
    if (language === 'en') await expect(entry).toContainText(question.en.replaceAll('*', ''));
    await expect(entry).toContainText(
      `${facts.trained ? '' : 'untrained, '}seed ${facts.seed}, ${facts.numParameters}`,
    );
  }
  await entries.getByRole('button', { name: 'Who saw whom?' }).click();
  await expect(page.locator('#example-list')).toBeHidden();
  await expect(page).toHaveURL(/example=reflexive/);
  await expect.poll(() => likeliest(page)).toBe('herself');
});

/** What the first view says: who reads, the tokens, what is printed under them, and what stands beside. */
const view = (page: Page) =>
  page.evaluate(() => {
    const each = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const texts = (selector: string) => each(selector).map((one) => one.textContent?.trim() ?? '');
    return {
      reader: each('[role="radio"]').findIndex((one) => one.matches('[aria-checked="true"]')),
      tokens: texts('[role="radio"] .w bdi'),
      keys: texts('.read .w bdi'),
      key: texts('.word.key .w bdi')[0],
      shares: each('.word')
        .flatMap((word) => word.querySelector('.share.now') ?? word.querySelector('.share') ?? [])
        .map((share) => share.textContent?.trim() ?? ''),
      beside: texts('.taken .take').join(' '),
      outcome: texts('.taken .outcome').join(' '),
    };
  });

type View = Awaited<ReturnType<typeof view>>;

/** What its experiment names is what is seen to change, and the question is answered in words. */
function answers({ experiment, asks, answers }: Example, after: View): void {
  if (!experiment) throw new Error('there is none');
  const index = asks.findIndex(({ sentence, query }) => sentence === experiment.sentence && query === after.reader);
  for (const answer of [asks[index]?.answer, experiment.answers[index]])
    expect(after.outcome).toContain(answers[answer ?? -1]);
  const words = after.keys.length > 0 ? after.keys : after.tokens;
  if (experiment.kind === 'hide') {
    expect(after.reader).toBe(experiment.query);
    expect(after.key).toBe(words[experiment.key]);
    expect(after.shares[experiment.key]).toMatch(/^0\.\d\d 0$/); // what it was, and nothing now
  } else if (experiment.kind === 'replace') {
    expect(words[experiment.step]).toBe(experiment.token);
    expect([after.key, words[after.reader]]).toContain(experiment.token);
  } else expect(after.shares.join()).toMatch(/0\.\d\d 0\.\d\d/); // they show what they were
}

for (const example of offered) {
  test(`its button does what it says, on screen, with before and after: ${example.id}`, async ({ page }) => {
    const { id, facts, experiment } = example;
    const button = page.locator('.taken .act');
    await open(page, { lang: 'en', example: id });
    const before = await view(page);
    expect(before.tokens).toEqual(example.sentences[example.opens ?? 0]);
    if (!facts.trained) {
      await expect(page.locator('.facts')).toContainText('Untrained: these weights mean nothing yet');
      await button.click();
      await expect.poll(async () => (await view(page)).beside).not.toBe(before.beside);
      expect((await view(page)).shares.join()).toMatch(/0\.\d\d 0/);
      return;
    }
    for (const lang of ['en', 'zh'] as const) {
      if (lang === 'zh') {
        await page.getByRole('button', { name: '中文' }).click();
        await button.click(); // puts it back
        // From the other sentence of a batch, or from a reader that it is not about.
        const other = example.sentences.findIndex((_, i) => i !== experiment?.sentence);
        const elsewhere = other < 0 ? page.getByRole('radio') : page.locator('.batch button');
        await elsewhere.nth(Math.max(0, other)).click();
      }
      await expect(button).toHaveText(experiment?.action[lang].replaceAll('*', '') ?? '');
      await button.click();
      await expect(page.locator('.taken .outcome')).toBeInViewport();
      await expect(page.getByRole('radio').first()).toBeInViewport();
      answers(example, await view(page));
    }
  });
}

for (const [lang, width, all] of [
  ['en', 1280, 'all examples'],
  ['zh', 390, '全部例子'],
] as const) {
  test(`axe finds nothing in the first view and the list, and neither sticks out: ${lang}, ${width} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    await open(page, { lang, tried: 1 });
    await page.getByRole('button', { name: all }).click();
    // axe brings its own copy of Playwright's types; the page is the same.
    const axe = new AxeBuilder({ page: page as never });
    // The cells of the figure are as elsewhere, and so is the lesson: looks.spec.ts and lesson-ways.spec.ts see to them.
    const { violations } = await axe.exclude('x-matrix').exclude('x-lesson').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('trained sizes are fixed, their masks are not; what a number means says whether it was learned', async ({
  page,
}) => {
  await open(page, { lang: 'en' });
  await expect(page.getByLabel('num_hiddens')).toHaveCount(0);
  await cell(page, 'W_q', 0, 0).hover();
  await expect(inspector(page)).toContainText('learned in training');
  await cell(page, 'X', 1, 0).hover();
  await expect(inspector(page)).toContainText('The model’s own vector of keys. Its position is added.');
  await page.getByRole('switch', { name: 'No looking ahead' }).check();
  await expect.poll(async () => row(await read(page, 'attentionWeights'), 0).slice(1)).toEqual(Array(7).fill(0));
  await open(page, { lang: 'en', example: 'untrained-en' });
  await cell(page, 'W_q', 0, 0).hover();
  await expect(inspector(page)).toContainText('drawn from seed 1. Untrained');
  await open(page, { lang: 'en', example: 'again' });
  await cell(page, 'X', 1, 0).hover();
  await expect(inspector(page)).toContainText('The output of a layer below');
  await page.locator('.stops button').first().click();
  await expect(page.locator('.strip')).toContainText('Each row is what a layer below made of its token');
  await open(page, { lang: 'en' });
  await page.locator('.stops button').first().click();
  await expect(page.locator('.strip')).toContainText('plus what its place in the sentence adds');
});

test('one’s own sentence is kept while an example is shown', async ({ page }) => {
  await open(page, { lang: 'en' });
  await page.getByRole('button', { name: 'write your own sentence' }).click();
  await expect(page.getByLabel('Your sentence')).toBeFocused();
  await page.getByLabel('Your sentence').fill('mine alone');
  await expect(page.getByRole('radio')).toHaveCount(2);
  await expect(page.locator('.untrained')).toContainText('Untrained');
  await page.getByRole('button', { name: 'is or are?' }).click();
  await expect(page.getByRole('radio')).toHaveCount(8);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('radio')).toHaveCount(8);
  await page.getByRole('button', { name: 'write your own sentence' }).click();
  await expect(page.getByLabel('Your sentence')).toHaveValue('mine alone');
});

for (const hash of ['#example=__proto__', '#example=keys&sentence=7', '#sentence=1&tried=0']) {
  test(`an address that names no example shows the first: ${hash}`, async ({ page }) => {
    await page.goto(`./${hash}&lang=en`);
    await settled(page);
    expect(await page.getByRole('radio').locator('bdi').first().textContent()).toBe('the');
    await expect(page.getByRole('radio')).toHaveCount(8);
    expect(await likeliest(page)).toBe('are');
  });
}
