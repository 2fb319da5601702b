// After the first visit the page needs no network.
import { expect, test } from '@playwright/test';
import { open, read, settled, writing } from './support';

test.use({ serviceWorkers: 'allow' });

test('without a network the page opens again, with examples, words and panels never seen before', async ({
  page,
  context,
}) => {
  await open(page, { lang: 'en' });
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  expect((await read(page, 'scores')).rows).toBe(8);
  await open(page, { lang: 'en', example: 'siblings' });
  await expect(page.locator('.answers')).toContainText('older');
  await open(page, writing);
  await expect(page.locator('.source.word').first()).toBeAttached();
  await page.getByRole('button', { name: 'Check these numbers' }).click();
  await expect(page.locator('#proof table')).toBeVisible({ timeout: 15_000 });
});
