// <attention-inspector> alone on somebody else's site: a strict policy, hostile styles, other elements beside it.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { site, visit } from './inspector-site';

const tokens = ['the', 'cat', 'sat', 'down'];
/** Two heads: one reads itself, the other the token before. */
const weights = [
  [
    [1, 0, 0, 0],
    [0.25, 0.75, 0, 0],
    [0.1, 0.2, 0.7, 0],
    [0.1, 0.1, 0.1, 0.7],
  ],
  [
    [1, 0, 0, 0],
    [1, 0, 0, 0],
    [0.1, 0.9, 0, 0],
    [0, 0.05, 0.95, 0],
  ],
];
const json = (value: unknown) => JSON.stringify(value).replaceAll("'", '&#39;').replaceAll('<', '\\u003c');
const element = `<attention-inspector tokens='${json(tokens)}' attention-weights='${json(weights)}'></attention-inspector>`;

const inspectorOf = (page: Page): Locator => page.locator('attention-inspector').first();
const cellIn = (of: Locator, row: number, col: number) => of.locator(`.c[data-row="${row}"][data-col="${col}"]`);
const words = (of: Locator) => of.getByRole('radiogroup', { name: 'Which token reads' }).getByRole('radio');
const taken = (of: Locator) => of.locator('.takes');
const ribbonWidths = (of: Locator) =>
  of.locator('svg path.wide').evaluateAll((paths) => paths.map((path) => Number(path.getAttribute('stroke-width'))));

test('under a strict policy it draws what its attributes say, asks for nothing and compiles nothing', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const complaints = await visit(page, { body: element });
  const inspector = inspectorOf(page);
  await expect(words(inspector)).toHaveText([/the/, /cat/, /sat/, /down/]);
  await expect(inspector.getByRole('gridcell')).toHaveText(
    weights[0]?.flat().map((weight) => (weight === 0 ? '0' : weight.toFixed(2))) as string[],
  );
  await expect(inspector.locator('.c.hole')).toHaveCount(6);
  // Its own sheets hold: the chosen reader has the tint of queries.
  const tint = await words(inspector)
    .first()
    .locator('.w')
    .evaluate((word) => getComputedStyle(word).backgroundColor);
  expect(tint).toBe('rgb(246, 230, 196)');
  expect(asked.map((url) => url.slice(site.length)).sort()).toEqual(['', 'inspector.js', 'site.css', 'site.js']);
  expect(complaints).toEqual([]);
});

test('a ribbon is as wide as its weight, and together they are as wide as 1', async ({ page }) => {
  await visit(page, { body: element });
  const inspector = inspectorOf(page);
  await words(inspector).nth(2).click();
  // 34 px is a weight of 1; weights are float32.
  await expect.poll(() => ribbonWidths(inspector)).toHaveLength(3);
  const widths = (await ribbonWidths(inspector)).sort((a, b) => a - b);
  for (const [i, weight] of [0.1, 0.2, 0.7].entries()) expect(widths[i]).toBeCloseTo(34 * weight, 4);
});

test('properties, a JSON child and attributes say the same', async ({ page }) => {
  const given = { tokens, attentionWeights: weights };
  await visit(page, {
    body: `${element}
      <attention-inspector><script type="application/json">${json(given)}</script></attention-inspector>
      <attention-inspector></attention-inspector>`,
    run: `const { tokens, attentionWeights } = ${json(given)};
      Object.assign(document.querySelectorAll('attention-inspector')[2], {
        tokens, attentionWeights: { data: Float64Array.from(attentionWeights.flat(2)), shape: [1, 2, 4, 4] } });`,
  });
  const all = page.locator('attention-inspector');
  await expect(all.nth(2).getByRole('gridcell')).toHaveCount(16);
  const said = await all.evaluateAll((each) => each.map((one) => one.shadowRoot?.querySelector('.frame')?.textContent));
  expect(said[1]).toBe(said[0]);
  expect(said[2]).toBe(said[0]);
});

test('a child that comes or changes later is read', async ({ page }) => {
  await visit(page, { body: '<attention-inspector></attention-inspector>' });
  const inspector = inspectorOf(page);
  await expect(inspector).toContainText('Nothing to show yet.');
  await inspector.evaluate((one) => {
    const child = Object.assign(document.createElement('script'), { type: 'application/json' });
    child.textContent = '{ "tokens": ["a"], "attention_weights": [[1]] }';
    one.append(child);
  });
  await expect(inspector.getByRole('gridcell')).toHaveText(['1.00']);
});

test('chosen by mouse: a cell, a word, a head, each told to the site', async ({ page }) => {
  await visit(page, {
    body: element,
    run: `globalThis.told = [];
      document.addEventListener('select', ({ target, detail }) => told.push([target.localName, detail]));`,
  });
  const inspector = inspectorOf(page);
  await cellIn(inspector, 2, 1).click();
  await expect(taken(inspector)).toHaveText(/What sat takes from cat\s+0\.2000/);
  await words(inspector).nth(3).click();
  await expect(taken(inspector)).toHaveText(/What down takes from cat\s+0\.1000/);
  await inspector.getByRole('radio', { name: 'head 1' }).click();
  await expect(taken(inspector)).toHaveText(/What down takes from cat\s+0\.0500/);
  await expect(inspector.getByRole('grid')).toHaveAccessibleName('attention_weights (2, 4, 4) head 1');
  const told = await page.evaluate(() => (globalThis as unknown as { told: [string, object][] }).told);
  expect(told).toEqual([
    ['attention-inspector', { head: 0, query: 2, key: 1, weight: Math.fround(0.2) }],
    ['attention-inspector', { head: 0, query: 3, key: 1, weight: Math.fround(0.1) }],
    ['attention-inspector', { head: 1, query: 3, key: 1, weight: Math.fround(0.05) }],
  ]);
  const now = await inspector.evaluate(({ head, query, key }: never) => [head, query, key]);
  expect(now).toEqual([1, 3, 1]);
});

test('chosen by the site: no event, and what lies beyond the ends is the last there is', async ({ page }) => {
  await visit(page, {
    body: element,
    run: `globalThis.told = 0; document.addEventListener('select', () => told++);
      Object.assign(document.querySelector('attention-inspector'), { head: 99, query: 99, key: 2 });`,
  });
  await expect(taken(inspectorOf(page))).toHaveText(/What down takes from sat\s+0\.9500/);
  expect(await page.evaluate(() => (globalThis as unknown as { told: number }).told)).toBe(0);
});

test('by keyboard alone: words, heads, cells, and comma and full stop for heads; values are announced', async ({
  page,
}) => {
  await visit(page, { body: element });
  const inspector = inspectorOf(page);
  const live = inspector.locator('[aria-live]');
  await page.keyboard.press('Tab');
  await expect(words(inspector).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(words(inspector).nth(2)).toBeFocused();
  await expect(live).toHaveText('head 0, query sat, key the, 0.1000');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(inspector.getByRole('radio', { name: 'head 1' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cellIn(inspector, 2, 0)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cellIn(inspector, 2, 1)).toBeFocused();
  await expect(live).toHaveText('head 1, query sat, key cat, 0.9000');
  await page.keyboard.press(',');
  await expect(live).toHaveText('head 0, query sat, key cat, 0.2000');
  await page.keyboard.press('End');
  await expect(live).toHaveText('head 0, query sat, key down, 0');
});

test('keys that are other tokens stand in a line of their own, ribbons fall from one to the other', async ({
  page,
}) => {
  const keys = ['le', 'chat', 'assis'];
  const cross = [
    [0.8, 0.1, 0.1],
    [0.1, 0.9, 0],
  ];
  await visit(page, {
    body: `<attention-inspector tokens='["the", "cat"]' keys='${json(keys)}' attention-weights='${json(cross)}' query="1"></attention-inspector>`,
  });
  const inspector = inspectorOf(page);
  const read = inspector.getByRole('radiogroup', { name: 'Which token is read' }).getByRole('radio');
  await expect(read).toHaveText([/0\.10/, /0\.90/, /^\s*assis\s*0\s*$/]);
  const [above, below] = [await read.first().boundingBox(), await words(inspector).first().boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await expect.poll(async () => (await ribbonWidths(inspector)).length).toBe(2);
  await read.nth(1).click();
  await expect(taken(inspector)).toHaveText(/What cat takes from chat\s+0\.9000/);
  await expect(inspector.getByRole('row').nth(1).getByRole('rowheader')).toHaveText('the');
});

test('a row that does not add up to 1 is said; an empty row is no fault; half precision is none either', async ({
  page,
}) => {
  const rows = [
    [0.5, 0.4, 0],
    [0, 0, 0],
    [0.3335, 0.333, 0.333],
  ];
  await visit(page, {
    body: `<attention-inspector tokens='["a", "b", "c"]' attention-weights='${json(rows)}'></attention-inspector>`,
  });
  const inspector = inspectorOf(page);
  await expect(inspector.locator('p.off')).toHaveText([
    'The row of a adds up to 0.9000, not to 1.',
    'Rows that do not add up to 1: 1 of 3. They are drawn as they were given.',
  ]);
  await expect(inspector.locator('[data-sum]')).toHaveText(['0.90', '0.00', '1.00']);
  await words(inspector).nth(1).click();
  await expect(inspector.locator('.aside')).toContainText('b reads nothing: every weight of its row is exactly 0.');
});

test('bad input is said where the picture is, and the last good picture stays', async ({ page }) => {
  const complaints = await visit(page, { body: element });
  const inspector = inspectorOf(page);
  const alert = inspector.getByRole('alert');
  const give = (properties: object) => inspector.evaluate((one, given) => void Object.assign(one, given), properties);
  await give({ attentionWeights: [[0.5, 0.5], [1]] });
  await expect(alert).toHaveText(
    'attentionWeights[1]: expected 2 entries, as in the first, got 1. The picture still shows what was there before.',
  );
  await expect(inspector.getByRole('gridcell')).toHaveCount(16);
  await give({
    attentionWeights: [
      [1, 0],
      [1, 0],
    ],
  });
  await expect(alert).toContainText('with num_queries = 4, got (1, 2, 2)');
  await give({ tokens: ['x', 'y'] });
  await expect(alert).toHaveCount(0);
  await expect(inspector.getByRole('gridcell')).toHaveText(['1.00', '0', '1.00', '0']);
  await inspector.evaluate((one) => one.setAttribute('attention-weights', '[[0.5, None]]'));
  await expect(alert).toContainText('got "[[0.5, None]]"');
  await inspector.evaluate((one) => one.setAttribute('attention-weights', '[[0.5, 0.5], [NaN, -Infinity]]'));
  await expect(alert).toContainText('attentionWeights[1][0]: expected a finite number, 0 or more, got NaN.');
  await give({ language: 'zh' });
  await expect(alert).toHaveText('attentionWeights[1][0]：应为不小于 0 的有限数，收到的是 NaN。 图中仍是之前的内容。');
  expect(complaints).toEqual([]);
});

test('what a token says is text, and each keeps its place', async ({ page }) => {
  const dangerous = ['<img src=x onerror=alert(1)>', '</script>', '&lt;', 'שלום', '\u202eabc', ' ', '', 'the', 'the'];
  const equal = dangerous.map(() => dangerous.map(() => 1 / dangerous.length));
  const complaints = await visit(page, {
    body: '<attention-inspector></attention-inspector>',
    run: `Object.assign(document.querySelector('attention-inspector'), { tokens: ${json(dangerous)}, attentionWeights: ${json(equal)} });`,
  });
  const inspector = inspectorOf(page);
  const shown = ['<img src=x onerr…', '</script>', '&lt;', 'שלום', '‹RLO›abc', '␣5', '␣6', 'the7', 'the8'];
  await expect(words(inspector).locator('.w')).toHaveText(shown);
  const strangers = await inspector.evaluate((one) => one.shadowRoot?.querySelectorAll('img, script').length);
  expect(strangers).toBe(0);
  expect(complaints).toEqual([]);
});

test("a site's styles stay out, and its own stay with the site", async ({ page }) => {
  const css = `* { letter-spacing: 9px; text-transform: uppercase; color: rgb(255, 0, 0); line-height: 3; direction: rtl; visibility: visible }
    b { color: red; font-size: 40px } button { padding: 30px; border: 5px solid red } .c, .word, .frame { display: none }
    :root { --ink: red; --paper: yellow; --w: 300px } canvas, svg { display: none } attention-inspector-matrix { display: none }`;
  const measure = () =>
    inspectorOf(page).evaluate((one) =>
      [...(one.shadowRoot?.querySelectorAll('*') ?? [])].map((part) => {
        const { color, display, letterSpacing, textTransform, fontSize, padding, direction } = getComputedStyle(part);
        return [part.localName, color, display, letterSpacing, textTransform, fontSize, padding, direction].join(' ');
      }),
    );
  await visit(page, { body: element });
  await expect(inspectorOf(page).getByRole('gridcell')).toHaveCount(16);
  const plain = await measure();
  await page.unrouteAll();
  await visit(page, { body: `${element}<b class="c">mine</b>`, css: `${css} main > .c { display: block }` });
  await expect(inspectorOf(page).getByRole('gridcell')).toHaveCount(16);
  expect(await measure()).toEqual(plain);
  await expect(page.getByText('mine')).toHaveCSS('color', 'rgb(255, 0, 0)');
});

test('several on one page each keep their own, also where a name is taken', async ({ page }) => {
  await visit(page, {
    body: `${element}${element}<x-matrix>theirs</x-matrix>`,
    run: 'customElements.define("x-matrix", class extends HTMLElement {});',
  });
  const [first, second] = [page.locator('attention-inspector').nth(0), page.locator('attention-inspector').nth(1)];
  await cellIn(second, 3, 2).click();
  await second.evaluate((one) => void Object.assign(one, { theme: 'dark', language: 'zh' }));
  await expect(taken(second)).toHaveText(/down 从 sat 取走的份额\s+0\.1000/);
  await expect(taken(first)).toHaveText(/What the takes from the\s+1\.0000/);
  await expect(first.locator('.frame')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('x-matrix')).toHaveText('theirs');
});

test('12 heads of 512 × 512 are painted, walked, and small maps show every head', async ({ page }) => {
  test.slow(); // three million numbers
  await visit(page, {
    body: '<attention-inspector query="300" key="300"></attention-inspector>',
    run: `const [heads, size] = [12, 512];
      const data = new Float32Array(heads * size * size);
      for (let i = 0; i < data.length; i += size + 1) data[i] = 1;
      for (let head = 0; head < heads; head++) for (let row = 0; row < size; row++) {
        data.fill(0, (head * size + row) * size, (head * size + row + 1) * size);
        data[(head * size + row) * size + Math.max(0, row - head)] = 1;
      }
      Object.assign(document.querySelector('attention-inspector'), {
        tokens: Array.from({ length: size }, (_, i) => 'w' + i), attentionWeights: { data, shape: [heads, size, size] } });`,
  });
  const inspector = inspectorOf(page);
  await expect(inspector.locator('.fan canvas')).toHaveCount(12);
  await expect(inspector.getByRole('gridcell')).toHaveCount(1);
  await expect(taken(inspector)).toHaveText(/What w300 takes from w300\s+1\.0000/);
  const grid = inspector.locator('attention-inspector-matrix');
  /** How many pixels of a painting are as dark as a weight of 1. */
  const dark = (canvas: Locator) =>
    canvas.evaluate((one: HTMLCanvasElement) => {
      const { data } = (one.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, one.width, one.height);
      return data.filter((red, i) => i % 4 === 0 && red < 60).length;
    });
  expect(await dark(grid.locator('canvas'))).toBeGreaterThanOrEqual(512);
  for (const head of [0, 11]) expect(await dark(inspector.locator('.fan canvas').nth(head))).toBeGreaterThanOrEqual(56);
  await inspector.getByRole('radio', { name: 'head 11' }).click();
  await expect(taken(inspector)).toHaveText(/What w300 takes from w300\s+0\s*$/);
  await inspector.getByRole('gridcell').focus();
  for (let i = 0; i < 11; i += 1) await page.keyboard.press('ArrowLeft');
  await expect(taken(inspector)).toHaveText(/What w300 takes from w289\s+1\.0000/);
  const box = await grid.locator('canvas').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 0.5, (box?.y ?? 0) + 0.5);
  await expect(taken(inspector)).toHaveText(/What w0 takes from w0\s+1\.0000/);
});

test('the language is that of the nearest lang attribute, unless it is said', async ({ page }) => {
  await visit(page, { body: `${element}<div lang="en">${element}</div>`, lang: 'zh-Hant' });
  await expect(taken(page.locator('attention-inspector').nth(0))).toContainText('取走');
  await expect(taken(page.locator('attention-inspector').nth(1))).toContainText('takes');
});

for (const [theme, language, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 1280],
  ['dark', 'en', 390],
  ['light', 'zh', 390],
] as const) {
  test(`axe finds nothing and nothing sticks out: ${theme}, ${language}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const band = long.map((_, row) => long.map((_, col) => (col > row ? 0 : 1 / (row + 1))));
    await visit(page, {
      body: `<h1>Site</h1><attention-inspector theme="${theme}" language="${language}"
          tokens='${json(tokens)}' attention-weights='${json(weights)}'></attention-inspector>
        <attention-inspector theme="${theme}" language="${language}" tokens='${json(long)}' attention-weights='${json(band)}'></attention-inspector>
        <attention-inspector theme="${theme}" language="${language}" tokens='["a"]' attention-weights='[[-1]]'></attention-inspector>`,
      lang: language,
      css: 'body { margin: 0 }',
    });
    await expect(page.locator('attention-inspector').nth(1).getByRole('gridcell')).toHaveCount(1);
    const { violations } = await new AxeBuilder({ page: page as never }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}
