// <attention-inspector> in the places a site may put it: other documents, shadow roots, dark pages, hidden parts, twice.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { visit } from './inspector-site';

const weights = [
  [
    [1, 0],
    [0.25, 0.75],
  ],
];
const element = `<attention-inspector tokens='["a", "b"]' attention-weights='${JSON.stringify(weights)}'></attention-inspector>`;

const inspectorOf = (page: Page): Locator => page.locator('attention-inspector').first();
const themeOf = (inspector: Locator) => inspector.locator('.frame');

test('moved into an iframe, a popup and back it keeps its looks, its size and its life', async ({ page }) => {
  const complaints = await visit(page, {
    body: `${element}<iframe width="400" height="600"></iframe>`,
    // Made here and first put on a page there.
    run: `const made = Object.assign(document.createElement('attention-inspector'), { tokens: ['a', 'b'], attentionWeights: ${JSON.stringify(weights)} });
      frames[0].document.body.append(made);`,
  });
  const frame = page.frameLocator('iframe');
  const first = frame.locator('attention-inspector').first();
  const lives = async (inspector: Locator, layout: 'narrow' | 'wide') => {
    await expect(inspector.locator('.frame')).toHaveAttribute('data-layout', layout);
    const words = inspector.getByRole('radiogroup', { name: 'Which token reads' }).getByRole('radio');
    await words.last().click();
    await expect(inspector.locator('.takes')).toHaveText(/What b takes from a\s+0\.2500/);
    await expect(words.last().locator('.w')).toHaveCSS('background-color', 'rgb(246, 230, 196)');
    await expect(inspector.locator('svg path')).toHaveCount(2);
    await inspector.getByRole('gridcell').first().hover();
    await expect(inspector.locator('.takes')).toHaveText(/What a takes from a\s+1\.0000/);
    await inspector.getByRole('gridcell').nth(3).click();
    await expect(inspector.locator('.takes')).toHaveText(/What b takes from b\s+0\.7500/);
    await words.first().click();
    await expect(inspector.locator('.takes')).toHaveText(/What a takes from b\s+0\s*$/);
    await inspector.getByRole('gridcell').first().click();
  };
  await lives(first, 'narrow');

  // One that was drawn here goes there by adoption, and comes back.
  await page.evaluate(() => {
    const one = document.querySelector('attention-inspector') as Element;
    const { document: other } = window[0] as Window;
    other.body.replaceChildren(other.adoptNode(one));
  });
  await lives(first, 'narrow');
  await page.evaluate(() => {
    const one = window[0]?.document.querySelector('attention-inspector') as Element;
    document.querySelector('main')?.append(one);
  });
  await lives(inspectorOf(page), 'wide');

  const opening = page.waitForEvent('popup');
  await page.evaluate(() => {
    const popup = open('', '', 'width=900,height=700');
    popup?.document.body.append(document.querySelector('attention-inspector') as Element);
  });
  const popup = await opening;
  await popup.setViewportSize({ width: 900, height: 700 });
  await lives(inspectorOf(popup), 'wide');
  // Canvases are painted, and a change of size is heard, in the popup's own window.
  await popup.setViewportSize({ width: 500, height: 700 });
  await expect(inspectorOf(popup).locator('.frame')).toHaveAttribute('data-layout', 'narrow');
  expect(complaints).toEqual([]);
});

test('it is as dark as its site: by color-scheme, by the colour behind it, by its theme, else as the system is', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, {
    body: `${element}<section></section>`,
    css: `.scheme { color-scheme: dark } .bright { color-scheme: light } .night body { background: oklch(0.2 0.03 260) } body { transition: background 50ms }
      .day body { background: #fff } .card { background: #eee } .glass { background: rgba(0, 0, 0, 0.2) }`,
    run: `const root = document.querySelector('section').attachShadow({ mode: 'open' });
      root.innerHTML = '<div lang="zh"><attention-inspector></attention-inspector></div>';
      root.querySelector('attention-inspector').attentionWeights = [[1]];`,
  });
  const inspector = inspectorOf(page);
  const become = (name: string) =>
    page.evaluate((names) => document.documentElement.setAttribute('class', names), name);
  const is = (theme: string) => expect(themeOf(inspector)).toHaveAttribute('data-theme', theme);
  await is('dark');
  for (const [name, theme] of [
    ['bright', 'light'],
    ['scheme', 'dark'],
    ['day', 'light'],
    ['night', 'dark'],
    ['day scheme', 'dark'],
    ['night bright', 'light'],
    ['', 'dark'],
  ] as const) {
    await become(name);
    await is(theme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await is('light');
  await become('night');
  await is('dark');
  // What is nearer counts, unless it is glass.
  await page.evaluate(() => document.querySelector('main')?.classList.add('glass'));
  await is('dark');
  await page.evaluate(() => document.querySelector('main')?.classList.replace('glass', 'card'));
  await is('light');
  await inspector.evaluate((one) => one.setAttribute('theme', 'dark'));
  await is('dark');
  // Inside a shadow root as outside: the page's darkness, the language of the nearest lang.
  await page.evaluate(() => document.querySelector('main')?.classList.remove('card'));
  const inner = page.locator('section attention-inspector');
  await expect(themeOf(inner)).toHaveAttribute('data-theme', 'dark');
  await expect(inner.locator('.takes')).toContainText('取走');
  await page.evaluate(() =>
    document.querySelector('section')?.shadowRoot?.querySelector('div')?.setAttribute('lang', 'en'),
  );
  await expect(inner.locator('.takes')).toContainText('takes');
});

test('hidden it takes no room, shown it is drawn; a second copy has the class that is registered', async ({ page }) => {
  const complaints = await visit(page, {
    body: `<div hidden dir="rtl">${element}</div><attention-inspector hidden></attention-inspector>`,
    run: `const [first, second] = await Promise.all([import('./inspector.js'), import('./second.js')]);
      globalThis.same = first.AttentionInspector === second.AttentionInspector && new second.AttentionInspector() instanceof first.AttentionInspector;`,
  });
  await expect(page.locator('attention-inspector').nth(1)).toBeHidden();
  const inspector = inspectorOf(page);
  await page.waitForFunction(() => 'same' in globalThis);
  expect(await page.evaluate(() => (globalThis as unknown as { same: boolean }).same)).toBe(true);
  await page.evaluate(() => document.querySelector('main > div')?.removeAttribute('hidden'));
  await expect(inspector.getByRole('gridcell')).toHaveText(['1.00', '0', '0.25', '0.75']);
  await expect(inspector.locator('svg path')).toHaveCount(1);
  await expect(inspector.locator('.frame')).toHaveCSS('direction', 'ltr');
  expect(complaints).toEqual([]);
});

test('layers and sentences of a model: one line each, by mouse and keyboard, each told to the site', async ({
  page,
}) => {
  /** Layer l, sentence b, head h: the share of the first key is 0.lbh. */
  const model = [0, 1, 2].map((l) => [0, 1].map((b) => [0, 1].map((h) => [[(100 * l + 10 * b + h) / 1000]])));
  await visit(page, {
    body: '<attention-inspector></attention-inspector>',
    run: `const one = document.querySelector('attention-inspector');
      globalThis.told = [];
      one.addEventListener('select', ({ detail }) => told.push(detail));
      one.attentionWeights = ${JSON.stringify(model)};`,
  });
  const inspector = inspectorOf(page);
  const cell = inspector.getByRole('gridcell');
  const value = () => cell.evaluate((one) => Number((one as HTMLElement).dataset.value));
  await expect(cell).toHaveText('0');
  await expect(inspector.getByRole('radiogroup')).toHaveCount(4);
  await inspector.getByRole('radio', { name: 'layer 1' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(inspector.getByRole('radio', { name: 'layer 2' })).toBeFocused();
  await inspector.getByRole('radio', { name: 'sentence 2' }).click();
  await inspector.getByRole('radio', { name: 'head 1' }).click();
  await expect.poll(value).toBe(Math.fround(0.211));
  await expect(inspector.getByRole('grid')).toHaveAccessibleName('attention_weights (2, 1, 1) layer 2 head 1');
  await expect(inspector.locator('[aria-live]')).toHaveText('layer 2, sentence 2, head 1, query 0, key 0, 0.2110');
  const told = await page.evaluate(() => (globalThis as unknown as { told: object[] }).told);
  expect(told.at(-1)).toEqual({ layer: 2, sentence: 1, head: 1, query: 0, key: 0, weight: Math.fround(0.211) });
  await inspector.evaluate((one) => void Object.assign(one, { layer: 0, sentence: 0 }));
  await expect.poll(value).toBe(Math.fround(0.001));
});
