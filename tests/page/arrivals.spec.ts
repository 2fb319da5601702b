// What comes later may not arrive: it is said in its place, and another try brings it.
import { expect, type Page, test } from '@playwright/test';
import { open, settled } from './support';

async function look(page: Page): Promise<void> {
  const panel = page.locator('#bring');
  await panel.getByLabel('A table or JSON').fill('{"tokens": ["a", "b"], "attention_weights": [[[1, 0], [0.5, 0.5]]]}');
  await panel.getByRole('button', { name: 'Read what is pasted' }).click();
}

/** What is pressed, the files that are kept back then, where it is said, and what is there after another try. */
const late: Record<string, [press: (page: Page) => Promise<unknown>, files: RegExp, place: string, there: string]> = {
  'what can be taken': [(page) => page.locator('#takeaway .act').click(), /offer-.*js/, '#takeaway', '#takeaway .line'],
  'long texts, without their styles': [
    (page) => page.locator('#large .act').first().click(),
    /desk-.*css/,
    '#large',
    '#large-text',
  ],
  'one’s own numbers': [
    (page) => page.locator('#bring .act').first().click(),
    /desk-.*js/,
    '#bring',
    '#bring textarea',
  ],
  'the look at weights': [look, /component-.*js/, '#bring .look', 'attention-inspector .frame'],
  'the check of all numbers': [(page) => page.locator('#proof .act').click(), /table-.*js/, '#proof', '#proof table'],
  'an example': [
    async (page) => {
      await page.getByRole('button', { name: 'all examples' }).click();
      await page.getByRole('button', { name: 'Who saw whom?' }).first().click();
    },
    /\/assets\/(?!index|directive)[\w-]+\.js/,
    '#text-note',
    'x-matrix[data-stage="output"] .c',
  ],
};

test('each part that does not arrive says so in its place, and comes with another try', async ({ page }) => {
  await open(page, { lang: 'en', text: 'the cat sat' });
  for (const [name, [press, files, place, there]] of Object.entries(late))
    await test.step(name, async () => {
      await page.route(files, (route) => route.abort());
      await press(page);
      const said = page.locator(place);
      await expect(said.locator('.problem')).toContainText(/did not arrive|could not/);
      await page.unrouteAll();
      await said.getByRole('button', { name: /Try again|Check again/ }).click();
      await expect(page.locator(there).first()).toBeVisible({ timeout: 15_000 });
      await expect(said.locator('.problem')).toHaveCount(0);
    });
  expect(await page.locator('#large textarea').evaluate((field) => getComputedStyle(field).width)).not.toBe('auto');
  await settled(page);
});

test('words without their vectors are said to be random, in both languages, until the vectors arrive', async ({
  page,
}) => {
  await page.route('**/vectors-*.bin', (route) => route.fulfill({ status: 404 }));
  await open(page, { lang: 'en', text: 'the cat sat' });
  await expect(page.locator('.notices')).toContainText('every word here has a random vector');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('.notices')).toContainText('用的都是随机向量');
  await page.unrouteAll();
  await page.locator('.notices').getByRole('button', { name: '再试一次' }).click();
  await expect(page.locator('.source.word')).toHaveCount(3);
  await expect(page.locator('.notices')).toHaveCount(0);
});

test('a core that does not arrive is asked for again', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 404 }));
  await page.goto('./#lang=en');
  await page.locator('#text-note').getByRole('button', { name: 'Try again' }).waitFor();
  await page.unrouteAll();
  await page.locator('#text-note').getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  await expect(page.locator('#text-note .problem')).toHaveCount(0);
});
