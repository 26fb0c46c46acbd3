import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';
import { countRead, mostRead } from '#test/rows-read.ts';
import { exportGstRegister } from '../books-desk/gst-register.ts';
import { issueTaxDocuments } from './documents.issue.ts';

const DAY = businessDate('2027-01-15');
/** Loans booked in a day, and as many in the months before, each with its invoice. */
const LOANS = 20_000;
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY };

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await lab.owner.query('insert into business_days (day_on, opened_at) values ($1, $2)', [DAY, noonOf(DAY)]);
  await lab.owner.query("insert into tax_series values ('invoice', 2026, 0, $1)", [DAY]);
  await book(LOANS, afterNoon(-36 * 60), 400);
  await book(LOANS, afterNoon(5), 1);
});
afterAll(() => lab.close());

const afterNoon = (minutes: number) => new Date(noonOf(DAY).getTime() + minutes * 60_000);

/** Books loans of people of whom nothing else is there, so far apart and up to a time, each with its invoice. */
async function book(count: number, until: Date, secondsApart: number): Promise<void> {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `create temporary table booked as select new_id() as user_id, new_id() as id, new_id() as loan_id,
         ist_date($2::timestamptz - n * $3::float8 * interval '1 second') as on_day,
         $2::timestamptz - n * $3::float8 * interval '1 second' as at, n + last_sequence as sequence
       from tax_series, generate_series(0, $1::integer - 1) n`,
      [count, until, secondsApart],
    );
    for (const statement of BOOKED) await client.query(statement);
    await client.query('reset session_replication_role');
    for (const table of ['journals', 'postings', 'tax_documents']) await client.query(`analyze ${table}`);
    await client.query('drop table booked');
  } finally {
    client.release();
  }
}

const BOOKED = [
  `insert into journals (user_id, id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at)
   select user_id, id, 'loan_booked', loan_id, loan_id, on_day, on_day, at from booked`,
  `insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
   select user_id, id, line, (array['A202', 'I400', 'L330', 'L331'])[line], loan_id, (array[30000, -25424, -2288, -2288])[line]
   from booked, generate_series(1, 4) line`,
  `insert into tax_documents (user_id, journal_id, loan_id, kind, financial_year, sequence, number, issued_on, taxable_paise,
     cgst_paise, sgst_paise, igst_paise)
   select user_id, id, loan_id, 'invoice', 2026, sequence + 1, 'MI2627/' || lpad((sequence + 1)::text, 9, '0'), on_day, 25424, 2288, 2288, 0
   from booked`,
  'update tax_series set last_sequence = last_sequence + (select count(*) from booked)',
];

const EVENING = afterNoon(6 * 60);

/** The documents that a look issues, and the most rows that it read of one table. */
async function look(now: Date): Promise<{ issued: number; read: number }> {
  return lab.worker.plain(async (tx) => {
    // As the product plans: tests plan for any time, which could be long ago.
    await tx.call('set local plan_cache_mode = auto');
    let issued = 0;
    const read = await mostRead(tx, ['journals', 'postings', 'tax_documents'], async () => {
      issued = await issueTaxDocuments(tx, now, 500);
    });
    return { issued, read };
  });
}

const close = (day: BusinessDate) =>
  lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at) values ($1, $2, $2)
     on conflict (day_on) do update set closed_at = excluded.closed_at`,
    [day, noonOf(addDays(day, 1))],
  );

test('LEND-F5: given a day of invoiced loans, when nothing is new, then a look reads the last minutes alone', async () => {
  await close(addDays(DAY, -1));
  expect((await look(EVENING)).issued).toBe(0);
  const { issued, read } = await look(EVENING);
  expect(issued).toBe(0);
  expect(read).toBeLessThan(LOANS / 10);
});

test('LEND-F5: given a loan whose booking ends minutes after others, then the next look issues its invoice', async () => {
  await lab.lend('asha late', TERMS);
  expect((await look(EVENING)).issued).toBe(1);
  expect((await look(EVENING)).issued).toBe(0);
});

test('LEND-F5: given a loan whose booking ends hours after others, then the close of the day brings its invoice', async () => {
  await book(1, afterNoon(5 * 60), 1);
  expect((await look(EVENING)).issued).toBe(0);
  await lab.lend('ravi later', TERMS);
  expect((await look(EVENING)).issued).toBe(0);
  await close(DAY);
  expect((await look(EVENING)).issued).toBe(1);
});

test('LEND-F5: given months of invoices, when the register of a day is written, then that day alone is read', async () => {
  const client = await lab.owner.connect();
  const tx = {
    call: async (text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows,
  };
  let [lines, read] = ['', 0];
  const early = addDays(DAY, -20);
  try {
    await exportGstRegister(client, { from: early, to: early }, 'en', async (text) => {
      lines += text;
      [read = 0] = await countRead(tx as Pick<Tx, 'call'>, ['tax_documents']);
    });
  } finally {
    client.release();
  }
  expect(lines.split(',Invoice,').length).toBeGreaterThan(200);
  expect(read).toBeLessThan(LOANS / 10);
});
