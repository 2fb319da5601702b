// Chromium with WebGPU on the adapter that it brings along for the CPU.

import { type Page, test } from '@playwright/test';
import { chromium, chromiumFlags } from '../../web/scripts/chromium.mjs';

/** For test.use. */
export function withWebGpu(...flags: string[]) {
  const webgpuFlags = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', ...flags];
  return { launchOptions: { args: [...chromiumFlags, ...webgpuFlags], ...(chromium && { executablePath: chromium }) } };
}

export async function skipWithoutAdapter(page: Page): Promise<void> {
  const isThere = await page.evaluate(async () => (await navigator.gpu?.requestAdapter()) != null);
  test.skip(!isThere, `WebGPU: ${chromium ?? 'this Chromium'} has no adapter, not even on the CPU`);
}
