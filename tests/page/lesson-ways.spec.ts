// The ways through the lesson: its anchors and ticks, and what it shows in the figure.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { answer, come, exerciseOf, section, tick, verdictOf } from './lesson-support';
import { grid, open, read } from './support';

test.describe('ways through the lesson', () => {
  test('the address, a tick, a title and a link go to a section and put it in the address', async ({ page }) => {
    await come(page, 7, 'en');
    await expect(section(page, 7).locator('h3')).toBeInViewport();
    await expect(section(page, 7).locator('h3')).toBeFocused();
    await expect(tick(page, 7)).toHaveAttribute('aria-current', 'location');

    await page.evaluate(() => {
      location.hash = '#s3';
    });
    await expect(section(page, 3).locator('h3')).toBeInViewport();

    await tick(page, 9).click();
    await expect(section(page, 9).locator('h3')).toBeInViewport();
    await expect(page).toHaveURL(/#s9&/);
    await expect(tick(page, 9)).toHaveAttribute('aria-current', 'location');
    await expect(page.locator('.tape [aria-current="location"]')).toHaveCount(1);

    await section(page, 10).locator('h3 a').click();
    await expect(page).toHaveURL(/#s10&/);

    await tick(page, 1).focus();
    await page.keyboard.press('Enter');
    await expect(section(page, 1).locator('h3')).toBeFocused();
    await section(page, 1).getByRole('link', { name: '§4' }).click();
    await expect(section(page, 4).locator('h3')).toBeInViewport();
    await expect(page).toHaveURL(/#s4&/);
  });

  test('21 titles are there before anything is read, and each tick says its own', async ({ page }) => {
    await open(page, { lang: 'zh' });
    await expect(page.locator('.section h3')).toHaveCount(21);
    await expect(page.locator('.tape a')).toHaveCount(21);
    for (const number of [1, 10, 21]) {
      const title = await section(page, number).locator('h3').textContent();
      const said = await tick(page, number).getAttribute('aria-label');
      expect(said).toContain(title?.replace(`§${number}`, '').trim());
    }
  });

  test('a section shows its example in the figure, and the way back is kept', async ({ page }) => {
    await open(page, { lang: 'en', text: 'a b c', seed: 5 });
    const before = await read(page, 'output');
    await tick(page, 9).click();
    await section(page, 9).getByRole('button', { name: 'Try it in the figure' }).click();
    const strip = page.locator('.borrowed');
    await expect(strip).toContainText('Showing §9’s example.');
    await expect(strip).toBeInViewport();
    await expect(grid(page, 'X').getByRole('grid')).toHaveAttribute('aria-colcount', '65'); // 64, and the names

    // Another section's example replaces it; what is kept is still the person's own.
    await strip.getByRole('link').click();
    await expect(section(page, 9).locator('h3')).toBeInViewport();
    await section(page, 8).getByRole('button', { name: 'Try it in the figure' }).press('Enter');
    await expect(strip).toContainText('Showing §8’s example.');
    await expect(page).not.toHaveURL(/num_hiddens=64/); // §9's size went with it
    await page.getByRole('button', { name: '中文' }).click();
    await expect(strip).toContainText('正在看第 8 节的例子。');
    await strip.getByRole('button', { name: '回到你自己的' }).press('Enter');
    await expect(strip).toHaveCount(0);
    await expect.poll(() => read(page, 'output')).toEqual(before);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  });

  test('sections that do not arrive are named, and can be asked for again', async ({ page }) => {
    const sections = /\/sections-[^/]*\.js$/;
    await page.route(sections, (route) => route.abort());
    await open(page, { lang: 'en' });
    await tick(page, 2).click();
    await expect(page.locator('x-lesson .problem')).toContainText('did not arrive');
    await page.unroute(sections);
    await page.locator('x-lesson').getByRole('button', { name: 'Try again' }).click();
    await expect(section(page, 2).locator('.prose')).toContainText('One formula');
    await expect(page.locator('x-lesson .problem')).toHaveCount(0);
  });

  test('on a phone a list to unfold takes the place of the ticks', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await come(page, 1, 'zh');
    await expect(page.locator('.tape')).toHaveCount(0);
    const list = page.locator('.contents');
    await list.locator('summary').click();
    await list.getByRole('link', { name: /^第 10 节/ }).click();
    await expect(section(page, 10).locator('h3')).toBeInViewport();
    await expect(list.locator('details')).not.toHaveAttribute('open');
  });
});

/** Every section has been on screen, so every experiment is there. */
async function visitAll(page: Page): Promise<void> {
  for (let number = 1; number <= 21; number += 1) await section(page, number).locator('h3').scrollIntoViewIfNeeded();
  for (let number = 1; number <= 10; number += 1)
    await expect(section(page, number).locator('.experiment > *').first(), `§${number}`).toBeAttached();
  await expect(page.locator('x-lesson .waiting')).toHaveCount(0);
}

for (const [lang, width, scheme] of [
  ['en', 1280, 'light'],
  ['zh', 390, 'dark'],
] as const) {
  test(`axe finds nothing in the open lesson, and nothing sticks out: ${lang}, ${width} px, ${scheme}`, async ({
    page,
  }) => {
    test.slow(); // 21 experiments are made, and the contrast of all they say is measured
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await come(page, 1, lang);
    await visitAll(page);
    await answer(exerciseOf(section(page, 3)), '(2, 4, 8)');
    await expect(verdictOf(exerciseOf(section(page, 3)))).not.toBeEmpty();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // The cells of a matrix are checked where the figure is; every shade of them keeps its contrast.
    // axe brings its own copy of Playwright's types; the page is the same.
    const { violations } = await new AxeBuilder({ page: page as never })
      .include('x-lesson')
      .exclude('x-matrix')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
  });
}

test('§1 to §10 are written in both languages', async ({ page }) => {
  await come(page, 1, 'en');
  const prose = () =>
    page.locator('.section .prose').evaluateAll((all) => all.slice(0, 10).map((one) => one.textContent));
  const han = /\p{Script=Han}/u;
  expect(await prose()).toHaveLength(10);
  for (const text of await prose()) expect(text).not.toMatch(han);
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  for (const text of await prose()) expect(text).toMatch(han);
});
