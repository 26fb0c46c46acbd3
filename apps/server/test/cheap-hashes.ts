/**
 * What a password's hash costs where a test is not about that: next to nothing. The real cost was a tenth of what the tests
 * took of the processor. `auth.passwords.load.test.ts` and the journeys have the real one.
 */
export const CHEAP_HASHES = { memoryKib: 8, passes: 1 };
