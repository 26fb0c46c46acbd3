import { businessDate, daysBetween, istDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBorrower, aPaidBill } from './borrowing.ts';
import { brokenInvariants, startTestServer, type TestServer } from './harness.ts';
import { until } from './person.ts';
import { idOf } from './racing.ts';
import { advance, drained, signInAgain, somebody } from './steps.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Names of rows, instants of writing, and what an assessment says. */
const NAMES = `array['id', 'user_id', 'loan_id', 'card_id', 'quote_id', 'journal_id', 'repayment_id', 'charge_id', 'created_at', 'updated_at',
  'paid_at', 'accepted_at', 'closed_at', 'version', 'book_version', 'written_by', 'assessment_id', 'limit_consent_id', 'report_on',
  'review_on', 'score']`;

/**
 * The days past due of a person today. The table holds them as of one day, which is the day of the last write: a close of a day,
 * the end of a month, a receipt.
 */
const LATENESS = `case when t.days_past_due > 0 then t.days_past_due + $2::date - t.past_due_on else 0 end`;

/** Everything the book knows of a borrower; interest as its sum, for it is posted on fewer days than it is earned. */
async function bookOf(userId: string): Promise<Record<string, unknown>> {
  const read = async (table: string) => {
    const { rows } = await server.sql.query<{ row: object }>(
      `select to_jsonb(t) - ${NAMES} as row from ${table} t where user_id = $1 order by 1`,
      [userId],
    );
    return rows.map(({ row }) => row);
  };
  const { rows: accounts } = await server.sql.query<{ row: object }>(
    `select to_jsonb(t) - ${NAMES} - array['days_past_due', 'past_due_on'] || jsonb_build_object('late', ${LATENESS}) as row
     from credit_accounts t where user_id = $1`,
    [userId, istDate(server.now())],
  );
  const { rows: journals } = await server.sql.query(
    `select j.source_kind, case when j.source_kind <> 'accrual' then j.effective_on end as on_day, p.account, sum(p.amount_paise)::int as paise
     from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
     where j.user_id = $1 group by 1, 2, 3 order by 2, 1, 3`,
    [userId],
  );
  const tables = ['loans', 'loan_days', 'instalments', 'charges', 'dpd_log', 'allocations'];
  const rows = await Promise.all(tables.map(async (table) => [table, await read(table)] as const));
  return { ...Object.fromEntries(rows), accounts, journals };
}

test('LEND-22: a loan that is built on one day is the loan that was lived through the product, row by row', async () => {
  const terms = { billPaise: 1_500_000, instalments: 3 };
  const lived = await somebody(server).ready();
  const { id } = await lived.pay((await lived.addCard()).id, terms.billPaise, terms.instalments);
  const on = istDate(Date.parse((await lived.untilBill(id, 'paid')).date));
  for (let day = 0; day < 36; day += 12) {
    await advance(server, 'P12D');
    await drained();
  }
  await signInAgain(lived);
  await until(async () => ((await lived.payment(id)).charges.length > 0 ? true : undefined));

  const built = await aBorrower(server);
  const loanId = await aPaidBill(server, built, { ...terms, on });
  await lived.repay(id, 300_000);
  await built.repay(loanId, 300_000);
  await drained();
  const book = await bookOf(await idOf(built));
  expect(book).toEqual(await bookOf(await idOf(lived)));
  const [first] = book['instalments'] as { due_on: string }[];
  // By the end of today; the day that was due counts.
  const late = daysBetween(businessDate(first!.due_on), istDate(server.now())) + 1;
  expect(book['accounts']).toMatchObject([{ row: { late } }]);
  expect(book['charges']).toHaveLength(1);
  expect(await brokenInvariants(server.databaseUrl)).toEqual([]);
});
