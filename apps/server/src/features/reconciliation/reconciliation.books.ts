import {
  type AtRail,
  type Clearing,
  clearing,
  heardAgain,
  type ListedRow,
  type PaymentAtRail,
  railVerdicts,
  type RefundWord,
  refundsHeard,
  railTook,
  secondGivenBack,
  type SecondExecution,
} from '@mohlat/lending';
import { type BusinessDate, istDate, type Paise } from '@mohlat/money';
import { bookJournals, type PersonJournal } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { openBreak } from '#features/breaks.ts';
import {
  holdJudged,
  letJudgedGo,
  LOT,
  type Outcome,
  outcomeLots,
  writeOutcomes,
} from './reconciliation.opened.ts';
import * as repo from './reconciliation.repo.ts';

/*
 * The books of a bill network's list, and of what staff clear: read under the locks of the rows, decided by packages/lending,
 * written in the same transaction.
 */

interface Heard extends AtRail, RefundWord {
  readonly userId: string;
  readonly reference: string;
  readonly businessOn: BusinessDate;
  readonly amountPaise: Paise;
}
interface GivenBack extends SecondExecution {
  readonly userId: string;
  readonly rowId: string;
  readonly amountPaise: Paise;
}

/**
 * Compares a complete reading with payments and ledger: each row gets its verdict, the books show what they must show at once, every
 * difference is opened. Answers payments that the rail is to be asked about, and loans that froze. Again changes nothing.
 * Rule: LEND-21, LEND-X5, LEND-X9, LEND-X10
 */
export async function matchRows(
  tx: Tx,
  readId: string,
  now: Date,
  /** Rows in memory at a time: a list that fits nothing is as long as a day. */
  lot = LOT,
): Promise<repo.RailWork[]> {
  const on = istDate(now.getTime());
  await judgeRows(tx, readId, now, lot);
  await holdJudged(tx, readId, now);
  for await (const outcomes of outcomeLots(tx, now, lot)) await bookTaken(tx, outcomes, on, now);
  await bookRefunds(tx, readId, on, now);
  await bookGivenBack(tx, readId, on, now);
  const work = new Map<string, repo.RailWork>();
  for await (const outcomes of outcomeLots(tx, now, lot))
    for (const one of await writeOutcomes(tx, outcomes, now)) work.set(`${one.work} ${one.paymentId}`, one);
  await letJudgedGo(tx);
  return [...work.values()];
}

interface Compared extends Record<string, unknown> {
  readonly userId: string;
  readonly id: string;
  readonly isHeardAgain: boolean;
  readonly reference: string;
  readonly status: ListedRow['status'];
  readonly refundStatus: ListedRow['refundStatus'];
  readonly amountPaise: Paise;
  readonly billStatus: PaymentAtRail | null;
  readonly billPaise: Paise | null;
  readonly isSecond: boolean;
  readonly hasOtherSuccess: boolean;
  readonly ofOtherAmounts: ListedRow['ofOtherAmounts'];
}

/**
 * Gives each row of a reading that does not fit its verdict. All are compared before the first is judged, and held by a cursor; rows
 * of one name are judged together. Rule: LEND-21, LEND-X9, LEND-X10, LEND-X11
 */
async function judgeRows(tx: Tx, readId: string, now: Date, lot: number): Promise<void> {
  await tx.call(
    `declare rail_compared no scroll cursor for
     select user_id as "userId", id, is_heard_again as "isHeardAgain", reference, status, refund_status as "refundStatus",
       amount_paise as "amountPaise", bill_status as "billStatus", bill_paise as "billPaise", is_second as "isSecond",
       has_other_success as "hasOtherSuccess", of_other_amounts as "ofOtherAmounts"
     from rail_compare($1, $2) order by is_heard_again, user_id, reference, id`,
    [readId, now],
  );
  let waiting: readonly Compared[] = [];
  for (let count = lot; count === lot;) {
    const rows = await tx.call<Compared>(`fetch ${lot} from rail_compared`);
    count = rows.length;
    const all = [...waiting, ...rows];
    const last = all.at(-1);
    const ofLast =
      count < lot || last === undefined ? all.length : all.findIndex((one) => isOfOneName(one, last));
    await judge(tx, readId, all.slice(0, ofLast), now);
    waiting = all.slice(ofLast);
  }
  await tx.call('close rail_compared');
}

function isOfOneName(one: Compared, other: Compared): boolean {
  return (
    one.isHeardAgain === other.isHeardAgain &&
    one.userId === other.userId &&
    one.reference === other.reference
  );
}

async function judge(tx: Tx, readId: string, rows: readonly Compared[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const judged = [
    ...railVerdicts(rows.filter((row) => !row.isHeardAgain).map(toListed)),
    ...rows.flatMap((row) => {
      const { isHeardAgain, refundStatus, billStatus } = row;
      if (!isHeardAgain || refundStatus === null || billStatus === null) return [];
      return [{ ...row, ...heardAgain(refundStatus, billStatus) }];
    }),
  ];
  await tx.call('select rail_judge($1, $2, $3, $4, $5, $6)', [
    readId,
    now,
    judged.map(({ userId }) => userId),
    judged.map(({ id }) => id),
    judged.map(({ verdict }) => verdict),
    judged.map(({ isNews }) => isNews),
  ]);
}

function toListed({ billStatus, billPaise, ...row }: Compared) {
  const payment = billStatus === null || billPaise === null ? null : { status: billStatus, billPaise };
  return { ...row, payment, isNews: false };
}

async function bookTaken(tx: Tx, outcomes: readonly Outcome[], on: BusinessDate, now: Date): Promise<void> {
  const journals = outcomes.flatMap(({ row: { userId }, outcome: { taken } }) =>
    taken === null ? [] : [{ userId, journal: railTook(taken, on) }],
  );
  await bookJournals(tx, journals, now);
}

async function bookRefunds(tx: Tx, readId: string, on: BusinessDate, now: Date): Promise<void> {
  const rows = await tx.call<Heard>(
    `select user_id as "userId", payment_id as "paymentId", row_id as "rowId", rail_reference as reference, business_on as "businessOn",
       is_back as "isBack", amount_paise as "amountPaise", was_back as "wasBack", bill_paise as "billPaise", is_failed as "isFailed",
       is_by_hand as "isByHand", owed_paise as "owedPaise", late_paise as "latePaise", lost_paise as "lostPaise"
     from rail_refunds_heard($1, $2)`,
    [readId, now],
  );
  const journals: PersonJournal[] = [];
  for (const words of Map.groupBy(rows, ({ paymentId }) => paymentId).values()) {
    const { userId, paymentId } = words[0]!;
    const heard = refundsHeard(words[0]!, words, on);
    journals.push(...heard.journals.map((journal) => ({ userId, journal })));
    for (const { rowId, oursPaise, theirsPaise } of heard.handBooked) {
      const { reference, businessOn } = words.find((word) => word.rowId === rowId)!;
      const found = { userId, paymentId, reference, businessOn, oursPaise, theirsPaise, detail: { rowId } };
      await openBreak(tx, { ...found, kind: 'hand_booked', rail: 'billpay', owner: 'finance' }, now);
    }
  }
  await bookJournals(tx, journals, now);
}

async function bookGivenBack(tx: Tx, readId: string, on: BusinessDate, now: Date): Promise<void> {
  const rows = await tx.call<GivenBack>(
    `select user_id as "userId", payment_id as "paymentId", row_id as "rowId", break_id as "breakId", back_paise as "amountPaise",
       disputed_paise as "disputedPaise", lost_paise as "lostPaise" from rail_others($1, $2)`,
    [readId, now],
  );
  const journals = [...Map.groupBy(rows, ({ breakId }) => breakId).values()].flatMap((of) =>
    secondGivenBack(of[0]!, of, on).map((journal) => ({ userId: of[0]!.userId, journal })),
  );
  await bookJournals(tx, journals, now);
}

/**
 * Books the journal that clears a difference; answers its id, null where nothing of the difference stands in the books. The caller
 * clears the difference in the same transaction. A rewind leaves the journal standing: it is a fact of the rail.
 * Rule: LEND-16, LEND-21. Locks: as break_lock (LEND-C5).
 * @throws RangeError where the difference is none that is cleared like this
 */
export async function bookClearing(
  tx: Tx,
  { userId, id }: { readonly userId: string; readonly id: string },
  resolution: Clearing,
  now: Date,
): Promise<string | null> {
  const row = await repo.lockBreak(tx, id);
  if (!row || row.user_id !== userId || row.resolved_at) return null;
  const journal = clearing(
    { ...repo.standingOf(row), id, loanId: row.loan_id },
    resolution,
    istDate(now.getTime()),
  );
  if (journal === null) return null;
  await bookJournals(tx, [{ userId, journal }], now);
  return repo.journalOf(tx, userId, journal.kind, id);
}
