// A person who presses everything: nothing may fail, and nothing may be kept for ever.
import { expect, type Page, test } from '@playwright/test';
import { numbersFrom } from './random';
import { settled } from './support';

const seconds = Number(process.env.WALK_SECONDS ?? 30);
const seed = Number(process.env.WALK_SEED ?? Date.now() % 100_000);

/** What can be pressed, moved, switched or written in now; files and downloads are another test's. */
const controls = [
  'main button:not(:disabled)',
  'header button',
  'main input[type="range"]:not(:disabled)',
  'main input[type="checkbox"]',
  'main input[type="number"]',
  'main textarea:not([readonly])',
  'main select',
  'main summary',
  'x-matrix .c',
].join();

const texts = ['a', 'the cat sat\non the mat', '猫 坐 着', '👩‍🚀 <b>x</b> <pad>', '', 'w '.repeat(40), 'x\ny\nz\nu\nv'];
const keys = [
  'e',
  'm',
  '[',
  ']',
  ',',
  '.',
  'PageUp',
  'PageDown',
  'End',
  'Home',
  '?',
  'Escape',
  'Control+z',
  'Control+Shift+z',
];

/** One action, chosen among the controls there are; what was done, for a report. */
async function act(page: Page, next: () => number): Promise<string> {
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T;
  if (next() < 0.15) {
    const key = one(keys);
    await page.keyboard.press(key);
    return key;
  }
  const [share, value, text] = [next(), next(), one(texts)];
  return page.evaluate(
    ([selector, at, to, written]) => {
      const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          element.offsetParent !== null && !/\.(json|npy|csv|svg|png|py|mjs)\b/.test(element.textContent ?? ''),
      );
      const element = shown[Math.floor(at * shown.length)];
      if (!element) return 'nothing';
      const name = `${element.tagName} ${element.id || element.textContent?.trim().slice(0, 30)}`;
      if (element instanceof HTMLTextAreaElement) element.value = written;
      else if (element instanceof HTMLSelectElement) element.selectedIndex = Math.floor(to * element.length);
      else if (element instanceof HTMLInputElement && element.type === 'range')
        element.value = String(Number(element.min) + Math.floor(to * (Number(element.max) - Number(element.min) + 1)));
      else if (element instanceof HTMLInputElement && element.type === 'number')
        element.value = String(Math.floor(to * 9) - 1);
      else {
        element.focus({ preventScroll: true });
        element.click();
        return name;
      }
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
      return name;
    },
    [controls, share, value, text] as const,
  );
}

/** Bytes in use once everything that can go has gone, back at the first view. */
async function heap(page: Page): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#lang=en';
  });
  await settled(page);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

test('a walk over all controls: no error, no growth', async ({ page }) => {
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  console.log(`walk: WALK_SEED=${seed}, WALK_SECONDS=${seconds}`);
  test.setTimeout((seconds + 90) * 1000);
  const errors: string[] = [];
  const done: string[] = [];
  page.on('pageerror', (error) => errors.push(`${error.stack ?? error.message}\nafter ${done.slice(-8).join(' → ')}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()}\nafter ${done.slice(-8).join(' → ')}`);
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto('./#lang=en');
  await settled(page);
  const next = numbersFrom(seed);
  const sizes: number[] = [];
  // What is loaded once, on request, is loaded in the first part.
  for (const part of [0.5, 0.25, 0.25]) {
    const end = Date.now() + part * seconds * 1000;
    while (Date.now() < end) done.push(await act(page, next));
    sizes.push(await heap(page));
  }
  expect(errors).toEqual([]);
  expect(done.length).toBeGreaterThan(20);
  const [, before = 0, after = 0] = sizes;
  const heaps = `heap ${sizes.map((size) => (size / 2 ** 20).toFixed(1)).join(' → ')} MiB`;
  console.log(`walk: ${done.length} actions, ${heaps}`);
  // Compiled code and caches of the browser come and go by some megabytes; what is kept at every action would be more.
  expect(after - before, heaps).toBeLessThan(8 * 2 ** 20);
});
