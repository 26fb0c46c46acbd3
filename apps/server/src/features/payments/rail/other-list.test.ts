import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { idOf } from '#test/racing.ts';
import {
  advance,
  attemptsOf,
  executedUnder,
  moveBeforeListIsFinal,
  signInAgain,
  somebody,
  statusesOf,
  untilPassing,
} from '#test/steps.ts';

/** The network executes bills of this ending, and its answer is lost. */
const UNANSWERED = '1007';
const BILL = 300_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(async () => {
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

async function expectPaid(id: string): Promise<void> {
  expect(await statusesOf(server, id)).toEqual(['accepted', 'submitted', 'unknown', 'paid']);
  const [attempt] = await attemptsOf(server, id);
  expect(await executedUnder(server, attempt!.our_reference)).toMatchObject([{ amountPaise: BILL }]);
}

test('LEND-X1: given a number changed after the bill was fetched, when paid, then it is found in the list', async () => {
  const person = await somebody(server).ready();
  const card = await person.addCard(UNANSWERED);
  await person.ok('POST', `/cards/${card.id}/bill`);
  await server.sql.query('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
    await idOf(person),
    '919876501234',
  ]);
  const { id } = await person.pay(card.id, BILL);
  await person.untilBill(id, 'paid');
  await expectPaid(id);
});

test('LEND-X1: given a success in our copy of the list, when the rail shows none, then it has not failed', async () => {
  // The rail is asked for the list of another day than the one that shows the payment.
  await server.sql.query(`create function a_day_later() returns trigger language plpgsql as
    $$ begin new.started_at := new.started_at + interval '1 day'; return new; end $$`);
  await server.sql.query(
    'create trigger a_day_later before insert on payment_attempts for each row execute function a_day_later()',
  );
  const person = await somebody(server).ready();
  const { id } = await person.pay((await person.addCard(UNANSWERED)).id, BILL);
  await person.untilBill(id, 'unknown');
  await untilPassing(server, 'PT1H', async () => {
    const { rows } = await server.sql.query('select 1 from rail_rows where payment_id = $1', [id]);
    return rows[0];
  });
  await advance(server, 'P1D');
  await signInAgain(person);
  await moveBeforeListIsFinal(server);
  await advance(server, 'PT70M');
  await signInAgain(person);
  await person.untilBill(id, 'paid', 'failed');
  await expectPaid(id);
});
