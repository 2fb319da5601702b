// A long text: read in blocks off the main thread, looked at from all of it down to single pairs, given up on request.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { isClose } from '../lib/compare';
import { open, reach, read as readStage, settled } from './support';

const panel = (page: Page): Locator => page.locator('#large');
const field = (page: Page): Locator => panel(page).locator('textarea');
const note = (page: Page): Locator => panel(page).locator('#large-note');
const map = (page: Page): Locator => panel(page).locator('x-long-map');
const sight = (page: Page): Locator => panel(page).locator('.seen p');
const button = (page: Page, name: string | RegExp): Locator => panel(page).getByRole('button', { name });

const vocabulary =
  'the old keys to cabinet were lost in garden and nobody who left them there small dog chased cats'.split(' ');
const words = (count: number): string =>
  Array.from({ length: count }, (_, i) => vocabulary[(i * i + (i >> 3)) % vocabulary.length]).join(' ');

/** A sentence of one's own in the figure, and the large map opened. */
async function start(page: Page, state: Record<string, string | number> = {}): Promise<void> {
  await open(page, { text: 'the dog chased the cats', ...state });
  const opener = button(page, /Open the large map|打开长文本/);
  await reach(opener);
  await opener.click();
  await expect(field(page)).toBeVisible();
}

async function write(page: Page, text: string, tokens: string): Promise<void> {
  await field(page).fill(text);
  await expect(note(page)).toContainText(tokens);
}

/** Reads what the field holds, to the end. */
async function read(page: Page): Promise<void> {
  await button(page, /^(Read|读这)/).click();
  await idle(page);
}

/** Nothing runs, and every number shown has come. */
async function idle(page: Page): Promise<void> {
  await expect(map(page)).toBeVisible({ timeout: 40_000 });
  await expect(panel(page).locator('.running')).toHaveCount(0, { timeout: 40_000 });
  await expect(panel(page).locator('dd[data-weight]')).toBeAttached();
}

/** The weights of these pairs as the map draws them; undefined where it has only larger cells. */
const drawn = (page: Page, pairs: [number, number][]): Promise<(number | undefined)[]> =>
  map(page).evaluate(
    (element, all) =>
      all.map(([query, key]) =>
        (element as unknown as { valueAt(query: number, key: number): number | undefined }).valueAt(query, key),
      ),
    pairs,
  );

const listed = (page: Page): Promise<[number, number][]> =>
  panel(page)
    .locator('.listed button')
    .evaluateAll((all) =>
      all.map((one) => [Number((one as HTMLElement).dataset.key), Number((one as HTMLElement).dataset.weight)]),
    );

test('8192 tokens are read while the page goes on drawing, and can be looked at pair by pair', async ({ page }) => {
  test.setTimeout(60_000);
  await start(page, { num_hiddens: 4 });
  await button(page, 'the layer above').click();
  await write(page, words(8192), '8,192 tokens.');
  await page.evaluate(() => {
    const seen = { frames: 0, shares: [] as number[] };
    Object.assign(window, { seen });
    const count = () => {
      const bar = document.querySelector('#large [role="progressbar"]');
      if (bar) {
        seen.frames += 1;
        seen.shares.push(Number(bar.getAttribute('aria-valuenow')));
      }
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await read(page);
  const { frames, shares } = await page.evaluate(
    () => (window as unknown as { seen: { frames: number; shares: number[] } }).seen,
  );
  // Frames came while it ran, and it said how far it was: the main thread was free between any two blocks.
  expect(frames).toBeGreaterThan(5);
  expect(new Set(shares).size).toBeGreaterThan(3);
  await expect(sight(page)).toHaveText('Queries 0–8,191, keys 0–8,191; a cell is 16 × 16 pairs.');

  const [best] = await listed(page);
  const query = Number(await panel(page).locator('dl').getAttribute('data-query'));
  await panel(page).locator('.listed button').first().click();
  await button(page, 'To the selected pair').click();
  await expect(sight(page)).toContainText('every cell is one pair');
  await idle(page);
  const [key, weight] = best as [number, number];
  const [shown] = await drawn(page, [[query, key]]);
  expect(isClose(shown as number, weight)).toBe(true);
  await expect(panel(page).locator('dd[data-weight]')).toHaveAttribute('data-weight', String(shown));
});

for (const [name, state] of [
  ['one head', { causal: 1 }],
  ['two heads, a window', { num_heads: 2, window: '6,2', valid_lens: '14' }],
] as const) {
  test(`the map, and what is said of a row, are those of a trace: ${name}`, async ({ page }) => {
    const text = words(16);
    await start(page, { text, num_hiddens: 8, ...state });
    await button(page, 'the layer above').click();
    await write(page, text, '16 tokens.');
    await read(page);
    const { values } = await readStage(page, 'attentionWeights');
    const pairs = Array.from({ length: 16 * 16 }, (_, i): [number, number] => [Math.floor(i / 16), i % 16]);
    const found = await drawn(page, pairs);
    for (const [i, value] of found.entries())
      expect(isClose(value as number, values[i] as number), `${pairs[i]}`).toBe(true);

    const query = Number(await panel(page).locator('dl').getAttribute('data-query'));
    const row = values.slice(query * 16, (query + 1) * 16);
    const sorted = row.filter((weight) => weight > 0).sort((a, b) => b - a);
    for (const [k, [key, weight]] of (await listed(page)).entries()) {
      expect(isClose(weight, sorted[k] as number)).toBe(true);
      expect(isClose(weight, row[key] as number)).toBe(true);
    }
    const entropy = Number(await panel(page).locator('[data-entropy]').first().getAttribute('data-entropy'));
    expect(Math.abs(entropy - row.reduce((sum, w) => sum - (w > 0 ? w * Math.log(w) : 0), 0))).toBeLessThan(1e-5);
  });
}

test('a change of the masks above reads again, and what is forbidden is exactly 0', async ({ page }) => {
  await start(page);
  await write(page, words(40), '40 tokens.');
  await read(page);
  const pairs: [number, number][] = [
    [3, 9],
    [9, 3],
  ];
  expect((await drawn(page, pairs)).every((weight) => (weight as number) > 0)).toBe(true);
  await page.getByRole('switch', { name: 'No looking ahead' }).check();
  await expect.poll(async () => (await drawn(page, pairs))[0]).toBe(0);
  expect((await drawn(page, pairs))[1]).toBeGreaterThan(0);
  await expect(panel(page)).toContainText('Forbidden, as above: looking ahead.');
});

test('cancelling leaves the last map, and a later request reads all the same', async ({ page }) => {
  test.setTimeout(60_000);
  await start(page);
  await write(page, words(100), '100 tokens.');
  await read(page);
  await expect(sight(page)).toContainText('Queries 0–99');
  await write(page, words(8000), '8,000 tokens.');
  // At the first sign that something runs, before it can be done.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const cancel = document.querySelector<HTMLButtonElement>('#large .running button');
      if (!cancel) return;
      watch.disconnect();
      cancel.click();
    });
    watch.observe(document.querySelector('#large') as Element, { childList: true, subtree: true });
  });
  await button(page, 'Read 8,000 tokens').click();
  await expect(panel(page).getByRole('status').last()).toHaveText(
    'Cancelled. The map still shows what was there before.',
  );
  await expect(sight(page)).toContainText('Queries 0–99');
  await expect(button(page, 'Read 8,000 tokens')).toBeFocused();
  expect((await drawn(page, [[50, 60]]))[0]).toBeGreaterThan(0);

  await read(page);
  await expect(sight(page)).toContainText('Queries 0–7,999', { timeout: 40_000 });
});

test('the cells can show the largest weight or the mean, in logarithmic colours or linear ones', async ({ page }) => {
  await start(page);
  await write(page, words(1200), '1,200 tokens.');
  await read(page);
  await expect(sight(page)).toContainText('a cell is 2 × 2 pairs');
  await button(page, 'its mean weight').click();
  await idle(page);
  await expect(button(page, 'its mean weight')).toHaveAttribute('aria-pressed', 'true');
  const ticks = panel(page).locator('.scale-of .ticks');
  await expect(ticks).toHaveText(/10⁻⁴.*1$/);
  await button(page, 'linear').click();
  await expect(ticks).toHaveText(/^0/);
});

test('one token more than 8192 is refused, and the last map stays', async ({ page }) => {
  await start(page, { num_hiddens: 4 });
  await write(page, words(30), '30 tokens.');
  await read(page);
  await write(page, words(8193), '8,192 tokens is the most this page takes; this is 8,193.');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(button(page, /^Read/)).toBeDisabled();
  await expect(sight(page)).toContainText('Queries 0–29');
  await write(page, 'x'.repeat(100_001), '100,000 characters is the most this page takes; this is 100,001.');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(note(page)).toContainText('本页最多处理 100000 个字符，这里有 100001 个。');
  await write(page, words(8193), '本页最多处理 8192 个词元，这里有 8193 个。');
  await write(page, words(8192), '8192 个词元。');
  await expect(button(page, /^读这/)).toBeEnabled();
});

test('a .txt file can be chosen or dropped; what is no text is refused', async ({ page }) => {
  await start(page);
  const choose = panel(page).locator('input[type="file"]');
  await choose.setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('one two 三四 <b>five</b>'),
  });
  await expect(field(page)).toHaveValue('one two 三四 <b>five</b>');
  await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 0, 255]) });
  await expect(note(page)).toContainText('a.png is not a text file. Nothing was changed.');
  await expect(field(page)).toHaveValue('one two 三四 <b>five</b>');
  await choose.setInputFiles({ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_000_001, 'a ') });
  await expect(note(page)).toContainText('A file may have 1,000,000 bytes; this one has 1,000,001.');
  await expect(button(page, /^Read \d+ tokens/)).toBeEnabled(); // what is in the field can be read still
  await field(page).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped words here'], 'c.txt', { type: 'text/plain' }));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(field(page)).toHaveValue('dropped words here');
  await expect(note(page)).toContainText('3 tokens.');
});

test('the text of the page itself can be read, and the most focused query chosen', async ({ page }) => {
  await start(page);
  await button(page, 'Take the text of this page').click();
  await expect(field(page)).toHaveValue(/How one word reads a whole sentence/);
  await expect(field(page)).toHaveValue(/\nX input\nQ K V project\n/); // words that stand apart are written apart
  await expect(note(page)).toContainText(/\d tokens\./);
  await read(page);
  const entropies = (order: string) =>
    button(page, order)
      .click()
      .then(() =>
        panel(page)
          .locator('tr[data-entropy]')
          .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.entropy))),
      );
  const focused = await entropies('most focused');
  expect(focused).toEqual([...focused].sort((a, b) => a - b));
  const spread = await entropies('most spread');
  expect(spread).toEqual([...spread].sort((a, b) => b - a));
  expect(spread[0]).toBeGreaterThan(focused[0] as number);
  const line = panel(page).locator('tr[data-query]').first();
  await line.getByRole('button').click();
  await expect(panel(page).locator('dl')).toHaveAttribute('data-query', (await line.getAttribute('data-query')) ?? '');
});

test('the keyboard walks from pair to pair, zooms, and is told where it is', async ({ page }) => {
  await start(page, { num_hiddens: 4 });
  await write(page, words(2000), '2,000 tokens.');
  await read(page);
  const live = panel(page).locator('[aria-live="polite"]');
  await expect(panel(page).locator('x-long-map [tabindex], x-long-map[tabindex="0"]')).toHaveCount(1);
  await map(page).focus();
  await page.keyboard.press('Control+Home');
  await expect(live).toHaveText(/^query the 0, key the 0, weight /);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(live).toHaveText(/^query \S+ 1, key \S+ 2, weight /);
  await expect(panel(page).locator('dl')).toHaveAttribute('data-query', '1');
  await page.keyboard.press('End');
  await expect(live).toHaveText(/key \S+ 1,999, weight /);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(sight(page)).toContainText('every cell is one pair');
  const near = await sight(page).textContent();
  await page.keyboard.press('-');
  await expect(sight(page)).not.toHaveText(near ?? '');
  await page.keyboard.press('0');
  await expect(sight(page)).toContainText('Queries 0–1,999');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(panel(page).locator('dl')).toHaveAttribute('data-query', '201');
});

test('the mouse chooses, moves and zooms; the wheel stays the page’s until the map has the focus', async ({ page }) => {
  await start(page, { num_hiddens: 4 });
  await write(page, words(2000), '2,000 tokens.');
  await read(page);
  await map(page).scrollIntoViewIfNeeded();
  const whole = await sight(page).textContent();
  const box = async () => (await map(page).boundingBox()) as { x: number; y: number; width: number; height: number };
  const middle = async () => [(await box()).x + 400, (await box()).y + 300] as const;
  await page.mouse.move(...(await middle()));
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -120);
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(scrolled);
  await expect(sight(page)).toHaveText(whole ?? '');

  const before = await panel(page).locator('dl').getAttribute('data-query');
  await page.mouse.click(...(await middle()));
  await expect(panel(page).locator('dl')).not.toHaveAttribute('data-query', before ?? '');
  await expect(map(page)).toBeFocused();
  await page.mouse.move(...(await middle()));
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -300);
  await expect(sight(page)).toContainText('every cell is one pair');
  const near = await sight(page).textContent();
  await page.mouse.down();
  const [x, y] = await middle();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  await expect(sight(page)).not.toHaveText(near ?? '');
  const { x: left, y: top } = await box();
  await page.mouse.click(left + 6, top + 6); // the small map in the corner
  await expect(sight(page)).toHaveText(/Queries \d{1,2}–\d{2,3}, keys \d{1,2}–/);
  await button(page, 'Everything').click();
  await expect(sight(page)).toHaveText(whole ?? '');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('two fingers zoom, and one pair can be touched', async ({ page }) => {
    await start(page, { num_hiddens: 4 });
    await write(page, words(600), '600 tokens.');
    await read(page);
    await map(page).scrollIntoViewIfNeeded();
    const { x, y } = (await map(page).boundingBox()) as { x: number; y: number };
    const touch = await page.context().newCDPSession(page);
    const fingers = (type: string, apart: number | null) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints:
          apart === null
            ? []
            : [
                { x: x + 180 - apart, y: y + 200, id: 1 },
                { x: x + 180 + apart, y: y + 200, id: 2 },
              ],
      });
    await fingers('touchStart', 15);
    for (const apart of [20, 30, 40, 55, 70]) await fingers('touchMove', apart);
    await fingers('touchEnd', null);
    await expect(sight(page)).not.toContainText('Queries 0–599');
    const before = await panel(page).locator('dl').getAttribute('data-query');
    await page.touchscreen.tap(x + 150, y + 120);
    await expect(panel(page).locator('dl')).not.toHaveAttribute('data-query', before ?? '');
  });
});

for (const [theme, lang, width] of [
  ['light', 'en', 1280],
  ['dark', 'zh', 390],
] as const) {
  test(`it is accessible and fits: ${theme}, ${lang}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await start(page, { lang, num_hiddens: 8, num_heads: 2, causal: 1 });
    await settled(page);
    await button(page, /the layer above|上面那一层/).click();
    await write(page, `${words(300)} 追猫的那只狗累了`, lang === 'zh' ? '个词元' : 'tokens');
    await expect(button(page, /^(Read|读这)/)).toBeEnabled();
    await read(page);
    const { violations } = await new AxeBuilder({ page: page as never }).include('#large').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await field(page).fill('');
    const said = panel(page).locator(
      'h2, h3, h4, dt, label, .sub, .remark, .act, .choices, thead, .note, .seen p, .option > span',
    );
    const texts = (await said.allTextContents())
      .join(' ')
      .replace(/Q、K、V|\.txt|GloVe|Home|End|Enter|Ctrl|Shift/g, '');
    if (lang === 'zh') expect(texts).not.toMatch(/[A-Za-z]{2,}/);
    else expect(texts).not.toMatch(/\p{Script=Han}/u);
  });
}
