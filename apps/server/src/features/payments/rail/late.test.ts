import type { Payment } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { advance, breaksOf, drained, signInAgain, somebody } from '#test/steps.ts';

const now = async (of: TestServer) => (await of.control<{ now: string }>('GET', '/clock')).now;

const BILL = 300_000;
let server: TestServer;
let person: Person;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await somebody(server).ready();
  ({ id } = await person.pay((await person.addCard('1013')).id, BILL));
  await person.untilBill(id, 'failed');
});
afterAll(() => server.stop());

const look = () => person.ok<Payment>('GET', `/payments/${id}`);

async function told(): Promise<string[]> {
  const { items } = await person.ok<{ items: { title: string; link: string }[] }>('GET', '/notifications');
  return items.filter((one) => one.title.includes('after all')).map((one) => one.link);
}

test('LEND-X5: a bill that was paid after we had told the person that it failed is told to them, once', async () => {
  expect(await look()).toMatchObject({ billStatus: 'failed', lateSuccess: null });
  await advance(server, 'P1DT1M');
  await signInAgain(person);
  await until(async () => ((await told()).length > 0 ? true : undefined));
  expect(await look()).toMatchObject({
    billStatus: 'failed',
    outstandingPaise: 0,
    lateSuccess: { on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  });
  // The list says it again, and the rail is asked again.
  await advance(server, 'PT3H');
  await drained();
  await signInAgain(person);
  expect(await told()).toEqual([`/dashboard/payments/${id}`]);
  expect(await breaksOf(server, id)).toEqual(['late_success']);
  const { rows } = await server.sql.query<{ n: number }>(
    "select count(*)::integer as n from deliveries where template = 'payment.late_success' and channel = 'email'",
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('LEND-X5: asked for again after it was told, a late success is not told again', async () => {
  // The enquiry and the list may both ask, and a worker that dies behind its commit does the job once more.
  await server.sql.query('select tell_late_success(user_id, id) from payments where id = $1', [id]);
  await drained();
  expect(await told()).toHaveLength(1);
  const { rows } = await server.sql.query<{ n: number }>(
    "select count(*)::integer as n from deliveries where template = 'payment.late_success' and channel = 'email'",
  );
  expect(rows).toEqual([{ n: 1 }]);
});

test('LEND-X5: once the rail has given it back, the page says again that it was not paid', async () => {
  const { rows } = await server.sql.query<{ user_id: string; id: string }>(
    "select user_id, id from reconciliation_breaks where payment_id = $1 and kind = 'late_success'",
    [id],
  );
  const { user_id: userId, id: breakId } = rows[0]!;
  const at = await now(server);
  await server.sql.query(
    `begin; set local role mohlat_worker; select set_config('app.user_id', '${userId}', true);
     select ledger_transfer('rail_gave_back', p.user_id, '${breakId}', p.id, ist_date('${at}'), p.amount_paise, '${at}')
     from payments p where p.id = '${id}'; commit`,
  );
  expect(await look()).toMatchObject({ billStatus: 'failed', lateSuccess: null });
});
