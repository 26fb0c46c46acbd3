import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/proof/order.ts';

// Much of a test of the whole product is waiting: twice as many files as there are cores. Said for each project: what a
// project does not say is the tool's own default, which is a single file at a time on two cores.
const maxWorkers = availableParallelism() * 2;

/**
 * When a test is given up as hanging. It says nothing of how quick a thing has to be: that is measured by `npm run bench`,
 * beside its own limit in the same run, for a test that is timed fails on a busy machine and proves nothing on an idle one.
 */
const HANGING_MS = 600_000;

/**
 * Files of these projects run one after another in the same process: loading the whole server for each of two hundred files
 * was a third of the run. Each has a database and a server of its own; the state of a module is shared, and must bear it.
 * The state of a page lives in modules too: each file of the screens evaluates them again (apps/web/test/patience.ts), and
 * only the browser's imitation and the libraries stay.
 */
const SHARED = { isolate: false, maxWorkers };

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'packages',
          ...SHARED,
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['packages/auth/**'],
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
        },
      },
      {
        test: {
          name: 'sandbox',
          ...SHARED,
          include: ['apps/sandbox/test/**/*.test.ts'],
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
        },
      },
      {
        test: {
          name: 'server',
          ...SHARED,
          // The auth server's tests need a database, too.
          include: ['apps/server/**/*.test.ts', 'packages/auth/src/**/*.test.ts'],
          globalSetup: ['apps/server/test/postgres.setup.ts'],
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: '@mohlat/web',
          ...SHARED,
          include: ['**/*.test.{ts,tsx}'],
          setupFiles: [join(import.meta.dirname, 'apps/web/test/patience.ts')],
          // These keep state in their modules: each file evaluates them again, as our own.
          server: { deps: { inline: ['sonner', '@supabase/auth-js'] } },
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
        },
      },
    ],
  },
});
