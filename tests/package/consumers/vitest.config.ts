import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/package/consumers/*.consumers.ts'],
    testTimeout: 600_000,
    hookTimeout: 180_000,
  },
});
