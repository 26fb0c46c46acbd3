import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BillPayState } from '#providers/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { matchRows } from './reconciliation.books.ts';
import { closeDay, holdJudged, outcomeLots } from './reconciliation.opened.ts';
import { importRows } from './reconciliation.repo.ts';

const DAY = businessDate('2027-01-15');
/** More than two lots, and the last one is not full. */
const PEOPLE = 1_203;
const LOT = 500;
/** The day of lists that no other test of this file has. */
const OF_LOTS = addDays(DAY, 1);
const NOW = noonOf(addDays(DAY, 6));

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOW);
  // Rows of payments that need not be there.
  await lab.owner.query('alter table reconciliation_breaks disable trigger all');
});
afterAll(() => lab.close());

async function unguarded(...statements: readonly (readonly [text: string, values: unknown[]])[]) {
  const client = await lab.owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}

/** Does something in a transaction that is taken back. */
async function tried<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone');
  let answer: T;
  const done = lab.worker.plain(async (tx) => {
    answer = await work(tx);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return answer!;
}

/** The same transaction, with the most rows that one statement answered. */
function counted(tx: Tx) {
  const seen = { most: 0 };
  const call = async <R>(text: string, values?: unknown[]) => {
    const rows = await tx.call<R & Record<string, unknown>>(text, values);
    seen.most = Math.max(seen.most, rows.length);
    return rows;
  };
  return { tx: { ...tx, call }, seen };
}

const BREAKS = `select user_id as "userId", payment_id as "paymentId", kind, owner, reference, ours_paise::text as ours
  from reconciliation_breaks order by user_id, payment_id`;

test('LEND-21: given money owed to many people, then a day opens in lots what the version before opened at once', async () => {
  // Each third person has everything back, and each fifth has a second payment.
  await unguarded(
    [
      `create table owed as select new_id() as user_id, new_id() as loan_id, n from generate_series(1, $1::integer) n`,
      [PEOPLE],
    ],
    ['insert into owed select user_id, new_id(), n + 1 from owed where n % 5 = 0', []],
    [
      `with moves as (select o.*, new_id() as journal_id, back from owed o, generate_series(0, case when n % 3 = 0 then 1 else 0 end) back),
         booked as (insert into journals (user_id, id, source_kind, source_id, loan_id, effective_on, posting_on, posted_at)
           select user_id, journal_id, 'float', journal_id, loan_id, $1::date, $1::date, $2 from moves)
       insert into postings (user_id, journal_id, line, account, loan_id, amount_paise)
       select user_id, journal_id, 1, 'A115', loan_id, case back when 0 then 100 + n else -100 - n end from moves`,
      [DAY, noonOf(DAY)],
    ],
  );
  const theirs = await tried(async (tx) => {
    const [row] = await tx.call<{ count: number }>('select rail_close_day($1, $2) as count', [DAY, NOW]);
    return { count: row!.count, rows: await tx.call(BREAKS) };
  });
  const ours = await tried(async (tx) => {
    const { tx: watched, seen } = counted(tx);
    const count = await closeDay(watched, DAY, NOW);
    // A lot is people, and each fifth of them has two payments.
    expect(seen.most).toBeLessThanOrEqual(LOT + LOT / 5);
    return { count, rows: await tx.call(BREAKS) };
  });
  expect(theirs.count).toBeGreaterThan(LOT + LOT / 5);
  expect(ours).toEqual(theirs);
});

/** Rows of a reading about no payment, each with a verdict; some people have many. Of as many readings as are asked for. */
const JUDGED = `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash, read_id,
    first_seen_at, matched_at, verdict)
  select case when n % 4 = 0 then $5::uuid else new_id() end, 'billpay', $2, 'ours', 'R' || n, 'success', n,
    sha256(convert_to($3 || ' ' || n, 'UTF8')), case n % $6 when 0 then $3::uuid else md5($3 || n % $6)::uuid end, $4, $4, 'not_ours'
  from generate_series(1, $1::integer) n`;

async function outcomesOf(tx: Tx, readId: string) {
  await holdJudged(tx, readId, NOW);
  return (await Array.fromAsync(outcomeLots(tx, NOW))).flat();
}

test('LEND-21: given a reading with many differences, then they are read in lots, each once and in order', async () => {
  const readId = newId();
  await unguarded([JUDGED, [PEOPLE, DAY, readId, NOW, HOUSE_ID, 1]]);
  // By another login: rows that a connection read are counted until its figures are handed on, and the test below counts.
  const { rows: judged } = await lab.owner.query<{ reference: string }>(
    'select rail_reference as reference from rail_rows where read_id = $1 order by user_id, id',
    [readId],
  );
  expect(judged).toHaveLength(PEOPLE);
  const { ours, most } = await lab.worker.plain(async (tx) => {
    const { tx: watched, seen } = counted(tx);
    return { ours: await outcomesOf(watched, readId), most: seen.most };
  });
  expect(ours.map(({ row: { reference } }) => ({ reference }))).toEqual(judged);
  expect(most).toBeLessThanOrEqual(LOT);
});

test('LEND-21: given years of lists, then what follows of a reading goes through none of their rows', async () => {
  const [earlier, readId] = [newId(), newId()];
  await unguarded(
    [JUDGED, [20_000, DAY, earlier, NOW, newId(), 1_000]],
    [JUDGED, [7, DAY, readId, NOW, newId(), 1]],
  );
  await lab.owner.query('analyze rail_rows');
  const read = await lab.worker.plain(async (tx) => {
    // Rows that this connection read before are counted until its figures are handed on.
    const count = async () => {
      const [row] = await tx.call<{ rows: number }>(
        "select seq_tup_read::integer as rows from pg_stat_xact_user_tables where relname = 'rail_rows'",
      );
      return row!.rows;
    };
    const before = await count();
    expect(await outcomesOf(tx, readId)).toHaveLength(7);
    expect(await tx.call('select 1 from rail_refunds_heard($1, $2)', [readId, NOW])).toEqual([]);
    expect(await tx.call('select 1 from rail_others($1, $2)', [readId, NOW])).toEqual([]);
    return (await count()) - before;
  });
  expect(read).toBe(0);
});

/** Everything that a reading of this test may change, without ids that each try draws anew. */
const BOOKS_OF_RAIL = [
  `select our_reference, rail_reference, status, refund_status, amount_paise::text, verdict, matched_as, matched_at is null as waits
   from rail_rows where business_on = $1 order by user_id, id`,
  `select user_id, payment_id, kind, owner, reference, ours_paise::text, theirs_paise::text, detail - 'rowId' as detail
   from reconciliation_breaks where business_on = $1 order by user_id, kind, reference, theirs_paise`,
  `select j.user_id, j.source_kind, j.loan_id, j.effective_on, p.account, p.amount_paise::text
   from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id where $1::date is not null and j.posted_at = '${NOW.toISOString()}'
   order by j.user_id, j.loan_id, j.source_kind, p.account, p.amount_paise`,
  'select user_id, id, bill_status, needs_review, review_reason from payments where $1::date is not null order by user_id, id',
  'select user_id, loan_id, seq, is_frozen, from_on from loan_freezes where $1::date is not null order by user_id, loan_id, seq',
];

/** Loans that are paid, refused and unanswered, and what the rail's list may say of each. */
async function aListOf(random: (below: number) => number) {
  const [states, refunds] = [
    ['processing', 'success', 'failure', 'adjusted'] as const,
    ['required', 'requested', 'processed'] as const,
  ];
  const rows: BillPayState[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { loanId } = loans[random(loans.length)]!;
    const state = states[random(states.length)]!;
    const isBack = state === 'adjusted' || (state !== 'processing' && random(3) === 0);
    rows.push({
      payRef: `R${loanId.slice(0, 8)}${random(2)}`,
      paymentKey: random(6) === 0 ? `NOBODY${random(4)}` : `LAB${loanId.slice(0, 20)}`,
      amount: random(4) === 0 ? 1_499_000 + random(2) : 1_500_000,
      state,
      ...(isBack ? { refundStatus: refunds[random(refunds.length)]! } : {}),
    });
  }
  return rows;
}

const loans: LabLoan[] = [];

test('LEND-21: given lists at random, when they are compared in lots, then the books are those of one lot', async () => {
  for (const [n, terms] of [
    {},
    { isRefused: true },
    { isUnanswered: true },
    {},
    { isRefused: true },
    {},
  ].entries())
    loans.push(
      await lab.lend(`lots${n} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY, ...terms }),
    );
  lab.set(NOW);
  let seed = 20_270_121;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % below;
  };
  let verdicts = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    const [rows, readId] = [await aListOf(random), newId()];
    await lab.worker.plain((tx) => importRows(tx, OF_LOTS, readId, rows, NOW));
    const compared = (lot: number) =>
      tried(async (tx) => {
        const work = await matchRows(tx, readId, NOW, lot);
        const books: unknown[] = [];
        for (const query of BOOKS_OF_RAIL) books.push(await tx.call(query, [OF_LOTS]));
        return { work: work.map((one) => JSON.stringify(one)).toSorted(), books };
      });
    const whole = await compared(10_000);
    for (const lot of [1, 2, 7]) expect(await compared(lot), `turn ${turn}, lots of ${lot}`).toEqual(whole);
    verdicts += (whole.books[0] as { verdict: string | null }[]).filter(
      ({ verdict }) => verdict !== null,
    ).length;
    // It stands, so that the next list meets what was said before.
    await lab.worker.plain((tx) => matchRows(tx, readId, NOW));
  }
  expect(verdicts).toBeGreaterThan(100);
});
