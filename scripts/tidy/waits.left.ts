/** The number of waits on wall time that a test file still has. The list is emptied; only ever lower a number. */
export const WAITS_LEFT: Readonly<Record<string, number>> = {
  'apps/server/test/crash.test.ts': 2,
  'apps/server/test/crash/payer.ts': 4,
  'e2e/papers.spec.ts': 1,
};
