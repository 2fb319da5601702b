// How long it takes from a key typed into the sentence until every panel has the new numbers: 32 tokens, 64 hidden.
// What the browser then takes to bring them to the screen is its own.
//   npm run bench -- --typing
// In Chromium, against the built page, on this machine alone; nothing here decides a test.

import { chromium as playwright } from '@playwright/test';
import { chromium, chromiumFlags } from '../../web/scripts/chromium.mjs';
import { serve } from '../../web/scripts/server.mjs';

const rounds = 200;
const words = Array.from({ length: 31 }, (_, i) => ['the', 'cat', 'sat', 'on', 'a', 'mat'][i % 6]).join(' ');

const address = await serve();
const browser = await playwright.launch({ args: chromiumFlags, ...(chromium && { executablePath: chromium }) });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const state = new URLSearchParams({ text: `${words} w`, num_hiddens: '64', num_heads: '4', lang: 'en' });
await page.goto(`${address}#${state}`);
await page.locator('x-matrix[data-stage="output"] canvas').waitFor();
const times = await page.evaluate(async (count) => {
  const field = document.querySelector('#text');
  const output = () => document.querySelector('x-matrix[data-stage="output"]')?.sheet;
  const start = field.value;
  // A turn of the event loop, without the pause that a timer has.
  const turn = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  const measured = [];
  for (let round = 0; round < count; round += 1) {
    const before = output();
    const from = performance.now();
    field.value = start + String.fromCharCode(97 + (round % 26));
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (output() === before) await turn();
    const updated = [...document.querySelectorAll('x-matrix')].map((matrix) => matrix.updateComplete);
    await Promise.all(updated);
    measured.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 90)); // a person types no faster
  }
  return measured;
}, rounds);
await browser.close();
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(rounds - 1, Math.floor(share * rounds))].toFixed(1);
console.log(`from a key to new numbers in every panel, 32 tokens × 64 hidden, ${rounds} keys:`);
console.log(`median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, longest ${at(1)} ms`);
process.exit(0);
