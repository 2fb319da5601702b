// The page where there is a GPU. In the proof WebGPU is one more variant, held to the reference like the others; a long
// text is the first that asks for a device.
import { expect, test } from '@playwright/test';
import { skipWithoutAdapter, withWebGpu } from '../support/webgpu-in-browser';
import { open, reach } from './support';

test.use(withWebGpu());

for (const [lang, button, again, words] of [
  ['en', 'Check these numbers', 'Check again', 'WGSL shaders on the GPU'],
  ['zh', '检查这些数', '再查一次', 'WGSL 着色器'],
] as const) {
  test(`WebGPU is listed, and agrees: ${lang}`, async ({ page }) => {
    await open(page, { text: 'the dog chased the cat', num_hiddens: 8, num_heads: 2, causal: 1, lang });
    await skipWithoutAdapter(page);
    const proof = page.locator('#proof');
    await proof.getByRole('button', { name: button }).click();
    await expect(proof.getByRole('button', { name: again })).toBeVisible({ timeout: 30_000 });
    await expect(proof.getByRole('columnheader', { name: /^webgpu/ })).toBeVisible();
    await expect(proof.locator('.problem')).toHaveCount(0);
    await expect(proof.locator('dl')).toContainText(words);
    // What one stage differs by goes on into the next; numbers here are of unit scale.
    const differences = await proof
      .locator('[data-difference]')
      .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.difference)));
    expect(differences.length).toBeGreaterThan(20);
    for (const difference of differences) expect(difference).toBeLessThanOrEqual(1e-5);
  });
}

test('no device is asked for, and nothing fetched for it, before a long text is read', async ({ page }) => {
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    const asked = { devices: 0 };
    GPUAdapter.prototype.requestDevice = function (descriptor) {
      asked.devices++;
      return requestDevice.call(this, descriptor);
    };
    Object.assign(globalThis, { asked });
    // One that computes on the CPU counts as none: this one says that it is none.
    for (const name of ['vendor', 'architecture', 'description', 'isFallbackAdapter'] as const)
      Object.defineProperty(GPUAdapterInfo.prototype, name, {
        get: () => (name === 'isFallbackAdapter' ? false : name),
      });
  });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const devices = () => page.evaluate(() => (globalThis as unknown as { asked: { devices: number } }).asked.devices);
  await open(page, { text: 'the dog chased the cat' });
  await skipWithoutAdapter(page);
  const large = page.locator('#large');
  const opener = large.getByRole('button', { name: 'Open the large map' });
  await reach(opener);
  await opener.click();
  await large.locator('textarea').fill(Array.from({ length: 500 }, (_, i) => ['dog', 'cat', 'the'][i % 3]).join(' '));
  expect(await devices()).toBe(0);
  expect(fetched.filter((url) => /gpu/.test(url))).toEqual([]);
  await large.getByRole('button', { name: /^Read/ }).click();
  await expect.poll(devices, { timeout: 30_000 }).toBe(1);
  // On the CPU it loses, and the map comes from the core.
  await expect(large.locator('x-long-map')).toBeVisible({ timeout: 40_000 });
  await expect(large.locator('dd[data-weight]')).toBeAttached({ timeout: 30_000 });
});
