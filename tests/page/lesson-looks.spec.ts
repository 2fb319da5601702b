// What sections 11 to 21 put into the figure, and how they fit and read.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { come } from './lesson-support';
import { read, settled } from './support';

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
    await here.getByRole('button', { name: language === 'en' ? 'Try it in the figure' : '在图里试试' }).click();
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
  test(`sections 11 to 21 are written in one language and fit: ${theme}, ${language}, ${width} px`, async ({
    page,
  }) => {
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
    // axe brings its own copy of Playwright's types; the page is the same.
    const { violations } = await new AxeBuilder({ page: page as never }).include('x-lesson x-matrix').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(wrong).toEqual([]);
  });
}
