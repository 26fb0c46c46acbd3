import type { Mandate, Problem, StartedMandate } from '@mohlat/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test/harness.ts';
import { type Reply, until } from '#test/person.ts';
import { type Loan, repaying } from '#test/repaying.ts';
import { somebody } from '#test/steps.ts';

/** Autopay that is set up in one window while another one changes it. */
let server: TestServer;
let loan: Loan;
const { aLoan } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
  loan = await aLoan(900_000, 3);
});
afterAll(() => server.stop());

const start = () =>
  loan.person.call<StartedMandate>('POST', '/mandates', { paymentId: loan.id, kind: 'upi' });

/** Nothing looks at it meanwhile. */
const MOVE = `update mandates set status = $2, token_ref = 'token_of_test', next_look_at = null, plan_at = null where loan_id = $1`;

/** A start waits to write the order down; a look of the worker may wait for the same row. */
async function isWriting(): Promise<true | undefined> {
  const { rowCount } = await server.sql.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like 'update mandates set customer_ref%'`,
  );
  return rowCount ? true : undefined;
}

/** Starts once more, and moves the mandate when the start has asked the rail and is about to write. */
async function startWhile(status: Mandate['status']): Promise<Reply<unknown>> {
  const client = await server.sql.connect();
  let answer: Promise<Reply<unknown>> | undefined;
  try {
    await client.query('begin');
    await client.query('select 1 from mandates where loan_id = $1 for update', [loan.id]);
    answer = start();
    answer.catch(() => {});
    await until(isWriting);
    await client.query(MOVE, [loan.id, status]);
  } finally {
    await client.query('commit');
    client.release();
  }
  return answer;
}

test.each([
  ['cancelling', 'mandate_ended'],
  ['cancelled', 'mandate_ended'],
  ['expired', 'mandate_ended'],
  ['pending', 'mandate_exists'],
  ['active', 'mandate_exists'],
  ['paused', 'mandate_exists'],
] as const)(
  'LEND-20: given autopay %s in another window, when it is started, then %s',
  async (status, code) => {
    await server.sql.query('delete from mandates where loan_id = $1', [loan.id]);
    expect((await start()).status).toBe(202);
    const { status: answered, body } = await startWhile(status);
    expect([answered, (body as Problem).code]).toEqual([409, code]);
  },
);

test.each([
  ['setting_up', null],
  ['pending', null],
  ['paused', null],
  ['cancelling', null],
  ['cancelled', null],
  ['active', 'due'],
] as const)('LEND-20: given autopay %s, when it is read, then its next debit is %s', async (status, next) => {
  const nextState = async () => {
    const { items } = await loan.person.ok<{ items: Mandate[] }>('GET', `/mandates?paymentId=${loan.id}`);
    return items[0]!.nextDebit?.state ?? null;
  };
  await server.sql.query(MOVE, [loan.id, status]);
  expect(await nextState()).toBe(next);
  // A debit that the bank was asked for is told of, however the mandate stands.
  await server.sql.query(
    `insert into presentations (user_id, id, mandate_id, loan_id, number, attempt, amount_paise, state, present_at, created_at)
     select user_id, new_id(), id, loan_id, 1, 1, 300000, 'presented', created_at, created_at from mandates where loan_id = $1`,
    [loan.id],
  );
  expect(await nextState()).toBe('presented');
  await server.sql.query('delete from presentations where loan_id = $1', [loan.id]);
});

test('given an account that is not the person’s, or no longer, then autopay answers that there is none', async () => {
  const loan = await aLoan(900_000, 3, await somebody(server).ready());
  const removed = await loan.person.linkAccount();
  await loan.person.linkAccount('60200123454021');
  await loan.person.ok('DELETE', `/bank-accounts/${removed.id}`);
  const theirs = await (await somebody(server).ready()).linkAccount();
  for (const bankAccountId of [removed.id, theirs.id]) {
    const body = { paymentId: loan.id, kind: 'enach', bankAccountId };
    expect(await loan.person.call('POST', '/mandates', body)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  }
});
