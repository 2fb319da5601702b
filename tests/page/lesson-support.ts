// How a test comes to a section of the lesson, and reads what stands there.
import { expect, type Locator, type Page } from '@playwright/test';

export type Language = 'en' | 'zh';

export const section = (page: Page, number: number): Locator => page.locator(`#s${number}`);
export const tick = (page: Page, number: number): Locator => page.locator(`.tape a[href="#s${number}"]`);

/** Comes by the address and waits for the experiment. */
export async function come(page: Page, number: number, lang: Language): Promise<Locator> {
  await page.goto(`./?b${number}#s${number}&lang=${lang}`);
  const here = section(page, number);
  await expect(here.locator('.experiment > *').first()).toBeVisible({ timeout: 15_000 });
  await expect(here.locator('.waiting')).toHaveCount(0, { timeout: 15_000 });
  return here;
}

/** The numbers of one sheet, row by row. */
export async function numbers(here: Locator, name: string): Promise<number[]> {
  const cells = here.locator(`x-sheet [role="grid"][aria-label^="${name} ("] .c`);
  await expect(cells.first()).toBeAttached();
  return cells.evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.value)));
}

export const rowsOf = (values: number[], size: number): number[][] =>
  Array.from({ length: values.length / size }, (_, i) => values.slice(i * size, (i + 1) * size));

/** √Σ(a − b)². */
export const distance = (a: number[] = [], b: number[] = []): number =>
  Math.hypot(...a.map((value, i) => value - (b[i] ?? Number.NaN)));

export const exerciseOf = (here: Locator, which = 0): Locator => here.locator('x-exercise').nth(which);
export const verdictOf = (exercise: Locator): Locator => exercise.getByRole('status');

export async function answer(exercise: Locator, text: string): Promise<void> {
  await exercise.getByRole('textbox').fill(text);
  await exercise.getByRole('textbox').press('Enter');
}
