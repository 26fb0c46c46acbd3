import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#test/database.ts';
import { brokenInvariants, startTestServer, type TestServer } from '#test/harness.ts';
import { type Person, until } from '#test/person.ts';
import { repaying } from '#test/repaying.ts';
import { clearFaults, fault, somebody } from '#test/steps.ts';

let server: TestServer;
const { aLoan, start } = repaying(() => server);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Twice as many as a worker has slots. */
const IN_LINE = 16;

async function accepted(person: Person): Promise<string> {
  const card = await person.addCard();
  return (await person.pay(card.id, 100_000)).id;
}

test('one borrower’s many open orders keep no other borrower’s bill waiting', async () => {
  const loan = await aLoan(300_000);
  const payer = await somebody(server).ready();
  for (let nth = 0; nth < 80; nth += 1) {
    expect((await start(loan, 10_000 + nth)).status).toBe(202);
  }
  await fault(server, 'razorpay', 'order_payments', { held: true }, 'always');
  await server.sql.query('update repayments set next_enquiry_at = now() where loan_id = $1', [loan.id]);
  const waiting = async () => {
    const { rowCount } = await server.sql.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'repayments.enquire'`,
    );
    return rowCount ?? 0;
  };
  await until(async () => ((await waiting()) > 40 ? true : undefined));
  await payer.untilBill(await accepted(payer), 'paid');
  // The bill went before the line, whose end has not come.
  expect(await waiting()).toBeGreaterThan(0);
  await clearFaults(server);
  await server.sql.query(
    `delete from graphile_worker._private_jobs where key like 'repayment%' and locked_at is null`,
  );
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});

test('a job asked for again while it waits keeps its place in the line, and what is urgent goes before it', async () => {
  const database = await cloneDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  const ask = (task: string, key: string, priority: number) =>
    sql.query(`select enqueue_job($1, '{}', null, $2, 3, $3)`, [task, key, priority]);
  try {
    for (const key of ['first', 'second', 'first']) await ask('repayments.enquire', key, 0);
    await ask('payments.take_up', 'urgent', -10);
    const { rows } = await sql.query<{ key: string }>(
      'select key from graphile_worker.jobs order by priority, run_at',
    );
    expect(rows.map((row) => row.key)).toEqual(['urgent', 'first', 'second']);
  } finally {
    await sql.end();
    await database.drop();
  }
});

test('the sweep asking again and again for a look does not keep the look waiting', async () => {
  const payer = await somebody(server).ready();
  const card = await payer.addCard('1006');
  const { id } = await payer.pay(card.id, 100_000);
  await payer.untilBill(id, 'submitted');
  await until(async () => ((await looksAt(id)) >= 5 ? true : undefined));
  // One worker a payment at a time: a line is slow only where neighbours in it are of different payments.
  for (let nth = 0; nth < IN_LINE; nth += 1) await payer.untilBill(await accepted(payer), 'paid');
  // Cut off in the middle of sending, as a killed worker leaves it, behind work that never ends.
  await server.sql.query(`delete from graphile_worker._private_jobs where key = $1`, [`enquire:${id}`]);
  const before = await looksAt(id);
  await fault(server, 'setu_billpay', 'pay_result', { latency: 300 }, 'always');
  await server.sql.query(
    `select graphile_worker.add_job('payments.enquire', json_build_object('userId', user_id, 'paymentId', id),
       run_at => now() - interval '1 hour')
     from payments, generate_series(1, 40) as turn where id <> $1 and bill_status = 'paid' order by turn, id`,
    [id],
  );
  const asking = setInterval(() => {
    void server.sql.query('update payments set next_enquiry_at = now() where id = $1', [id]);
  }, 200);
  try {
    const looked = async () => ((await looksAt(id)) > before ? true : undefined);
    await until(looked);
    // The look did not wait for the end of the line.
    const { rowCount: left } = await server.sql.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'payments.enquire' and key is null`,
    );
    expect(left).toBeGreaterThan(0);
  } finally {
    clearInterval(asking);
    await clearFaults(server);
  }
});

async function looksAt(paymentId: string): Promise<number> {
  const { rows } = await server.sql.query<{ enquiry_count: number }>(
    'select enquiry_count from payments where id = $1',
    [paymentId],
  );
  return rows[0]!.enquiry_count;
}
