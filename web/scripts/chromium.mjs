// The Chromium that browser tests run in: an installed one, else (undefined) Playwright's own.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.mjs';

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  // The shell has no windows to draw, and starts and runs faster for it.
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

export const chromium = findChromium();

// Tests talk to no host but this machine: Chromium's own errands would only be noise, and delays without a network.
export const chromiumFlags = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Says what to do where there is no Chromium at all: in terms of this project, before Playwright does at length. */
export async function checkChromium() {
  if (findChromium()) return; // anew: the set-up may have installed it after this module was loaded
  const { chromium: playwright } = await import('@playwright/test');
  if (existsSync(playwright.executablePath())) return;
  throw new Failure('Chromium is missing: install it, or run npx playwright install chromium');
}
