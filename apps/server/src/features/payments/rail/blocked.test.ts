import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asWorker } from '#test/borrowing.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { idOf, untilWaiting } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { advance, attemptsOf, clearFaults, drained, fault, somebody, statusesOf } from '#test/steps.ts';
import { isBlocked } from '#features/account-block.ts';

/** Payments of an account that staff block while they are on their way. */
const BILL = 300_000;

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp());
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

interface Paying {
  readonly person: Person;
  readonly userId: string;
  readonly id: string;
}

async function pay(ending: string): Promise<Paying> {
  const person = await somebody(server).ready();
  const card = await person.addCard(ending);
  return { person, userId: await idOf(person), id: (await person.pay(card.id, BILL)).id };
}

const block = ({ userId }: Paying, isFraud: boolean) =>
  staff.ok('POST', `/admin/users/${userId}/block`, { reason: 'Phone was stolen', isFraud });

/** As staff see it: its person cannot look any more. */
async function find({ id }: Paying) {
  const { rows } = await server.sql.query<{ status: string; reason: string | null }>(
    'select bill_status as status, failure_reason as reason from payments where id = $1',
    [id],
  );
  return rows[0]!;
}

const untilStatus = (paying: Paying, status: string) =>
  until(async () => ((await find(paying)).status === status ? true : undefined));

const onlyAttempt = async ({ id }: Paying) => (await attemptsOf(server, id))[0]!;

describe('PAY-24: a payment of an account that is blocked', () => {
  test.each([
    ['for fraud', true],
    ['by staff', false],
  ])(
    'given a block %s before it left, then it is not paid, the limit is free and its person is told',
    async (_, isFraud) => {
      await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
      const paying = await pay('1016');
      expect(await find(paying)).toEqual({ status: 'accepted', reason: null });
      await block(paying, isFraud);
      await clearFaults(server);
      await advance(server, 'PT1M');
      await untilStatus(paying, 'failed');
      expect((await find(paying)).reason).toBe('account_blocked');
      expect(await attemptsOf(server, paying.id)).toEqual([]);
      const { rows } = await server.sql.query(
        'select used_paise::int as used, reserved_paise::int as reserved from credit_accounts where user_id = $1',
        [paying.userId],
      );
      expect(rows).toEqual([{ used: 0, reserved: 0 }]);
      await until(async () =>
        (await paying.person.inbox()).some(({ text }) => text.includes('was not paid')) ? true : undefined,
      );
    },
  );

  test('LEND-X1: given a block after it was sent without an answer, then it is not sent again, and not failed by that', async () => {
    const paying = await pay('1008');
    await untilStatus(paying, 'unknown');
    await until(async () => ((await onlyAttempt(paying)).absent_count >= 3 ? true : undefined));
    await block(paying, true);
    await advance(server, 'PT11M');
    await until(async () => ((await onlyAttempt(paying)).absent_count >= 4 ? true : undefined));
    await drained();
    expect(await find(paying)).toEqual({ status: 'unknown', reason: null });
    expect((await onlyAttempt(paying)).resent_count).toBe(0);
  });

  test('given a block after it was paid, then it stays paid', async () => {
    const paying = await pay('4021');
    await untilStatus(paying, 'paid');
    await block(paying, true);
    await drained();
    expect(await statusesOf(server, paying.id)).toEqual(['accepted', 'submitted', 'paid']);
  });

  test('LEND-C5: given a block that is being written, then a payment waits for it before it begins', async () => {
    const userId = await idOf(await somebody(server).signUp());
    const client = await server.sql.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `account-block:${userId}`,
      ]);
      await client.query(
        "insert into account_blocks (user_id, reason, blocked_by, blocked_at) values ($1, 'Lost', new_id(), now())",
        [userId],
      );
      const looked = asWorker(server, userId, (tx) => isBlocked(tx, userId));
      await untilWaiting(client);
      await client.query('commit');
      expect(await looked).toBe(true);
    } finally {
      client.release();
    }
  });
});
