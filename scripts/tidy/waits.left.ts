/** How many waits on wall time a test file still has. The list is emptied; only ever lower a number. */
export const WAITS_LEFT: Readonly<Record<string, number>> = {
  'apps/sandbox/test/control.test.ts': 1,
  'apps/sandbox/test/faults.test.ts': 1,
  'apps/server/src/features/auth/auth-client.attacks.test.ts': 1,
  'apps/server/src/features/auth/auth.test.ts': 1,
  'apps/server/test/crash.test.ts': 3,
  'apps/server/test/crash/payer.ts': 4,
};
