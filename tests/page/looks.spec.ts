// What can be measured of how it looks: accessibility, contrast, and that nothing sticks out.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { open } from './support';

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing: ${theme}, ${width} px`, async ({ page }) => {
      test.slow(); // it measures the contrast of every cell, in each theme once
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await open(page, {
        lang: width === 390 ? 'zh' : 'en',
        text: 'the dog the 猫 <pad>',
        num_heads: theme === 'dark' ? 2 : 1,
        causal: 1,
      });
      // axe brings its own copy of Playwright's types; the page is the same.
      const axe = new AxeBuilder({ page: page as never });
      const cellsToo = (theme === 'light') === (width === 1280);
      const { violations } = await (cellsToo ? axe : axe.exclude('x-matrix [role="row"]')).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
    });
  }
}

for (const state of [
  {},
  { lang: 'zh', num_hiddens: 8, num_heads: 2 },
  { text: 'w '.repeat(40), num_hiddens: 16, num_heads: 4 },
  { text: 'internationalisation '.repeat(5), num_hiddens: 64 },
]) {
  test(`nothing sticks out of a page of any width: ${JSON.stringify(state)}`, async ({ page }) => {
    await open(page, state);
    for (const width of [320, 390, 768, 1200, 1600]) {
      await page.setViewportSize({ width, height: 844 });
      const layout = width < 1200 ? 'narrow' : 'wide';
      await expect(page.locator('html')).toHaveAttribute('data-layout', layout);
      const wide = await page.evaluate(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        await frame(); // drawn for the new width
        await frame(); // and what is measured, measured
        return document.documentElement.scrollWidth;
      });
      expect(wide, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`every shade of a cell keeps its number readable: ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await open(page, { text: 'a b c d e f g h', seed: 5 });
    const cells = await page.locator('x-matrix .heat .c:not(.hole)').evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, color } = getComputedStyle(one);
        const stage = (one.closest('x-matrix') as HTMLElement).dataset.stage;
        return { stage, value: Number((one as HTMLElement).dataset.value), backgroundColor, color };
      }),
    );
    const luminances = new Map<number, number>();
    for (const { stage, value, backgroundColor, color } of cells) {
      expect(contrast(backgroundColor, color), `${stage} ${value}`).toBeGreaterThanOrEqual(4.5);
      if (stage === 'attentionWeights') luminances.set(value, luminance(backgroundColor));
    }
    // A larger share is never paler, whatever the eye makes of its hue; colours have 8 bits a channel.
    const rounding = 5e-4;
    const order = [...luminances].sort(([a], [b]) => a - b).map(([, light]) => (theme === 'light' ? -light : light));
    for (const [i, light] of order.entries()) expect(light).toBeGreaterThanOrEqual((order[i - 1] ?? light) - rounding);
  });
}

test('equal shares have a middle shade, the same in every picture, and equal scores too', async ({ page }) => {
  const shade = (stage: string) =>
    page
      .locator(`x-matrix[data-stage="${stage}"] .c`)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await open(page, { text: 'x x' });
  const half = await shade('attentionWeights');
  const score = await shade('scores');
  await open(page, { text: 'x x x x' });
  const quarter = await shade('attentionWeights');
  expect(luminance(quarter)).toBeGreaterThan(luminance(half));
  expect(await shade('scores')).toBe(score);
  expect(score).not.toMatch(/rgb\((0, 74, 81|118, 47, 6)\)/);
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
    const channel = Number(part) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
