import { businessDate, DAY_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { openMissing } from '#features/collections/collections.repo.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/crypto/ids.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { matchRows } from './reconciliation.books.ts';
import { closeDay, holdJudged, outcomeLots, writeOutcomes } from './reconciliation.opened.ts';

const DAY = businessDate('2027-01-15');
const BILL = 1_500_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const BREAKS = `select kind, owner, reference, business_on::text as "businessOn", ours_paise::text as ours, theirs_paise::text as theirs
  from reconciliation_breaks order by kind, reference`;

/** Does something in a transaction that is taken back, and answers what it found open at the end. */
async function opened(work: (tx: Tx) => Promise<void>): Promise<unknown> {
  const undone = new Error('undone');
  let found: unknown;
  const done = lab.worker.plain(async (tx) => {
    await work(tx);
    found = await tx.call(BREAKS);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return found;
}

test('LEND-21: given a success without a payment of ours, then a process of the version before opens what this one does', async () => {
  const now = lab.clock.now();
  const readId = newId();
  const stray = async (tx: Tx) => {
    await tx.call(
      `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash, read_id,
         first_seen_at, matched_at, verdict)
       values ($1, 'billpay', $2, 'unknown', 'stray', 'success', 100, '', $3, $4, $4, 'not_ours')`,
      [HOUSE_ID, DAY, readId, now],
    );
  };
  const theirs = await opened(async (tx) => {
    await stray(tx);
    const taken = await tx.call(
      'select verdict, amount_paise::integer as paise, promised_paise::integer as promised from rail_taken($1, $2)',
      [readId, now],
    );
    expect(taken).toEqual([{ verdict: 'not_ours', paise: 100, promised: 0 }]);
    expect(await tx.call('select work from rail_open($1, $2)', [readId, now])).toEqual([]);
  });
  const ours = await opened(async (tx) => {
    await stray(tx);
    expect(await matchRows(tx, readId, now)).toEqual([]);
  });
  expect(theirs).toEqual(ours);
  expect(theirs).toMatchObject([{ kind: 'not_ours', owner: 'finance', reference: 'stray', theirs: '100' }]);
});

test('LEND-21: given a paid bill that no list has, then a process of the version before opens what this one does', async () => {
  await lab.lend('missing l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const now = lab.clock.now();
  const theirs = await opened(async (tx) => {
    expect(await tx.call('select rail_close_day($1, $2) as count', [DAY, now])).toEqual([{ count: 1 }]);
  });
  const ours = await opened(async (tx) => expect(await closeDay(tx, DAY, now)).toBe(1));
  expect(theirs).toEqual(ours);
  expect(theirs).toMatchObject([{ kind: 'missing', ours: String(BILL), theirs: '0' }]);
});

test('LEND-21: given repayments that no file settled, then a process of the version before opens what this one does', async () => {
  const loan = await lab.lend('unsettled l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const now = new Date('2027-01-25T12:00:00Z');
  const cases = ['checkout', 'mandate', 'identified'].flatMap((channel) =>
    [5 * DAY_MS - 1, 5 * DAY_MS, 5 * DAY_MS + 1].map((ageMs) => ({ channel, ageMs })),
  );
  for (const [index, { channel, ageMs }] of cases.entries())
    await lab.owner.query(
      `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, provider_payment_ref, received_at, value_on, created_at)
       values ($1, new_id(), $2, $3, 'failed', $4, $5, $6, $7, $6)`,
      [loan.userId, loan.loanId, 100 + index, channel, `pay_${index}`, new Date(now.getTime() - ageMs), DAY],
    );
  const theirs = await opened(async (tx) => {
    await tx.call("select find_unsettled($1::timestamptz - interval '5 days', $1, 500)", [now]);
  });
  const ours = await opened(async (tx) => expect(await openMissing(tx, now)).toBe(2));
  expect(ours).toEqual(theirs);
  expect(ours).toMatchObject([
    { kind: 'missing', owner: 'finance', ours: '102', theirs: null },
    { kind: 'missing', owner: 'finance', ours: '105', theirs: null },
  ]);
});

interface Judged {
  readonly verdict: string;
  readonly status: string;
  readonly refundStatus: string | null;
  readonly matchedAs: string;
  readonly ageMs: number;
  readonly isBooked: boolean;
  readonly wasOpened: boolean;
}

/** Books a success that only the rail knew of. */
async function took(tx: Tx, { userId, loanId }: LabLoan, at: Date): Promise<void> {
  await tx.call('select name_person($1)', [userId]);
  await tx.call("select ledger_transfer('rail_took', $1, $2, $2, $3, 100, $4)", [userId, loanId, DAY, at]);
  await tx.call("select set_config('app.user_id', '', true)");
}

/** A row with a verdict, read together with what stood of its payment before. */
async function judge(tx: Tx, loan: LabLoan, one: Judged, readId: string, now: Date): Promise<void> {
  const { userId, loanId } = loan;
  if (one.isBooked) await took(tx, loan, lab.clock.now());
  if (one.wasOpened)
    await tx.call(
      "select break_open($1, 'late_success', 'billpay', 'operations', 'r', $2, $3, null, 1, 2, '{}', $4)",
      [userId, DAY, loanId, now],
    );
  await tx.call(
    `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, refund_status, amount_paise, row_hash,
       payment_id, read_id, first_seen_at, matched_at, verdict, matched_as)
     values ($1, 'billpay', $2, 'ours', 'theirs', $3, $4, 700, '', $5, $6, $7, $7, $8, $9)`,
    [userId, DAY, one.status, one.refundStatus, loanId, readId, now, one.verdict, one.matchedAs],
  );
}

const FITS: Judged = {
  verdict: '',
  status: 'success',
  refundStatus: null,
  matchedAs: 'paid',
  ageMs: 0,
  isBooked: false,
  wasOpened: false,
};
const judged: readonly Judged[] = [
  ...['amount', 'duplicate', 'contradiction', 'adjusted', 'ok_unknown', 'fail_unknown'].flatMap((verdict) =>
    ['submitted', 'unknown', 'paid'].flatMap((matchedAs) =>
      ['success', 'failure'].map((status) => ({ ...FITS, verdict, matchedAs, status })),
    ),
  ),
  ...['ok_unknown', 'fail_unknown'].flatMap((verdict) =>
    [-1, 0, 1].map((ms) => ({ ...FITS, verdict, matchedAs: 'unknown', ageMs: 10 * 60_000 + ms })),
  ),
  ...[false, true].flatMap((isBooked) =>
    [false, true].map((wasOpened) => ({
      ...FITS,
      verdict: 'late_success',
      matchedAs: 'failed',
      ageMs: 1,
      isBooked,
      wasOpened,
    })),
  ),
  ...['requested', 'processed'].map((refundStatus) => ({ ...FITS, verdict: 'returned', refundStatus })),
];

test('LEND-21: given a row of any verdict, then a process of the version before does what this one does', async () => {
  const loan = await lab.lend('judged l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const { rows } = await lab.owner.query<{ at: Date }>(
    'select accepted_at as at from payments where id = $1',
    [loan.loanId],
  );
  const acceptedMs = rows[0]!.at.getTime();
  const queued = async (tx: Tx) => {
    const [row] = await tx.call<{ jobs: number }>(
      "select n_tup_ins::integer as jobs from pg_stat_xact_user_tables where relname = '_private_jobs'",
    );
    return row!.jobs;
  };
  const stands = async (tx: Tx, before: number) => ({
    jobs: (await queued(tx)) - before,
    breaks: await tx.call(BREAKS),
    payment: await tx.call('select needs_review, review_reason from payments where id = $1', [loan.loanId]),
    freezes: await tx.call('select is_frozen, word from loan_freezes where loan_id = $1', [loan.loanId]),
  });
  for (const one of judged) {
    const now = new Date(acceptedMs + one.ageMs);
    const readId = newId();
    let [theirs, ours]: unknown[] = [];
    await opened(async (tx) => {
      await judge(tx, loan, one, readId, now);
      const before = await queued(tx);
      const taken = await tx.call(
        `select payment_id as "paymentId", reference, verdict, amount_paise as "amountPaise", bill_paise as "billPaise",
           promised_paise as "promisedPaise" from rail_taken($1, $2)`,
        [readId, now],
      );
      if (one.verdict === 'late_success' && taken.length > 0) await took(tx, loan, now);
      const work = await tx.call(
        'select work, user_id as "userId", payment_id as "paymentId" from rail_open($1, $2)',
        [readId, now],
      );
      theirs = { taken, work, ...(await stands(tx, before)) };
    });
    await opened(async (tx) => {
      await judge(tx, loan, one, readId, now);
      const before = await queued(tx);
      await holdJudged(tx, readId, now);
      const outcomes = (await Array.fromAsync(outcomeLots(tx, now))).flat();
      const taken = outcomes.flatMap(({ outcome }) => (outcome.taken === null ? [] : [outcome.taken]));
      if (one.verdict === 'late_success' && taken.length > 0) await took(tx, loan, now);
      ours = { taken, work: await writeOutcomes(tx, outcomes, now), ...(await stands(tx, before)) };
    });
    expect(theirs, JSON.stringify(one)).toEqual(ours);
  }
});
