import { defineConfig } from '@playwright/test';
import { chromium, chromiumFlags } from '../web/scripts/chromium.mjs';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../build/playwright',
  fullyParallel: true,
  workers: 2,
  use: {
    baseURL: `http://localhost:${process.env.PAGE_PORT}/`,
    launchOptions: { args: chromiumFlags, ...(chromium && { executablePath: chromium }) },
    // To record a trace takes as long as the test: of one that fails, ask with --trace retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The page keeps itself for offline use; only the tests of that need it.
    serviceWorkers: 'block',
  },
  webServer: {
    command: 'node web/scripts/serve.mjs',
    cwd: '..',
    wait: { stdout: /http:\/\/localhost:(?<page_port>\d+)\// },
  },
});
