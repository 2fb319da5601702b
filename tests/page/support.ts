// How a test opens the page and reads what it shows. Values are the full ones behind the printed numbers.
import { expect, type Locator, type Page } from '@playwright/test';
import type { LitElement } from 'lit';

export interface Shown {
  rows: number;
  cols: number;
  /** Row by row, as the cells carry them. */
  values: number[];
  /** What is printed in each cell. */
  texts: string[];
}

export async function open(page: Page, state: Record<string, string | number | undefined> = {}): Promise<void> {
  const params = new URLSearchParams(Object.entries(state).map(([key, value]) => [key, String(value)]));
  // A query of its own makes every opening a load, even where only the hash differs.
  await page.goto(`./?${++openings}#${params}`);
  await settled(page);
}
let openings = 0;

/** A person's own sentence, as the page offers it: eight tokens, the last of them padding. */
export const writing = { text: 'the dog that chased cats was tired <pad>' };

/** The numbers of the current state are on screen. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('x-matrix[data-stage="output"] .c').first()).toBeAttached({ timeout: 15_000 });
}

/**
 * Scrolls there and looks until it stays where it is. Lessons above are built as one comes near, and move what is below:
 * a finger that goes down on a button within those milliseconds goes up beside it.
 */
export async function reach(target: Locator): Promise<void> {
  let before: number | undefined;
  await expect(async () => {
    await target.scrollIntoViewIfNeeded();
    const place = (await target.boundingBox())?.y;
    const stays = place !== undefined && place === before;
    before = place;
    expect(stays).toBe(true);
  }).toPass({ intervals: [200], timeout: 15_000 });
}

export const grid = (page: Page, stage: string): Locator => page.locator(`x-matrix[data-stage="${stage}"]`).first();

export const cell = (page: Page, stage: string, row: number, col: number): Locator =>
  grid(page, stage).locator(`.c[data-row="${row}"][data-col="${col}"]`);

export const inspector = (page: Page): Locator => page.locator('.inspector');

/** The number of the inspector's header: where it can be changed, it stands in a field. */
export async function inspected(page: Page): Promise<string> {
  const value = inspector(page).locator('.value');
  const field = value.getByRole('textbox');
  return (await field.count()) > 0 ? field.inputValue() : ((await value.textContent()) ?? '').replace('= ', '');
}

export async function read(page: Page, stage: string): Promise<Shown> {
  return (await readAll(page, [stage]))[stage] as Shown;
}

/** Several stages at once: one look at the page. What is out of sight may wait a little before it is drawn. */
export async function readAll(page: Page, stages: string[]): Promise<Record<string, Shown>> {
  return page.evaluate(async (names) => {
    await Promise.all(
      [...document.querySelectorAll<LitElement>('x-matrix')].map(({ updateComplete }) => updateComplete),
    );
    const look = (name: string) => {
      const matrix = document.querySelector(`x-matrix[data-stage="${name}"]`);
      const cells = [...(matrix?.querySelectorAll<HTMLElement>('.c') ?? [])];
      const rows = matrix?.querySelectorAll('[role="row"].row').length ?? 0;
      return {
        rows,
        cols: rows > 0 ? cells.length / rows : 0,
        values: cells.map((one) => Number(one.dataset.value)),
        texts: cells.map((one) => one.textContent?.trim() ?? ''),
      };
    };
    return Object.fromEntries(names.map((name) => [name, look(name)]));
  }, stages);
}

/** What a printed number says, and how coarsely: half of its last place. */
export function printed(text: string): { value: number; half: number } {
  const plain = text.replace('−', '-');
  const places = plain.split('.')[1]?.length ?? 0;
  return { value: Number(plain), half: 0.5 * 10 ** -places };
}

/** The bound of one product of length k: float32 sums against float64 ones. */
export function productBound(left: number[], right: number[]): number {
  const size = left.reduce((sum, a, i) => sum + Math.abs(a * (right[i] ?? 0)), 0);
  return 1e-6 + 4 * Math.sqrt(left.length) * 2 ** -24 * size;
}

export const dot = (left: number[], right: number[]): number =>
  left.reduce((sum, a, i) => sum + a * (right[i] ?? 0), 0);
export const row = ({ values, cols }: Shown, index: number): number[] => values.slice(index * cols, (index + 1) * cols);
export const column = ({ values, cols, rows }: Shown, index: number): number[] =>
  Array.from({ length: rows }, (_, i) => values[i * cols + index] ?? Number.NaN);
