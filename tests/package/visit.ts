// A visit to a page in Chromium, and what its app has to report.

import { type Browser, chromium as playwright } from '@playwright/test';
import { expect } from 'vitest';
import { chromium, chromiumFlags } from '../../web/scripts/chromium.mjs';
import type { Report, Reports } from './apps.js';

export const openBrowser = () =>
  playwright.launch({ args: chromiumFlags, ...(chromium && { executablePath: chromium }) });

/** @param place - where load() has to say that it computes */
export function expectReport({ output, asyncOutput, reason, error }: Report, place: string): void {
  expect({ error }).toEqual({ error: 'option validLens' });
  for (const values of [output, asyncOutput]) {
    [1.660476901, 2.660476901, 2.339523099, 3.339523099].forEach((value, i) => {
      expect(values[i]).toBeCloseTo(value, 5);
    });
  }
  expect(reason).toContain(place);
}

/** Opens a page, after a script where there is one, and waits for the reports of its app. */
export async function visit(
  browser: Browser,
  url: string,
  initScript = '',
  fetching: (url: string) => void = () => {},
): Promise<Reports> {
  const context = await browser.newContext();
  try {
    await context.addInitScript(initScript);
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on('request', (request) => fetching(request.url()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    await tab.goto(url);
    const reports = await tab.waitForFunction(() => (globalThis as { reports?: unknown }).reports, null, {
      timeout: 20_000,
    });
    expect(complaints).toEqual([]);
    return (await reports.jsonValue()) as Reports;
  } finally {
    await context.close();
  }
}
