// Somebody else's site that has <attention-inspector>.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const script = await readFile(new URL('../../dist/lib/inspector.js', import.meta.url));
export const site = 'https://site.test/some/where/';
/** What a careful site allows; no WebAssembly, no inline style, no inline script. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:";

export interface Site {
  body: string;
  /** The site's own module, run after the inspector is there. */
  run?: string;
  css?: string;
  lang?: string;
}

/** Opens a site that has the inspector; what the browser complains of is collected. */
export async function visit(page: Page, { body, run = '', css = '', lang = 'en' }: Site): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Site</title><link rel="icon" href="data:,"><link rel="stylesheet" href="site.css"></head><body><main>${body}</main>
    <script type="module" src="inspector.js"></script><script type="module" src="site.js"></script></body></html>`;
  const files: Record<string, [type: string, body: string | Buffer]> = {
    '': ['text/html', html],
    'inspector.js': ['text/javascript', script],
    'second.js': ['text/javascript', script],
    'site.js': ['text/javascript', run],
    'site.css': ['text/css', css],
  };
  await page.route('**/*', (route) => {
    const [type, content] = files[route.request().url().slice(site.length)] ?? [];
    if (type === undefined || content === undefined) return route.abort();
    return route.fulfill({ contentType: type, body: content, headers: { 'content-security-policy': policy } });
  });
  await page.goto(site);
  return complaints;
}
