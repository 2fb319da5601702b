// Taking it away: what is saved holds the numbers that are shown.
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { readTable } from '../../web/page/files/csv';
import { readNpy } from '../../web/page/files/npy';
import { cell, grid, open, read, settled } from './support';

const heads = { text: 'the dog </script> 猫 __proto__', split: 'space', num_hiddens: 8, num_heads: 2, causal: 1 };
const panel = (page: Page): Locator => page.locator('#takeaway');

async function openPanel(page: Page, name: string | RegExp = 'Show what can be taken'): Promise<void> {
  await panel(page).getByRole('button', { name }).click();
  await expect(panel(page).locator('pre')).toBeVisible();
}

/** The file that a button saves, under the name it promises. */
async function save(page: Page, file: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await panel(page)
    .getByRole('button', { name: `Save ${file}`, exact: true })
    .click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(file);
  return readFile(await download.path());
}

test('what it offers is fetched when it is opened, and goes when it is closed', async ({ page }) => {
  await open(page, heads);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await expect(panel(page).locator('pre')).toHaveCount(0);
  await openPanel(page);
  expect(asked.some((url) => /offer.*\.js$/.test(url))).toBe(true);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page).locator('pre')).toHaveCount(0);
});

test('the copied link opens the same picture elsewhere', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, heads);
  await cell(page, 'masked', 3, 1).click();
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Copy the link' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('Copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await elsewhere(browser, link);
  expect(shown.output).toEqual(await read(page, 'output'));
  expect(shown.header).toBe(await page.locator('.inspector header').textContent());
});

async function elsewhere(browser: Browser, link: string) {
  const page = await browser.newPage();
  await page.goto(link);
  await settled(page);
  const shown = { output: await read(page, 'output'), header: await page.locator('.inspector header').textContent() };
  await page.close();
  return shown;
}

test('where nothing may be copied, it is there to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, heads);
  await openPanel(page);
  await panel(page).getByRole('button', { name: 'Copy the link' }).click();
  await expect(panel(page).getByRole('status')).toContainText('did not let it be copied');
  await expect(panel(page).getByRole('textbox')).toHaveValue(/#lang=en&text=the\+dog.*&causal=1$/);
});

test('JSON holds the tokens and every stage', async ({ page }) => {
  await open(page, heads);
  await openPanel(page);
  const text = (await save(page, 'attention.json')).toString();
  expect(text).not.toContain('</script>');
  const { inputs, stages } = JSON.parse(text);
  expect(inputs.tokens).toEqual(heads.text.split(' '));
  expect(Object.keys(stages)).toEqual(
    expect.arrayContaining(['X', 'W_q', 'W_o', 'Q', 'scores', 'masked', 'attentionWeights', 'concat', 'output']),
  );
  expect(stages.attentionWeights.shape).toEqual([1, 2, 5, 5]);
  const shown = await read(page, 'attentionWeights');
  expect([...Float32Array.from(stages.attentionWeights.data.slice(0, 25))]).toEqual(shown.values);
});

test('NPY and CSV hold the chosen stage, all heads of it', async ({ page }) => {
  await open(page, heads);
  await openPanel(page);
  await panel(page).getByLabel('Stage to take').selectOption('masked');
  const { shape, data } = readNpy(await save(page, 'masked.npy'));
  expect(shape).toEqual([1, 2, 5, 5]);
  const shown = await read(page, 'masked');
  expect([...data.slice(0, 25)]).toEqual(shown.values);
  const [header = [], ...lines] = readTable((await save(page, 'masked.csv')).toString());
  expect(header.map(({ text }) => text)).toEqual(['head', 'masked', ...heads.text.split(' ')]);
  const numbers = lines.flatMap((line) => line.slice(2).map(({ value }) => value ?? Number.NaN));
  expect([...Float32Array.from(numbers)]).toEqual([...data]);
});

test('the picture follows the selection: its numbers, its holes, its ring', async ({ page }) => {
  await open(page, heads);
  await openPanel(page);
  await cell(page, 'attentionWeights', 2, 1).click();
  const svg = (await save(page, 'attention_weights_head_0.svg')).toString();
  const seen = await page.evaluate((source) => {
    const drawing = new DOMParser().parseFromString(source, 'image/svg+xml');
    const texts = [...drawing.querySelectorAll('text')].map((one) => one.textContent ?? '');
    return { texts, bad: drawing.querySelectorAll('parsererror, script, foreignObject').length };
  }, svg);
  expect(seen.bad).toBe(0);
  const shown = await read(page, 'attentionWeights');
  expect(seen.texts.slice(0, 25)).toEqual(shown.texts);
  expect(seen.texts.filter((text) => text === '</script>')).toHaveLength(2);
  expect(svg.match(/url\(#causal\)/g)).toHaveLength(10);
  const styles = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim());
  expect(svg.match(new RegExp(`fill="none" stroke="${styles}"`, 'g'))).toHaveLength(1);
  await grid(page, 'output').locator('.c').first().click();
  await expect(panel(page).getByRole('img', { name: 'The picture of output' })).toBeVisible();
});

test('PNG is the same picture, twice as fine', async ({ page }) => {
  await open(page, heads);
  await openPanel(page);
  await panel(page).getByLabel('Stage to take').selectOption('output');
  const png = await save(page, 'output.png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const preview = panel(page).getByRole('img');
  const size = await preview.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size.map((side) => side * 2));
});

test('each program can be read, copied and saved', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, heads);
  await openPanel(page);
  for (const [name, file, start] of [
    ['PyTorch', 'attention_pytorch.py', '# Attention in PyTorch'],
    ['NumPy', 'attention_numpy.py', '# Attention in NumPy'],
    ['JavaScript', 'attention.mjs', '// Attention with xattention'],
  ] as const) {
    await panel(page).getByRole('button', { name, exact: true }).click();
    await expect(panel(page).locator('pre')).toContainText(start);
    const saved = (await save(page, file)).toString();
    expect(saved).toBe(await panel(page).locator('pre').textContent());
    expect(saved).toContain('"__proto__"');
    expect(saved).not.toContain('</script>');
    await panel(page).getByRole('button', { name: 'Copy the program' }).click();
    await expect(panel(page).getByRole('status')).toHaveText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(saved);
  }
});

test('what is taken is what is shown now', async ({ page }) => {
  await open(page, { text: 'a b c', num_heads: 1 });
  await openPanel(page);
  await page.getByLabel('Your sentence').fill('a b c d');
  await expect(panel(page).locator('pre')).toContainText('"d"]');
  await page.getByLabel('Your sentence').fill(' ');
  await expect(panel(page)).toContainText('There are no numbers to take yet.');
});

for (const [theme, lang, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 390],
] as const) {
  test.describe('as it is served', () => {
    test.use({ serviceWorkers: 'allow' }); // to refuse it is a warning
    test(`it is accessible and fits: ${theme}, ${lang}, ${width} px`, async ({ page }) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await open(page, { ...heads, lang });
      const button = panel(page).getByRole('button');
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(panel(page).locator('pre')).toBeVisible();
      const { violations } = await new AxeBuilder({ page: page as never }).include('#takeaway').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const said = (await panel(page).locator('h2, h3, p, button').allTextContents()).join(' ');
      if (lang === 'zh') expect(said).not.toMatch(/\b(the|and|of|is|what|save|copy)\b/i);
      else expect(said).not.toMatch(/\p{Script=Han}/u);
      expect(complaints).toEqual([]);
    });
  });
}
