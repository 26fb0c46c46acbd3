import { randomUUID } from 'node:crypto';
import type { AnswerOf, Pausable, Problem, putPause } from '@mohlat/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, type Reply, until } from '#test/person.ts';
import { idOf, untilWaiting } from '#test/racing.ts';
import { promote } from '#test/recordings.ts';
import { advance, attemptsOf, clearFaults, drained, fault, somebody, statusesOf } from '#test/steps.ts';

/** Payments of bills that staff pause because the rail pays wrongly. */
const BILL = 300_000;

let server: TestServer;
let staff: Person;
let person: Person;
let cardId: string;
beforeAll(async () => {
  server = await startTestServer();
  staff = await promote(server, await somebody(server).signUp(), { roles: ['finance'] });
  person = await somebody(server).ready();
  cardId = (await person.addCard()).id;
});
afterAll(() => server.stop());
afterEach(async () => {
  await clearFaults(server);
  await set(false);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

const set = (isPaused: boolean, capability: Pausable = 'bill_payments') =>
  staff.call<AnswerOf<typeof putPause>>('PUT', `/admin/settings/pauses/${capability}`, {
    isPaused,
    reason: 'The rail pays twice',
  });
const said = ({ status, body }: Reply<unknown>) => [status, (body as Problem).code];
const PAUSED = [503, 'payments_paused'];

/** Accepted, and held before it leaves, as the rail tells no bill. */
async function held(): Promise<string> {
  await fault(server, 'setu_billpay', 'fetch_start', { http: 503 }, 'always');
  const { id } = await person.pay((await person.addCard('1016')).id, BILL);
  return id;
}

describe('LEND-18: while payments of bills are paused', () => {
  test('given a price of before, then neither it nor a new one is accepted, and the same call works when they go on', async () => {
    const { quoteId } = await person.quote(cardId, BILL);
    expect((await set(true)).body.paused).toMatchObject([
      { capability: 'bill_payments', reason: 'The rail pays twice', by: { id: await idOf(staff) } },
    ]);
    const key = randomUUID();
    const refused = await person.accept(quoteId, key);
    const asked = await person.call('POST', '/payments/quote', { cardId, amountPaise: BILL });
    expect([said(refused), said(asked)]).toEqual([PAUSED, PAUSED]);
    expect([refused, asked].map(({ headers }) => headers.get('retry-after'))).toEqual(['120', '120']);
    await set(false);
    const taken = await person.accept(quoteId, key);
    expect(taken.status).toBe(202);
    await person.untilBill(taken.body.id, 'paid');
  });

  test('given an accepted payment, then it waits, and leaves once they go on', async () => {
    const id = await held();
    await set(true);
    await clearFaults(server);
    await advance(server, 'PT5M');
    await drained();
    expect([await statusesOf(server, id), await attemptsOf(server, id)]).toEqual([['accepted'], []]);
    await set(false);
    await advance(server, 'PT2M');
    await until(async () => ((await attemptsOf(server, id)).length > 0 ? true : undefined));
  });

  test('given an accepted payment, when fifteen minutes are over, then it fails and nothing was sent', async () => {
    const id = await held();
    await set(true);
    await clearFaults(server);
    await advance(server, 'PT10M');
    await drained();
    await advance(server, 'PT6M');
    await person.untilBill(id, 'failed');
    const { rows } = await server.sql.query('select failure_reason from payments where id = $1', [id]);
    expect([rows, await attemptsOf(server, id)]).toEqual([[{ failure_reason: 'not_sent' }], []]);
  });

  test('given a payment that is about to begin, then it does not', async () => {
    const client = await server.sql.connect();
    const userId = await idOf(person);
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `account-block:${userId}`,
      ]);
      const { id } = await person.pay(cardId, BILL);
      await untilWaiting(client);
      await set(true);
      await client.query('commit');
      await drained();
      expect([await statusesOf(server, id), await attemptsOf(server, id)]).toEqual([['accepted'], []]);
    } finally {
      client.release();
    }
  });

  test('LEND-X3: given a payment without an answer, then the rail is asked on, and it is not sent again', async () => {
    const { id } = await person.pay((await person.addCard('1008')).id, BILL);
    const absences = async () => (await attemptsOf(server, id))[0]?.absent_count ?? 0;
    await until(async () => ((await absences()) >= 3 ? true : undefined));
    await set(true);
    const before = await absences();
    await advance(server, 'PT11M');
    await until(async () => ((await absences()) > before ? true : undefined));
    await drained();
    expect((await attemptsOf(server, id))[0]!.resent_count).toBe(0);
    expect((await person.payment(id)).billStatus).toBe('unknown');
  });
});
