// How long it takes from a key typed into the sentence until the panels have the new numbers: 32 tokens, 64 hidden.
//   npm run bench -- --typing
// "On screen": every matrix, ribbon and text in the window has them, canvases painted; the page does not wait with any.
// "Its frame": the browser has styled, laid out and painted that. Frames come every 16.7 ms, so that half of one passes
// before it begins; what is then rastered (here by the processor) is not in it.
// "Every panel": what is out of sight too, as if scrolled to at once. Without that it waits for 250 ms without a key, or
// for being scrolled to (tests/page/sight.spec.ts).
// In Chromium, against the built page, on this machine alone; nothing here decides a test.

import { chromium as playwright } from '@playwright/test';
import { chromium, chromiumFlags } from '../../web/scripts/chromium.mjs';
import { serve } from '../../web/scripts/server.mjs';

const rounds = 120;
const words = Array.from({ length: 31 }, (_, i) => ['the', 'cat', 'sat', 'on', 'a', 'mat'][i % 6]).join(' ');

/** What is on screen while somebody types, and whether each word is one never typed before. */
const cases = [
  { name: 'the sentence on screen', middle: '#text', fresh: false },
  { name: 'the same, each word a new one', middle: '#text', fresh: true },
  { name: 'scores to output on screen', middle: 'x-matrix[data-stage="masked"]', fresh: false },
];

const address = await serve();
const browser = await playwright.launch({ args: chromiumFlags, ...(chromium && { executablePath: chromium }) });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const state = new URLSearchParams({ text: `${words} w`, num_hiddens: '64', num_heads: '4', lang: 'en' });

console.log(`from a key to new numbers, 32 tokens × 64 hidden, ${rounds} keys, in ms: median / 95th percentile`);
for (const [i, { name, middle, fresh }] of cases.entries()) {
  await page.goto(`${address}?${i}#${state}`);
  await page.locator('x-matrix[data-stage="output"] canvas').waitFor();
  await page.locator('x-lesson .section').last().waitFor();
  await page.locator(middle).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { seen, frame, all } = await page.evaluate(typing, { rounds, fresh });
  console.log(`${name}: what is on screen ${times(seen)}, its frame laid out and painted ${times(frame)}`);
  console.log(`  and every panel ${times(all)}`);
}
await browser.close();
process.exit(0);

/** @param {number[]} list */
function times(list) {
  const sorted = list.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(share * list.length)].toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}

/** In the page: types, and takes the time of each key. */
async function typing({ rounds, fresh }) {
  const field = document.querySelector('#text');
  const panels = [...document.querySelectorAll('x-matrix, x-ribbons')];
  const isOnScreen = (panel) => {
    const { top, bottom } = panel.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const onScreen = panels.filter(isOnScreen);
  const output = () => document.querySelector('x-matrix[data-stage="output"]').sheet;
  // A turn of the event loop, without the pause that a timer has.
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  // Told of in the task that made it: a turn would come after the next frame, which then counts as waiting for numbers.
  const anyChange = () =>
    new Promise((resolve) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        resolve();
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  const updated = (some) => Promise.all(some.map((panel) => panel.updateComplete));
  const start = field.value;
  /** From a key until the numbers came and `rest` is done. */
  const press = async (key, rest) => {
    const before = output();
    const from = performance.now();
    field.value = start + key;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (output() === before) await anyChange();
    return rest(from);
  };
  const since = (from) => performance.now() - from;
  const seen = [];
  const frame = [];
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const key = (letter) => (fresh ? `${letter}${round}` : letter + String.fromCharCode(97 + (round % 26)));
    await press(key('p'), async (from) => {
      await updated(onScreen);
      seen.push(since(from));
      await new Promise(requestAnimationFrame);
      await turn();
      frame.push(since(from));
    });
    await new Promise((resolve) => setTimeout(resolve, 90)); // a person types no faster
    await press(key('q'), async (from) => {
      dispatchEvent(new Event('scroll')); // whoever scrolls must find all of it
      await updated(panels);
      all.push(since(from));
    });
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
  return { seen, frame, all };
}
