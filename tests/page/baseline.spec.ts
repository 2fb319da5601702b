// How the page looked when it was last looked at: first view and figure, wide and narrow, light and dark.
// After a change that was meant: npm test -- page, look at the differences, then
//   npx playwright test --config=tests/playwright.config.ts baseline --update-snapshots=all
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { open } from './support';

const known = new URL('baseline.spec.ts-snapshots/fonts.json', import.meta.url);

/** The widths of some text: other fonts, or another version of them, have others. */
const fonts = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const look = getComputedStyle(document.documentElement);
    return ['--serif', '--sans', '--mono'].map((family) => {
      context.font = `20px ${look.getPropertyValue(family)}`;
      return context.measureText('How one word reads ▢ 一个词 0.123 −∞ softmax').width;
    });
  });

for (const [name, width, hash] of [
  ['wide-light-en', 1280, { lang: 'en', theme: 'light' }],
  ['wide-dark-zh', 1280, { lang: 'zh', theme: 'dark' }],
  ['narrow-light-zh', 390, { lang: 'zh', theme: 'light' }],
  ['narrow-dark-en', 390, { lang: 'en', theme: 'dark' }],
  ['two-sentences', 1280, { lang: 'en', theme: 'light', example: 'siblings' }],
] as const) {
  test(`the page looks as it did: ${name}`, async ({ page }, { config }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: width === 390 ? 2400 : 1500 });
    await open(page, hash);
    const now = await fonts(page);
    if (config.updateSnapshots === 'all') writeFileSync(known, `${JSON.stringify(now).replaceAll(',', ', ')}\n`);
    const same = JSON.stringify(now) === JSON.stringify(JSON.parse(readFileSync(known, 'utf8')));
    test.skip(!same, 'the fonts that the baseline images were drawn with are missing here');
    // Glyphs are placed to fractions of a pixel, which may fall otherwise on another processor.
    await expect(page).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.01 });
  });
}
