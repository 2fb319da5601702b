// A person's own numbers: from files, dropped or pasted, into the figure or to look at; errors name the file and cost nothing.
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { writeNpy } from '../../web/page/files/npy';
import { cell, column, dot, inspector, open, productBound, read, row } from './support';

const panel = (page: Page): Locator => page.locator('#bring');
const button = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const file = (name: string, content: string | Uint8Array): Upload => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const npy = (name: string, shape: number[], value: (i: number) => number): Upload => {
  const data = Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, i) => value(i));
  return file(name, writeNpy({ data, shape }));
};

async function openPanel(page: Page): Promise<void> {
  await button(page, 'Bring numbers').click();
  await expect(panel(page).getByText('Choose files')).toBeVisible();
}

async function give(page: Page, ...files: Upload[]): Promise<void> {
  await panel(page).locator('input[type="file"]').setInputFiles(files);
}

/** What is printed for the shape of each array that was found, by name. */
const found = (page: Page): Promise<string[]> =>
  panel(page)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((one) =>
        [one.querySelector('th bdi'), ...one.querySelectorAll('td > code')].map((part) => part?.textContent).join(' '),
      ),
    );

test('what it needs is fetched when it is opened', async ({ page }) => {
  await open(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPanel(page);
  expect(asked.length).toBeGreaterThan(0);
  await button(page, 'Close').click();
  await expect(panel(page).locator('input')).toHaveCount(0);
});

test('X from a file goes into the figure, with its tokens, and nothing of it is changed', async ({ page }) => {
  await open(page);
  await openPanel(page);
  await give(
    page,
    npy('X.npy', [3, 4], (i) => i / 8 - 0.5),
    file('names.json', '["猫", "</script>", "sat"]'),
  );
  expect(await found(page)).toEqual(['X <f4 (3, 4)']);
  await expect(panel(page)).toContainText('3 vectors of 4 numbers.');
  await button(page, 'Put it into the figure').click();
  await expect(panel(page).getByRole('status')).toContainText('It is in the figure.');
  await expect
    .poll(async () => (await read(page, 'X')).values)
    .toEqual(Array.from({ length: 12 }, (_, i) => i / 8 - 0.5));
  await expect(page.locator('.reading .w')).toHaveText(['猫', '</script>', 'sat']);
});

test('a layer goes in: its parameters are those given, nn.Linear turned, and Q is X times W_q', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const layer = {
    tokens: ['a', 'b'],
    X: [
      [1, 2],
      [-1, 0.5],
    ],
    'attention.query.weight': [
      [0.25, -1],
      [2, 0.5],
    ],
    W_k: [
      [1, 0],
      [0, 1],
    ],
    W_v: [
      [1, 1],
      [0, 1],
    ],
  };
  await give(page, file('layer.json', JSON.stringify(layer)));
  await expect(panel(page).getByLabel('Transpose attention.query.weight')).toBeChecked();
  await expect(panel(page).getByLabel('Transpose W_k')).not.toBeChecked();
  await button(page, 'Put it into the figure').click();
  await expect.poll(async () => (await read(page, 'W_q')).values).toEqual([0.25, 2, -1, 0.5]);
  const [X, W_q, Q] = [await read(page, 'X'), await read(page, 'W_q'), await read(page, 'Q')];
  for (const [i, value] of Q.values.entries()) {
    const [left, right] = [row(X, Math.floor(i / 2)), column(W_q, i % 2)];
    expect(Math.abs(value - dot(left, right))).toBeLessThanOrEqual(productBound(left, right));
  }
  await panel(page).getByLabel('Transpose attention.query.weight').uncheck();
  await button(page, 'Put it into the figure').click();
  await expect.poll(async () => (await read(page, 'W_q')).values).toEqual([0.25, -1, 2, 0.5]);
});

test('Q, K and V of a model go in, heads and all, and are undone like any change', async ({ page }) => {
  await open(page);
  const before = await read(page, 'output');
  await openPanel(page);
  await give(
    page,
    npy('Q.npy', [2, 3, 4], (i) => Math.sin(i)),
    npy('K.npy', [2, 5, 4], (i) => Math.cos(i)),
    npy('V.npy', [2, 5, 4], (i) => i / 40),
  );
  await expect(panel(page)).toContainText('Q, K and V: 3 queries, 5 keys, 2 heads.');
  await button(page, 'Put it into the figure').click();
  await expect.poll(async () => (await read(page, 'attentionWeights')).cols).toBe(5);
  const [Q, K, scores] = [await read(page, 'Q'), await read(page, 'K'), await read(page, 'scores')];
  expect(Q.values).toEqual(Array.from({ length: 12 }, (_, i) => Math.fround(Math.sin(i))));
  for (const [i, value] of scores.values.entries()) {
    const [left, right] = [row(Q, Math.floor(i / 5)), row(K, i % 5)];
    expect(Math.abs(value - dot(left, right))).toBeLessThanOrEqual(productBound(left, right));
  }
  await cell(page, 'scores', 0, 0).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => read(page, 'output')).toEqual(before);
});

test('attention weights alone are looked at, in the element that other sites have', async ({ page }) => {
  await open(page);
  await openPanel(page);
  const weights = {
    tokens: ['the', 'cat'],
    attention_weights: [
      [
        [1, 0],
        [0.25, 0.75],
      ],
      [
        [1, 0],
        [1, 0],
      ],
    ],
  };
  await give(page, file('weights.json', JSON.stringify(weights)));
  const element = panel(page).locator('attention-inspector');
  await expect(element.getByRole('gridcell')).toHaveText(['1.00', '0', '0.25', '0.75']);
  await expect(button(page, 'Put it into the figure')).toHaveCount(0);
  await element.getByRole('radio', { name: 'head 1' }).click();
  await expect(element.getByRole('gridcell')).toHaveText(['1.00', '0', '1.00', '0']);
  await panel(page).getByLabel('Tokens, divided by blanks').fill('a dog');
  await panel(page).getByLabel('Tokens, divided by blanks').press('Enter');
  await expect(element.getByRole('radiogroup', { name: 'Which token reads' })).toContainText('dog');
});

test('a pasted table, with what it is said to be', async ({ page }) => {
  await open(page);
  await openPanel(page);
  await panel(page).getByLabel('A table or JSON').fill('the\t0.5\t−1\ncat\t2\t0');
  await button(page, 'Read what is pasted').click();
  expect(await found(page)).toEqual(['pasted text (2, 2)']);
  await panel(page).getByLabel('What pasted is').selectOption('Q');
  await expect(panel(page).getByRole('status')).toHaveText('K: expected an array beside Q, got none.');
  await panel(page).getByLabel('What pasted is').selectOption('X');
  await button(page, 'Put it into the figure').click();
  await expect.poll(async () => (await read(page, 'X')).values).toEqual([0.5, -1, 2, 0]);
  await expect(page.locator('.reading .w')).toHaveText(['the', 'cat']);
});

test('files can be dropped, also before it is opened', async ({ page }) => {
  await open(page);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{"X": [[1, 2]], "tokens": ["a"]}'], 'x.json'));
    return transfer;
  });
  await panel(page).locator('h2').dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(() => found(page)).toEqual(['X JSON (1, 2)']);
});

test('a bad file is named, with what was expected and what came; what was read before stays', async ({ page }) => {
  const crashes: string[] = [];
  page.on('pageerror', (error) => crashes.push(String(error)));
  await open(page);
  await openPanel(page);
  const X = npy('X.npy', [1, 2], () => 1);
  await give(page, X);
  await give(page, file('cut.npy', X.buffer.subarray(0, -4)), file('bad.json', '{"Q": [[1, 2], [3]]}'));
  await expect(panel(page).getByRole('status')).toHaveText(
    /cut\.npy: data: expected 8 bytes for the shape \(1, 2\), got 4\. What was read before is still here\.\s*bad\.json: Q\[1\]: expected 2 entries, as in the first, got 1\. What was read before is still here\./,
  );
  expect(await found(page)).toEqual(['X <f4 (1, 2)']);
  await expect(button(page, 'Put it into the figure')).toBeEnabled();
  await panel(page).getByLabel('A table or JSON').fill('[[1, 2');
  await button(page, 'Read what is pasted').click();
  await expect(panel(page).getByRole('status')).toContainText('pasted: JSON: expected JSON, got');
  await expect(panel(page).getByLabel('A table or JSON')).toHaveValue('[[1, 2');
  expect(crashes).toEqual([]);
});

for (const [what, state] of Object.entries({
  'own writing': { text: 'the dog </script> 猫', split: 'space', num_hiddens: 8, num_heads: 2, causal: 1 },
  'an example': {},
})) {
  test(`what the page saved comes back as it was: ${what}`, async ({ page }) => {
    await open(page, state);
    await cell(page, 'masked', 2, 1).click();
    const before = {
      output: await read(page, 'output'),
      header: await inspector(page).locator('header').textContent(),
    };
    const address = new URL(page.url()).hash;
    await page.locator('#takeaway').getByRole('button', { name: 'Show what can be taken' }).click();
    const coming = page.waitForEvent('download');
    await page.locator('#takeaway').getByRole('button', { name: 'Save attention.json' }).click();
    const saved = await readFile(await (await coming).path());

    await open(page, { text: 'something else' });
    await openPanel(page);
    await give(page, file('attention.json', saved));
    await button(page, 'Put it back as it was').click();
    await expect.poll(() => read(page, 'output')).toEqual(before.output);
    await expect(inspector(page).locator('header')).toHaveText(before.header ?? '');
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
  });
}

test('a saved stage comes back from .npy and .csv', async ({ page }) => {
  await open(page, { text: 'a b c', num_heads: 2 });
  const shown = await read(page, 'attentionWeights');
  await page.locator('#takeaway').getByRole('button', { name: 'Show what can be taken' }).click();
  await page.getByLabel('Stage to take').selectOption('attentionWeights');
  for (const ending of ['npy', 'csv']) {
    const coming = page.waitForEvent('download');
    await page
      .locator('#takeaway')
      .getByRole('button', { name: `Save attention_weights.${ending}` })
      .click();
    const saved = await readFile(await (await coming).path());
    await button(page, 'Bring numbers').click();
    await give(page, file(`attention_weights.${ending}`, saved));
    const cells = panel(page).locator('attention-inspector').getByRole('gridcell');
    await expect(cells).toHaveCount(9);
    expect(await cells.evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.value)))).toEqual(
      shown.values,
    );
    await button(page, 'Remove everything').click();
    await button(page, 'Close').click();
  }
});

for (const [theme, lang, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 390],
] as const) {
  test(`it is accessible, fits and works by keyboard: ${theme}, ${lang}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await open(page, { lang, text: 'a b' });
    await panel(page).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).locator('input[type="file"]')).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(panel(page).locator('input[type="file"]')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(
      '{"X": [[1, 2], [3, 4]], "W_q": [[1, 0], [0, 1]], "attention_weights": [[1, 0], [0.5, 0.5]]}',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(panel(page).locator('tbody tr')).toHaveCount(3);
    // Without W_q it is complete: X, and weights to look at.
    await panel(page).locator('tbody select').nth(1).selectOption('');
    await expect(panel(page).locator('attention-inspector').getByRole('gridcell')).toHaveCount(4);
    await give(page, file('bad.npy', '\x93NUMPY'));
    await expect(panel(page).locator('.problem')).toHaveCount(1);
    const { violations } = await new AxeBuilder({ page: page as never }).include('#bring').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const said = (await panel(page).locator('h2, h3, p:not(.problem), button, label, thead').allTextContents()).join(
      ' ',
    );
    if (lang === 'zh') expect(said).not.toMatch(/\b(the|and|of|is|what|heads|tokens|put)\b/i);
    else expect(said).not.toMatch(/\p{Script=Han}/u);
  });
}
