// What browsers and systems do to a page on their own: translate it, force colours on it, enlarge it, print it.
import { expect, type Page, test } from '@playwright/test';
import { cell, open, settled, writing } from './support';

/** As Chrome's translator does, and Google's on any page. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as HTMLElement;
      if (node.textContent?.trim() && !parent.closest('[translate="no"], script, style, textarea, font, svg'))
        texts.push(node as Text);
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
    return texts.length;
  });

const words = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.hero, .controls, .workshop, header')].map(
      (part) => part.textContent?.replace(/\s+/g, ' ').trim() ?? '',
    ),
  );

test('a translated page goes on to say what is so', async ({ page, context }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const other = await context.newPage();
  await Promise.all([open(page, { lang: 'en' }), open(other, { lang: 'en' })]);
  const steps: ((page: Page) => Promise<unknown>)[] = [
    (at) => cell(at, 'scores', 2, 3).click(),
    (at) => at.keyboard.press('ArrowRight'),
    (at) => at.getByRole('button', { name: '中文', exact: true }).click(),
    (at) => cell(at, 'attentionWeights', 1, 1).click(),
    (at) => at.getByRole('button', { name: 'English', exact: true }).click(),
  ];
  for (const step of steps) {
    expect(await translate(page)).toBeGreaterThan(0);
    await Promise.all([step(page), step(other)]);
    await Promise.all([settled(page), settled(other)]);
    const expected = await words(other);
    await expect.poll(() => words(page)).toEqual(expected);
  }
  expect(errors).toEqual([]);
});

test('with forced colours, what is chosen looks other than what is not', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, { lang: 'en' });
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, outlineStyle, outlineColor, borderStyle, color } = getComputedStyle(element);
        return [backgroundColor, outlineStyle, outlineColor, borderStyle, color].join();
      });
  for (const [on, off] of [
    ['.switches [aria-pressed="true"]', '.switches [aria-pressed="false"]'],
    ['.word[aria-checked="true"] .w', '.word[aria-checked="false"]:not(.key) .w'],
    ['.word.key .w', '.word[aria-checked="false"]:not(.key) .w'],
    ['.stops [aria-current="step"]', '.stops button:not([aria-current="step"])'],
    ['.take .bar i', '.take .bar'],
  ] as const)
    expect(await look(on), on).not.toBe(await look(off));
});

test('text of 200 % is twice as large, cells too, and nothing sticks out', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, { lang: 'en' });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const size = () => cell(page, 'scores', 0, 0).evaluate((element) => getComputedStyle(element).fontSize);
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'narrow');
  expect(Number.parseFloat(await size())).toBe(21);
  expect((await cell(page, 'scores', 0, 0).boundingBox())?.height).toBe(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
});

test('what an input method composes is one change, also where it ends without another input', async ({ page }) => {
  await open(page, { ...writing, lang: 'en' });
  const field = page.locator('#text');
  const before = await field.inputValue();
  await field.evaluate((element: HTMLTextAreaElement) => {
    const tell = (type: string, data: string) => element.dispatchEvent(new CompositionEvent(type, { data }));
    tell('compositionstart', '');
    for (const draft of ['n', 'ni', 'nih']) {
      element.value = draft;
      element.dispatchEvent(new InputEvent('input', { data: draft, isComposing: true, bubbles: true }));
    }
    element.value = '你好 <pad>';
    tell('compositionend', '你好');
  });
  await expect(page.locator('.word')).toHaveCount(2);
  await expect(field).toHaveValue('你好 <pad>');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(field).toHaveValue(before);
});
