import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { advance, signInAgain } from '#test/steps.ts';
import { banking, freshNumber } from './bank-accounts.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const { known, linked, rupeesTo, settled } = banking(() => server);

const rupeesUsed = { status: 'unverified', reason: { code: 'rupees_used' } };

test('a person sends ten rupees a day, to whichever accounts; the next day they may try again', async () => {
  const person = await known();
  const { id: userId } = await person.ok<{ id: string }>('GET', '/me');
  await linked(person);
  // In a trial one person plays many: twenty times as much.
  const { rowCount } = await server.sql.query(
    "update call_counters set count = 200 where user_id = $1 and kind = 'rupee' and count = 1",
    [userId],
  );
  expect(rowCount).toBe(1);
  const accountNumber = freshNumber();
  const account = await linked(person, accountNumber);
  expect(account.verification).toMatchObject(rupeesUsed);
  expect(await rupeesTo(accountNumber)).toBe(0);
  await advance(server, 'PT25H');
  await signInAgain(person);
  await person.ok('POST', `/bank-accounts/${account.id}/verify`);
  expect((await settled(person, account.id)).verification.status).toBe('verified');
});

test('one account takes five rupees a day over all people, another branch’s of the same number its own', async () => {
  const accountNumber = freshNumber();
  await linked(await known(), accountNumber, 'HDFC0000001');
  const { rows } = await server.sql.query<{ count: number; length: number }>(
    `update target_counters set count = 100
     where window_start = (select max(window_start) from target_counters)
     returning count, length(target_hash)`,
  );
  expect(rows).toEqual([{ count: 100, length: 32 }]);
  const other = await known();
  const account = await linked(other, accountNumber, 'HDFC0000001');
  expect(account.verification).toMatchObject(rupeesUsed);
  expect(await rupeesTo(accountNumber)).toBe(1);
  expect((await linked(other, accountNumber, 'ICIC0000001')).verification.status).toBe('verified');
});
