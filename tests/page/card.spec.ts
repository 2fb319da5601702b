// The card that explains a number: on screen as soon as its cell is chosen, and reachable for fingers.
import { expect, type Page, test } from '@playwright/test';
import { cell, inspector, open } from './support';

/** What of the card is seen between the stops on top and the lower edge, and the cell with it. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const [stops, card, ring] = [box('.stuck'), box('#figure .inspector'), box('#figure .ring')];
    const free = [stops.bottom, innerHeight] as const;
    const within = ({ top, bottom, height }: DOMRect) =>
      Math.max(0, Math.min(bottom, free[1]) - Math.max(top, free[0])) / height;
    const head = card.top >= free[0] && card.top < free[1];
    return { head, card: within(card), cell: within(ring), isSeen: head && within(card) === 1 && within(ring) > 0.45 };
  });

test('of a cell at mid-screen the card’s head lies below the stops, and the stages that are played stay on screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, { lang: 'en' });
  for (const [stage, row] of [
    ['scores', 0],
    ['scores', 7],
    ['attentionWeights', 4],
    ['X', 2],
    ['output', 5],
  ] as const) {
    const chosen = cell(page, stage, row, 2);
    await chosen.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await chosen.click();
    await expect.poll(() => seen(page), `${stage} ${row}`).toMatchObject({ isSeen: true });
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: 'Previous stage' }).evaluate((one: HTMLElement) => one.click());
  await page.getByRole('button', { name: 'Play the stages' }).evaluate((one: HTMLElement) => one.click());
  await expect.poll(() => seen(page)).toMatchObject({ isSeen: true });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a touch brings most of the card, and a row of narrow cells is touched number by number', async ({ page }) => {
    await open(page, { lang: 'zh' });
    for (const [stage, row] of [
      ['Q', 5],
      ['scores', 0],
      ['attentionWeights', 7],
    ] as const) {
      const chosen = cell(page, stage, row, 1);
      await chosen.evaluate((one) => one.scrollIntoView({ block: 'center' }));
      await chosen.tap();
      await expect.poll(async () => (await seen(page)).head, stage).toBe(true);
      const { card, cell: whole } = await seen(page);
      expect(card, stage).toBeGreaterThan(0.7);
      expect(whole, stage).toBe(1);
    }
    await cell(page, 'Q', 3, 0).tap();
    const numbers = page.locator('.row-strip button');
    await expect(numbers).toHaveCount(4);
    for (const number of await numbers.all()) {
      const { width, height } = (await number.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await numbers.nth(2).tap();
    await expect(inspector(page).locator('header code')).toContainText(', 2]');
    // The stops go on: to the right at first, to the left when they were moved.
    const stops = page.locator('.stops');
    await stops.evaluate((line) => line.scrollTo({ left: 0 }));
    await expect(stops).toHaveAttribute('data-more', 'right');
    await stops.evaluate((line) => line.scrollTo({ left: 10_000 }));
    await expect(stops).toHaveAttribute('data-more', 'left');
  });
});

for (const [lang, width] of [
  ['en', 1280],
  ['zh', 390],
] as const) {
  test(`“Try it” of a section shows what it speaks of: ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`./?try=${lang}#s10&lang=${lang}`);
    await page.locator('#s10 .try button').click({ timeout: 15_000 });
    await expect(page.locator('.borrowed')).toBeInViewport();
    await expect.poll(async () => (await seen(page)).head).toBe(true);
    expect((await seen(page)).cell).toBe(1);
    await expect(inspector(page)).toHaveAttribute('data-stage', 'attentionWeights');
  });
}
