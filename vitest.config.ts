import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of a test of the whole product is waiting: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'sandbox',
          include: ['apps/sandbox/test/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/test/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: '@mohlat/web',
          include: ['**/*.test.{ts,tsx}'],
          setupFiles: [join(import.meta.dirname, 'apps/web/test/patience.ts')],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
