// What is on screen comes first. What is not waits, but is never seen with old numbers.
import { expect, type Page, test } from '@playwright/test';
import type { Matrix } from '../../web/page/widgets/matrix';
import { open } from './support';

/** So many cells that they are painted; the sentence on screen, the output far below. */
const start = (page: Page) =>
  open(page, { text: Array(32).fill('the cat').join(' ').slice(0, -4), num_hiddens: 64, num_heads: 4 });

/** Types a letter, and tells of the output what its one element says and what the numbers are: at once, and later. */
const type = (page: Page, later: 'scrolled to' | 'quiet') =>
  page.evaluate(async (what) => {
    const output = document.querySelector('x-matrix[data-stage="output"]') as Matrix;
    const field = document.querySelector('#text') as HTMLTextAreaElement;
    const frame = () => new Promise(requestAnimationFrame);
    const look = () => {
      const { row, col } = output.cursor;
      const is = output.sheet?.data[row * output.cols + col];
      return { says: Number(output.querySelector<HTMLElement>('.c')?.dataset.value), is };
    };
    await output.updateComplete;
    const before = output.sheet;
    field.value += 'x';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (output.sheet === before) await frame();
    const atOnce = look();
    if (what === 'quiet') await output.updateComplete;
    else {
      output.scrollIntoView();
      await frame(); // whoever scrolled has been told, and nothing is drawn yet
    }
    return { atOnce, later: look() };
  }, later);

for (const later of ['scrolled to', 'quiet'] as const) {
  test(`numbers out of sight wait until they are ${later}`, async ({ page }) => {
    await start(page);
    const shown = await type(page, later);
    expect(shown.atOnce.says).not.toBe(shown.atOnce.is);
    expect(shown.later.says).toBe(shown.later.is);
  });
}
