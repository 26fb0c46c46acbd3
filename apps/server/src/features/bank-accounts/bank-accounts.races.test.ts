import type { BankAccount } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { until } from '#test/person.ts';
import { advance, drained, signInAgain } from '#test/steps.ts';
import { banking } from './bank-accounts.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.control('POST', '/act', { what: 'auditor_policy', policy: 'wait' });
});
afterAll(() => server.stop());
const { checksOf, find, known, link, linked, settled } = banking(() => server);

const untilAsked = (id: string, count: number) =>
  until(async () => {
    const checks = await checksOf(id);
    return checks.length === count && checks.at(-1)?.state === 'asked' ? checks : undefined;
  });

test('a bank that never answered can be asked again: the old question is given up with its round', async () => {
  const person = await known();
  const { id } = await link(person, '1234567890', 'ABCD0123450');
  await untilAsked(id, 1);
  // The looks that follow the sending directly are over.
  await drained();
  await advance(server, 'P4D');
  await signInAgain(person);
  expect((await settled(person, id)).verification).toMatchObject({
    status: 'unverified',
    reason: { code: 'answer_lost' },
  });
  await person.ok<BankAccount>('POST', `/bank-accounts/${id}/verify`);
  const checks = await untilAsked(id, 2);
  expect(checks.map(({ round, state }) => [round, state])).toEqual([
    [1, 'lost'],
    [2, 'asked'],
  ]);
});

test('an account removed while a person looks at it leaves their queue', async () => {
  const person = await known();
  const account = await linked(person, '9990000001', 'HDFC0000001');
  expect(account.verification.status).toBe('review');
  expect((await person.call('DELETE', `/bank-accounts/${account.id}`)).status).toBe(204);
  const status = await until(async () => {
    const { rows } = await server.sql.query<{ status: string }>(
      "select status from reviews where kind = 'bank_account' and subject_id = $1",
      [account.id],
    );
    return rows[0]!.status === 'open' ? undefined : rows[0]!.status;
  });
  expect(status).toBe('withdrawn');
  expect(await find(person, account.id)).toBeUndefined();
});
