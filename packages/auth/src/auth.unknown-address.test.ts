import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVEN_MS } from './auth.parts.ts';
import { aPerson, anEmail, PASSWORD, startTestAuth, type TestAuth } from './auth.testing.ts';

let auth: TestAuth;
let hashCount = 0;
let evenedCount = 0;
/** Hears of each password that is hashed, or compared with a hash, in this process, and of each answer that waits to be even. */
const hashing = createHook({
  init(_, type, _trigger, resource: { readonly _idleTimeout?: number }) {
    if (type === 'ARGON2REQUEST') hashCount += 1;
    if (type === 'Timeout' && resource._idleTimeout === EVEN_MS) evenedCount += 1;
  },
});
beforeAll(async () => {
  auth = await startTestAuth();
  hashing.enable();
});
afterAll(async () => {
  hashing.disable();
  await auth.stop();
});

/** Measures the costly work of a request: password hashes, and transactions of the database. */
async function costOf(path: string, body: object) {
  // A day on, so that no limit of an address answers for it.
  auth.passSeconds(86_401);
  const before = { hashCount, evenedCount, statementCount: auth.statements.length };
  const { status } = await auth.post(path, body);
  const statements = auth.statements.slice(before.statementCount);
  return {
    status,
    hashes: hashCount - before.hashCount,
    isEvened: evenedCount > before.evenedCount,
    transactions: statements.filter((text) => text.startsWith('begin')).length,
  };
}

/** The mails themselves are sent by a job, after the answer. How long each takes: `npm run bench -- auth`. */
test.each([
  ['/signup', { password: PASSWORD }, { status: 200, hashes: 1, isEvened: true, transactions: 1 }],
  ['/recover', {}, { status: 200, hashes: 0, isEvened: true, transactions: 1 }],
  ['/otp', {}, { status: 200, hashes: 0, isEvened: true, transactions: 1 }],
  ['/resend', { type: 'signup' }, { status: 200, hashes: 0, isEvened: true, transactions: 1 }],
  [
    '/verify',
    { type: 'email', token: '000000' },
    { status: 403, hashes: 0, isEvened: true, transactions: 1 },
  ],
  [
    '/token?grant_type=password',
    { password: 'wrong-Kettle-1' },
    // The hash takes longer than what differs.
    { status: 400, hashes: 1, isEvened: false, transactions: 2 },
  ],
])('%s hashes and commits as often for an unknown address as for a known one', async (path, body, cost) => {
  const { email } = await aPerson(auth);
  expect(await costOf(path, { ...body, email })).toEqual(cost);
  expect(await costOf(path, { ...body, email: anEmail() })).toEqual(cost);
});
