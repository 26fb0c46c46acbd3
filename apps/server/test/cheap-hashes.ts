/**
 * Cost of a password's hash where a test is not about that: next to nothing. `auth.passwords.load.test.ts` and the journeys have
 * the real one.
 */
export const CHEAP_HASHES = { memoryKib: 8, passes: 1 };
